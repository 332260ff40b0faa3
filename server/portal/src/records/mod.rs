//! Documents that anybody can check: signed with a key whose private half never enters the database.

pub mod badge;
pub mod certificate;
pub mod check;
pub mod forgotten_heads;
pub mod head;
pub mod judge;
pub mod keys;
pub mod log;
pub mod log_tree;
pub mod participant;
pub mod secret;
pub mod setup_code;
pub mod signer;
pub mod verify;
pub mod witnesses;
