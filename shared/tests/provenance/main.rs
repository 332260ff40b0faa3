//! Signed documents, audit chains and bundles: what holds is accepted, and nothing else is.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod badges;
mod bundle_reports;
mod bundle_rows;
mod bundle_runs;
mod bundles;
mod chains;
mod documents;
mod ed25519;
mod evidence;
mod files;
mod forgotten;
mod handed_out;
mod hostile;
mod imported_reviews;
mod json;
mod logs;
mod mutated;
mod numbered_judges;
mod proofs;
mod questions;
mod review_log;
mod said_members;
mod scores;
mod signed_names;
mod support;
