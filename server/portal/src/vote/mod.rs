//! The community vote, by account or by codes.

pub mod ballot;
pub mod code_print;
pub mod codes;
pub mod page;
pub mod votes;
