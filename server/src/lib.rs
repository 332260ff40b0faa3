//! Evenhand: pages, API, command line, operations and the database.

pub mod cluster;
