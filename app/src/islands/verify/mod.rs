//! Checking records: the report as HTML, drawn by one writer for the server's page, the page's WASM and the one-file verifier.
//!
//! No Leptos here: what the WASM draws is what the server draws, byte for byte.

#[cfg(feature = "ssr")]
mod form;
mod html;
mod report;

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
pub const LEAD: &str = "Is this certificate, ranking, audit log or bundle what it says? Line by line: what holds, what does not, \
                        and what cannot be judged.";

use shared::provenance::{File, KeySet, check_files};

/// Checks files in the browser and draws the report. `keys` is the key set that the page holds; `slug` the event of the
/// audit exports among the files, or empty.
#[must_use]
pub fn check(files: &[(String, Vec<u8>)], keys: &str, slug: &str) -> String {
    // A page without keys still checks all that needs none.
    let trusted = KeySet::read(keys.as_bytes()).unwrap_or_default();
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let slug = Some(slug.trim()).filter(|slug| !slug.is_empty());
    draw(&check_files(&files, &trusted, slug))
}
