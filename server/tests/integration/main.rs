//! The portal from outside: the service in-process and as a process, the database's own rules, the sender, the private
//! PostgreSQL, which source may import which, and functions that ask nobody. `DATABASE_URL` names a server where the user may create
//! databases and roles.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy takes helpers of tests for production code where they are not in a test module"
)]

mod api;
mod cluster;
mod database;
mod deploy_files;
mod import_rules;
mod prelude;
mod pure_functions;
mod sender;
mod support;
