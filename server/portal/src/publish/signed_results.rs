//! The published ranking, signed once, the same bytes to all.

use super::kept_runs::KeptRun;
use super::results;
use crate::prelude::*;
use crate::records::log_tree;
use crate::records::signer::Signer;
use shared::provenance::{AuditHead, EventName, Payload, SignedResults};
use store::{audit_log, evidence, publication, results_question, run_input, signing_key};

/// Signs a run that is about to be published, over the log's head, which is the publication's own row.
/// Errors: 409 where this process may not sign.
pub async fn sign(
    conn: &mut Conn,
    at: &Context,
    run: StoredRun,
    publication: Publication,
    signer: &Signer,
) -> Outcome<String> {
    let names = run_input::names(conn, at.event).await?;
    let (issued_at, supersedes) = (publication.published_at, publication.supersedes);
    // Winners that are confirmed later are a correction: [`super::correct_prizes`].
    let prizes = results::awarded(conn, at.event).await?;
    let mut corrections = publication::corrections(conn, at.event).await?;
    if let (Some(_), Some(reason)) = (publication.supersedes, publication.reason.clone()) {
        corrections.insert(0, Correction { run: publication.run, published_at: issued_at, reason });
    }
    let KeptRun { stored, strictness } = KeptRun::of(conn, at.event, run).await?;
    let mut ranking = results::results(&at.slug, (&stored, &strictness), Some(publication), &names, prizes)?;
    ranking.corrections = corrections.into_iter().map(results::correction).collect();
    ranking.more_time = results::given_time(conn, at, Some(issued_at)).await?;
    let tree = log_tree::advance(conn, at.event, &at.slug, &signer.issuer()).await?;
    let head = audit_log::head(conn, &at.slug).await?.ok_or_else(Refusal::not_found)?;
    let payload = Payload::Results(SignedResults {
        issuer: signer.issuer(),
        issued_at,
        event: EventName { slug: at.slug.clone(), name: at.facts.event.name.clone() },
        results: ranking.into(),
        supersedes,
        audit_head: AuditHead { root: Some(tree.root.to_string()), ..head },
        evidence: evidence::digest(conn, at.event).await?,
        questions: results_question::signed(conn, at.event).await?,
    });
    signing_key::hold_current(conn).await?;
    signer.sign(conn, &payload).await
}

/// The signed document of the published ranking.
/// Errors: 404 where the caller sees no published ranking, or it was published before rankings were signed.
pub async fn read(call: &mut Call<'_>) -> Outcome<String> {
    let at = call.context().await?;
    call.caller.sees_published(&at)?;
    Ok(publication::signed_document(call.conn, at.event).await?.ok_or_else(Refusal::not_found)?)
}
