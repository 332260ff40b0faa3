//! Signed heads of logs. A head says how far a log reached, so it shows later whether rows were cut off or rewritten.

use super::log::chain;
use super::log_tree;
use super::signer::Signer;
use crate::prelude::*;
use shared::provenance::{AuditHeadDocument, EventName, Payload};
use store::{audit_log, keeping};

/// Signs the end of an event's log, or of the log of what belongs to no event. It writes no row: a row
/// would make the document out of date at once. With `row` it signs that row instead, such as the last one of a file. The row of
/// forgetting was signed when the data went.
/// Errors: as for the log's page; 400 for anything but a row's number; 404 where nothing was ever logged, or not so many rows; 409 where
/// this process may not sign.
pub async fn read(
    call: &mut Call<'_>,
    slug: Option<&str>,
    row: Sent<Option<i64>>,
    signer: &Signer,
) -> Outcome<String> {
    let chain = chain(call, slug).await?;
    let row = row?;
    if let (Some(at), Some(row)) = (&chain.at, row)
        && let Some(document) = keeping::head_of(call.conn, at.event, row).await?
    {
        return Ok(document);
    }
    let head = match row {
        Some(row) => audit_log::row(call.conn, &chain.slug, row).await?.ok_or(Reason::RowUnknown),
        None => audit_log::head(call.conn, &chain.slug).await?.ok_or(Reason::LogEmpty),
    };
    let head = match &chain.at {
        Some(at) => log_tree::rooted(call.conn, at.event, &chain.slug, head?).await?,
        None => head?,
    };
    let payload = Payload::AuditHead(AuditHeadDocument {
        issuer: signer.issuer(),
        issued_at: chain.now,
        event: chain.at.map(|at| EventName { slug: at.slug, name: at.facts.event.name }),
        audit_head: head,
    });
    signer.sign(call.conn, &payload).await
}

/// The row that a query names, if it names one.
/// Errors: 400 for anything but a row's number.
pub fn asked(row: Option<&str>) -> Sent<Option<i64>> {
    let number = |text: &str| text.parse().ok().filter(|row: &i64| *row > 0);
    match row.map(number) {
        Some(None) => Err(Refusal::field("row", RequestFault::Row)),
        Some(number) => Ok(number),
        None => Ok(None),
    }
}
