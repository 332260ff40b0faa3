//! The service as its users meet it: the router, driven in-process against a database of each test's own.
//! `DATABASE_URL` names a server where the user may create databases and roles.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy takes helpers of tests for production code where they are not in a test module"
)]

#[path = "api/account.rs"]
mod account;
#[path = "api/import.rs"]
mod import;
#[path = "api/judge.rs"]
mod judge;
#[path = "api/publish.rs"]
mod publish;
#[path = "api/submit.rs"]
mod submit;
mod support;
