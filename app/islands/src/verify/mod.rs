//! The check of records, and its report as HTML for the server's page, the page's WASM and the one-file verifier.
//!
//! It is written without Leptos, so that the WASM draws byte for byte what the server draws, and stays small.

pub mod html;
mod report;
mod statement;

pub use report::draw;

use chrono::{DateTime, Utc};
use shared::calibration::{DRAWS, Progress, Watch};
use shared::provenance::{CheckContext, File, PageKeys, check_with};

/// Checks files in the browser and draws the report. `keys` are the page's keys, as [`PageKeys`] in JSON. `slug` is the event of
/// the audit exports among the files; empty to go by the files' names. `now` is the browser's clock. `told` gets a sentence on
/// how far the computation of a ranking is, again and again.
pub fn check(
    files: &[(String, Vec<u8>)],
    keys: &str,
    slug: &str,
    now: Option<DateTime<Utc>>,
    told: &dyn Fn(&str),
) -> String {
    let keys = PageKeys::read(keys.as_bytes());
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let slug = Some(slug.trim()).filter(|slug| !slug.is_empty());
    let tell = |progress| told(&far(progress));
    let published = keys.published.as_ref();
    let (site, watch) = (keys.site(), Watch(&tell));
    let context = CheckContext { slug, site, published, now, watch, ..CheckContext::of(&keys.set) };
    draw(&check_with(&files, &context))
}

/// How far the computation of a ranking is.
fn far(progress: Progress) -> String {
    match progress {
        Progress::Round(n) => format!("Computing the ranking again: round {n} of at most 500."),
        Progress::Draws(n) => format!("Computing the ranking again: {n} of {DRAWS} draws."),
    }
}
