//! Signed documents, audit chains and bundles, made and judged: what holds is accepted, and nothing else is.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod bundles;
mod chains;
mod documents;
mod ed25519;
mod files;
mod hostile;
mod json;
mod mutated;
mod review_log;
mod scores;
mod support;
