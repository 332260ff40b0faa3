//! The sender: what it takes from the database, what it sends, and to whom it never connects.
//! `DATABASE_URL` names a server where the user may create databases and roles.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy takes helpers of tests for production code where they are not in a test module"
)]

#[path = "sender/attempts.rs"]
mod attempts;
#[path = "sender/claims.rs"]
mod claims;
#[path = "sender/deliveries.rs"]
mod deliveries;
#[path = "sender/process.rs"]
mod process;
#[path = "sender/receiver.rs"]
mod receiver;
#[path = "sender/world.rs"]
mod world;
