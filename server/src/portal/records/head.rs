//! How far a log reached, signed: whoever keeps it can tell later whether what it covers was cut off or written anew.

use super::log::chain;
use super::signer::Signer;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::Sent;
use crate::store::{Conn, audit_log};
use shared::provenance::{AuditHeadDocument, EventName, Payload};
use shared::refusal::{Reason, Refusal, RequestFault};

/// Signs the end of an event's log, or of the log of what belongs to no event. It writes no row, which would put the
/// document out of date at once. With `row` it signs that row instead: the one that a file ends with, whatever was logged since.
///
/// # Errors
/// As for the log's page; 400 for what is no number of a row; 404 where nothing was ever logged, or not so many rows; 409 where
/// this process may not sign.
pub async fn read(
    conn: &mut Conn,
    caller: &Caller,
    slug: Option<&str>,
    row: Sent<Option<i64>>,
    signer: &Signer,
) -> Outcome<String> {
    let chain = chain(conn, caller, slug).await?;
    let head = match row? {
        Some(row) => audit_log::row(conn, &chain.slug, row).await?.ok_or(Reason::RowUnknown),
        None => audit_log::head(conn, &chain.slug).await?.ok_or(Reason::LogEmpty),
    };
    let payload = Payload::AuditHead(AuditHeadDocument {
        issuer: signer.issuer(),
        issued_at: chain.now,
        event: chain.at.map(|at| EventName { slug: at.slug, name: at.facts.event.name }),
        audit_head: head?,
    });
    signer.sign(conn, &payload).await
}

/// The row that a query names, if it names one.
///
/// # Errors
/// 400 for what is no number of a row.
pub fn asked(row: Option<&str>) -> Sent<Option<i64>> {
    let number = |text: &str| text.parse().ok().filter(|row: &i64| *row > 0);
    match row.map(number) {
        Some(None) => Err(Refusal::field("row", RequestFault::Row)),
        Some(number) => Ok(number),
        None => Ok(None),
    }
}
