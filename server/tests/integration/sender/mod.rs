//! The sender: what it takes from the database, what it sends, and to whom it never connects.
//! `DATABASE_URL` names a server where the user may create databases and roles.

mod attempts;
mod claims;
mod code_looks;
mod contents;
mod deliveries;
mod git_server;
mod process;
mod receiver;
mod witnesses;
mod world;
