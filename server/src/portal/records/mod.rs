//! Documents that anybody can check: signed with a key whose private half never enters the database.

pub mod judge;
pub mod keys;
pub mod participant;
pub mod results;
pub mod secret;
pub mod signer;
pub mod verify;
