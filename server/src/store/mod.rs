//! All SQL, a file per table family. A store function does what it is told; it decides nothing. What changes an
//! event takes the permit that a rule gave, so a write that asked no rule does not compile.

pub mod account;
pub mod assignment;
pub mod audit;
pub mod bundle;
pub mod connect;
pub mod demo;
pub mod duplicate;
pub mod event;
pub mod export;
pub mod facts;
pub mod overview;
pub mod project;
pub mod publication;
pub mod refused;
pub mod review;
pub mod run;
pub mod run_input;
pub mod team;

/// The migrations, inside the binary.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// A connection, inside a transaction or not.
pub type Conn = sqlx::PgConnection;
