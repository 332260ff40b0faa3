//! Proves that the publication of the ranking is in the event's log, as witnesses saw it.

use crate::prelude::*;
use crate::records::log_tree;
use store::publication;

/// The file [tlog-proof](https://c2sp.org/tlog-proof) of the newest publication's row, or of this `row` of an earlier publication. A record
/// from before a correction names such a row (`audit_head`).
/// Errors: 404 where the caller sees no published ranking, for a row that published none, and before a checkpoint has it.
pub async fn read(call: &mut Call<'_>, row: Option<i64>) -> Outcome<String> {
    let at = call.context().await?;
    call.caller.sees_published(&at)?;
    let row = publication::signed_row(call.conn, at.event, row).await?.ok_or_else(Refusal::not_found)?;
    let seq = u64::try_from(row).map_err(Failure::broken)?;
    let proof = log_tree::proof(call.conn, at.event, &at.slug, seq).await?;
    Ok(proof.ok_or_else(Refusal::not_found)?.to_string())
}
