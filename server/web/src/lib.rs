//! Pages and API over HTTP.
// A release build looks into what is called, and finds the futures of handlers deeper than the usual limit.
#![recursion_limit = "256"]

pub mod api;
pub mod assets;
pub mod pages;
pub mod routes;
