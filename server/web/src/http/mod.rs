//! HTTP without the application: listening, recognizing callers, reading bodies, answering, assets. It names no page, no
//! route and nothing of the API.

pub mod answer;
pub mod assets;
pub mod body;
pub mod body_limit;
mod body_memory;
pub mod client;
pub mod compression;
mod connection;
pub use connection::IDLE;
pub mod cookies;
pub mod csrf;
pub mod deadline;
pub mod entity_tags;
pub mod file_form;
pub mod form;
pub mod headers;
pub mod idempotency_key;
pub mod identification;
pub mod in_place;
pub mod listener;
pub mod log;
pub mod metrics;
pub mod multipart;
pub mod path;
mod prelude;
pub mod public_answer;
pub mod query;
pub mod rate_limits;
pub mod resumed_form;
pub mod route_terms;
pub mod sent_files;
pub mod shelf;
pub mod streams;
pub mod upload;
