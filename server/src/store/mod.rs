//! All SQL, a file per table family. A store function does what it is told; it decides nothing. What changes an
//! event takes the permit that a rule gave, so a write that asked no rule does not compile.

pub mod account;
pub mod assignment;
pub mod audit;
pub mod audit_log;
pub mod ballot;
pub mod bundle;
pub mod code;
pub mod comment;
pub mod connect;
pub mod database;
pub mod demo;
pub mod duplicate;
pub mod event;
pub mod export;
pub mod facts;
pub mod feedback;
pub mod idempotency;
pub mod link;
pub mod mail;
pub mod overview;
pub mod personal;
pub mod project;
pub mod publication;
pub mod rate;
pub mod record;
pub mod refused;
pub mod review;
pub mod run;
pub mod run_input;
pub mod sign_up;
pub mod signing_key;
pub mod team;
pub mod transaction;

/// The migrations, inside the binary.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// A connection, inside a transaction or not.
pub type Conn = sqlx::PgConnection;
