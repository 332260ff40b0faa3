//! Checking records: the report as HTML, drawn by one writer for the server's page, the page's WASM and the one-file verifier.
//!
//! No Leptos here: what the WASM draws is what the server draws, byte for byte.

#[cfg(feature = "ssr")]
mod form;
mod html;
mod report;
mod statement;

#[cfg(feature = "ssr")]
pub use form::{Form, Place};
#[cfg(feature = "ssr")]
pub(crate) use html::{ALERT, CHECK, CROSS, INFO, LOCK, MARK};
pub use report::draw;

/// What the page is called.
#[cfg(feature = "ssr")]
pub const TITLE: &str = "Check a record";
/// What it is for.
#[cfg(feature = "ssr")]
pub const LEAD: &str = "Check whether a certificate, ranking, log or event file is genuine.";

use chrono::{DateTime, Utc};
use shared::provenance::{File, Known, PageKeys, check_with};

/// Checks files in the browser and draws the report. `keys` are the keys that the page holds, as [`PageKeys`] in JSON; `slug` is
/// the event of the audit exports among the files, or empty; `now` the browser's clock.
#[must_use]
pub fn check(files: &[(String, Vec<u8>)], keys: &str, slug: &str, now: Option<DateTime<Utc>>) -> String {
    let keys = PageKeys::read(keys.as_bytes());
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let slug = Some(slug.trim()).filter(|slug| !slug.is_empty());
    draw(&check_with(&files, &Known { slug, site: keys.site(), now, ..Known::of(&keys.set) }))
}
