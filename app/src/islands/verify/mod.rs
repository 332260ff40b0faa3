//! The check of records, and its report as HTML for the server's page, the page's WASM and the one-file verifier.
//!
//! It is written without Leptos, so that the WASM draws byte for byte what the server draws, and stays small.

#[cfg(feature = "ssr")]
mod form;
mod html;
mod report;
mod statement;

#[cfg(feature = "ssr")]
pub use form::{Form, Place};
pub use report::draw;

/// What the page is called.
#[cfg(feature = "ssr")]
pub const TITLE: &str = "Check a record";
/// What it is for.
#[cfg(feature = "ssr")]
pub const LEAD: &str = "Check whether a certificate, ranking, log or event file is genuine.";

use chrono::{DateTime, Utc};
use shared::provenance::{CheckContext, File, PageKeys, check_with};

/// Checks files in the browser and draws the report. `keys` are the page's keys, as [`PageKeys`] in JSON. `slug` is the event of
/// the audit exports among the files; empty to go by the files' names. `now` is the browser's clock.
#[must_use]
pub fn check(files: &[(String, Vec<u8>)], keys: &str, slug: &str, now: Option<DateTime<Utc>>) -> String {
    let keys = PageKeys::read(keys.as_bytes());
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let slug = Some(slug.trim()).filter(|slug| !slug.is_empty());
    draw(&check_with(&files, &CheckContext { slug, site: keys.site(), now, ..CheckContext::of(&keys.set) }))
}
