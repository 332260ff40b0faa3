//! `evenhand import` and `evenhand export`.

use super::database;
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::portal::export;
use crate::portal::setup::import_bundle;
use crate::settings::Settings;
use std::io::Write as _;
use std::path::Path;

/// Brings the file in as a new event and prints what came.
pub(super) async fn import(settings: &Settings, file: &Path, slug: String) -> Outcome<()> {
    let bytes =
        tokio::fs::read(file).await.map_err(|e| Failure::broken(format!("{}: {e}", file.display())))?;
    let sent = import_bundle::read(&bytes);
    let imported = database::with(settings, async |database| {
        database.write(async |c| import_bundle::import(c, &Caller::shell(), &slug, sent).await).await
    })
    .await?;
    super::print(&serde_json::to_string(&imported)?)?;
    Ok(())
}

/// Prints the event's bundle.
pub(super) async fn export(settings: &Settings, slug: &str) -> Outcome<()> {
    let bundle = database::with(settings, async |database| {
        database.write(async |c| export::bundle(c, &Caller::shell(), slug).await).await
    })
    .await?;
    // Byte for byte, so that the file is the one whose SHA-256 the log holds.
    let mut out = std::io::stdout().lock();
    out.write_all(&bundle.text).and_then(|()| out.flush()).map_err(Failure::broken)
}
