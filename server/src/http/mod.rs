//! HTTP without the application: listening, recognising callers, answering, assets.

pub mod access;
pub mod answer;
pub mod assets;
pub mod body;
pub mod client;
pub mod compress;
mod connection;
pub mod cookies;
pub mod csrf;
pub mod deadline;
pub mod form;
pub mod given;
pub mod headers;
pub mod idempotency_key;
pub mod identify;
pub mod intake;
pub mod kept;
pub mod limit;
pub mod listen;
pub mod log;
pub mod path;
pub mod query;
pub mod revalidate;
mod room;
pub mod router;
pub mod upload;
