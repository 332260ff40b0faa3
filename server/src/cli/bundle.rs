//! `evenhand import` and `evenhand export`.

use super::database;
use portal::call::By;
use portal::caller::Caller;
use portal::export::{self, BundleExtent};
use portal::setup::import_bundle;
use settings::Settings;
use std::io::{Read as _, Write as _};
use std::path::Path;
use store::failure::{Failure, Outcome};

/// Bytes of a file that are read at once.
const PART: usize = 256 * 1024;

/// Brings the file in as a new event and prints what came.
pub(super) async fn import(settings: &Settings, file: &Path, slug: String) -> Outcome<()> {
    let failed = |e: std::io::Error| Failure::broken(format!("{}: {e}", file.display()));
    let mut from = std::fs::File::open(file).map_err(failed)?;
    let (mut incoming, mut part) = (import_bundle::Incoming::default(), vec![0; PART]);
    let mut begun = false;
    loop {
        let length = from.read(&mut part).map_err(failed)?;
        let bytes = part.get(..length).unwrap_or_default();
        if bytes.is_empty() {
            break;
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if !begun && !text.trim_ascii_start().starts_with(b"{") {
            return Err(Failure::broken(format!(
                "{}: This is no bundle, as `evenhand export` makes one. A list of projects is brought in on the event's pages, under Projects.",
                file.display()
            )));
        }
        begun = true;
        incoming.take(bytes)?;
    }
    let sent = incoming.finish();
    let imported =
        database::write(settings, async |call| import_bundle::import(&mut call.at(&slug), sent).await)
            .await?;
    super::print(&serde_json::to_string(&imported)?)
}

/// Prints the event's bundle, byte for byte, so that the file is the one whose SHA-256 the log holds.
pub(super) async fn export(settings: &Settings, slug: &str, without_pictures: bool) -> Outcome<()> {
    let extent = if without_pictures { BundleExtent::WithoutPictures } else { BundleExtent::Whole };
    database::with(settings, async |database| {
        let mut bundle = export::bundle(By::of(&database, &Caller::shell()).at(slug), extent).await?;
        while let Some(part) = bundle.part().await.map_err(Failure::broken)? {
            std::io::stdout().lock().write_all(&part).map_err(Failure::broken)?;
        }
        std::io::stdout().lock().flush().map_err(Failure::broken)
    })
    .await
    .map_err(|failure| super::of_event(failure, slug))
}
