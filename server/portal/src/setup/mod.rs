//! What serves the four stages: events brought in whole, and the demo.

pub mod demo;
pub mod import_bundle;
