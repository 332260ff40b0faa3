//! Checking a signed document by the keys that this portal knows.

use crate::failure::Outcome;
use crate::store::{Conn, facts, publication, signing_key};
use shared::provenance::{Answer, Payload, Verdict, verify_at};
use shared::refusal::Refusal;

/// What is to be thought of a document, and what has taken its place since.
///
/// # Errors
/// 400 for what is no signed document at all.
pub async fn check(conn: &mut Conn, document: &[u8]) -> Outcome<Answer> {
    let now = facts::now(conn).await?;
    let verdict = verify_at(document, &signing_key::all(conn).await?, Some(now));
    let superseded_by = match &verdict {
        Verdict::Valid { payload, .. } => superseded_by(conn, payload).await?,
        _ => None,
    };
    Ok(verdict.answer(superseded_by).map_err(|reason| Refusal::field("body", reason))?)
}

/// The run that replaced a ranking.
async fn superseded_by(conn: &mut Conn, payload: &Payload) -> Outcome<Option<i32>> {
    let Payload::Results(signed) = payload else { return Ok(None) };
    let newest = publication::newest_run(conn, &signed.event.slug).await?;
    Ok(newest.filter(|run| *run > signed.results.run))
}
