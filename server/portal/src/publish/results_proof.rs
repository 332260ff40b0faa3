//! Proves that the publication of the ranking is in the event's log, as witnesses saw it.

use super::signed_results;
use crate::prelude::*;
use crate::records::log_tree;

/// The file [tlog-proof](https://c2sp.org/tlog-proof) of the publication's row, whose hash the signed ranking says (`audit_head`).
/// Errors: as for the signed ranking, and 404 before a checkpoint has the row.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<String> {
    let document: Value = serde_json::from_str(&signed_results::read(conn, caller, slug).await?)?;
    let seq = document.pointer("/payload/audit_head/seq").and_then(Value::as_u64);
    let event = context(conn, caller, EventKey::Slug(slug)).await?.event;
    let proof = log_tree::proof(conn, event, slug, seq.unwrap_or_default()).await?;
    Ok(proof.ok_or_else(Refusal::not_found)?.to_string())
}
