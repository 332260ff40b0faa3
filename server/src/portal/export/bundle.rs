//! A whole event as one file.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::context::EventKey;
use crate::model::export::EventArchive;
use crate::portal::{context, entry};
use crate::store::transaction::{Done, Entry};
use crate::store::{Conn, bundle};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use shared::audit::sha256_hex;
use shared::bundle::{Bundle, FORMAT};
use shared::provenance::{AuditLine, Run};
use shared::rules::{act, may};

/// A finished bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedBundle {
    /// The name it is saved under, `<slug>-bundle.json`.
    pub name: String,
    /// `evenhand-bundle/1`, JSON in UTF-8.
    pub text: Vec<u8>,
}

/// The file's members in their order.
#[derive(Serialize)]
struct File<'b> {
    format: &'static str,
    exported_at: DateTime<Utc>,
    #[serde(flatten)]
    bundle: &'b Bundle,
    runs: &'b [Run],
    audit: &'b [AuditLine],
}

/// Makes the event's bundle and logs that it was taken, with the file's SHA-256, by which an import names the file it
/// came from. Ballots are in it once voting has closed. Its log ends before this download's row.
///
/// # Errors
/// 401; 404 for an unknown event; 403 for a caller who does not organize the event, and before publication for an
/// organizer who takes part.
pub async fn bundle(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Done<ExportedBundle>> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let permit = may::<act::ExportScores>(caller.actor.as_ref(), &at.facts, at.now)?;
    let counted = at.facts.event.voting.is_over(at.now);
    let EventArchive { bundle, runs, audit } = bundle::read(conn, &permit, counted).await?;
    let file = File { format: FORMAT, exported_at: at.now, bundle: &bundle, runs: &runs, audit: &audit };
    let text = serde_json::to_vec(&file)?;
    let after = Some(json!({ "file_sha256": sha256_hex(&text) }));
    let entry = Entry { after, ..entry(caller, &at, "bundle.exported", "export", "bundle") };
    Ok(Done::logged(ExportedBundle { name: format!("{}-bundle.json", at.slug), text }, entry))
}
