//! All SQL, a file per table family. A store function does what it is told; it decides nothing.

pub mod account;
pub mod assignment;
pub mod audit;
pub mod bundle;
pub mod connect;
pub mod demo;
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
