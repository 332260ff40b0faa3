//! Signed heads of logs. A head says how far a log reached, so it shows later whether rows were cut off or rewritten.

use super::log::chain;
use super::log_tree;
use super::signer::Signer;
use crate::prelude::*;
use shared::provenance::{AuditHeadDocument, EventName, Payload};
use store::{audit_log, keeping};

/// Which row of a log is to be signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadRow {
    /// The last one.
    Last,
    /// The one with this number, such as the last one of a file.
    Number(i64),
    /// The last one of the bundle whose download the caller began last. Whatever was logged since, the two hold together.
    OfBundle,
}

/// Signs the end of an event's log, or of the log of what belongs to no event, or another row of it. It writes no row: a row would make the
/// document out of date at once. The row of forgetting was signed when the data went.
/// Errors: as for the log's page; 400 for anything but a row's number; 404 where nothing was ever logged, or not so many rows, or no bundle
/// was downloaded; 409 where this process may not sign.
pub async fn read(
    call: &mut Call<'_>,
    slug: Option<&str>,
    row: Sent<HeadRow>,
    signer: &Signer,
) -> Outcome<String> {
    let chain = chain(call, slug).await?;
    let row = match row? {
        HeadRow::Last => None,
        HeadRow::Number(row) => Some(row),
        HeadRow::OfBundle => {
            let last = audit_log::last_of_bundle(call.conn, &chain.slug, &call.caller.email).await?;
            Some(last.ok_or(Reason::NoBundleSaved)?)
        }
    };
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

/// The row that a query names by its number, or as the last one of a bundle.
/// Errors: 400 for anything but a row's number.
pub fn asked(row: Option<&str>, of_bundle: bool) -> Sent<HeadRow> {
    let number = |text: &str| text.parse().ok().filter(|row: &i64| *row > 0);
    match row.map(number) {
        Some(None) => Err(Refusal::field("row", RequestFault::Row)),
        Some(Some(row)) => Ok(HeadRow::Number(row)),
        None if of_bundle => Ok(HeadRow::OfBundle),
        None => Ok(HeadRow::Last),
    }
}
