//! The community vote, by account.

pub mod ballot;
pub mod votes;
