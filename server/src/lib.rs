//! Evenhand: pages, API, command line, operations and the database.

pub mod api;
pub mod caller;
pub mod cli;
pub mod cluster;
pub mod detail;
pub mod failure;
pub mod heavy;
pub mod http;
#[cfg(test)]
mod import_rules;
pub mod model;
pub mod pages;
pub mod portal;
pub mod routes;
pub mod settings;
pub mod sign_on;
pub mod state;
pub mod store;
pub mod tls;
pub mod wait_budget;
pub mod workers;
pub mod zone;
