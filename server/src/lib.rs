//! Evenhand: the command line, and the private PostgreSQL.

pub mod cli;
pub mod cluster;
