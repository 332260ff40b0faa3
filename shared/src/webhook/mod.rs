//! Webhooks: which addresses they may have, what they are told, and when an attempt is repeated.

pub mod address;
pub mod attempt;
pub mod kinds;
pub mod message;
pub mod target;
