//! Pages and API over HTTP.

pub mod api;
pub mod http;
pub mod pages;
pub mod routes;
pub mod state;
