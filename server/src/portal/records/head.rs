//! How far a log reached, signed: whoever keeps it can tell later whether what it covers was cut off or written anew.

use super::log::chain;
use super::signer::Signer;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::store::{Conn, audit};
use shared::provenance::{AuditHeadDocument, EventName, Payload};
use shared::refusal::{Code, Refusal};

/// Signs the end of an event's log, or of the log of what belongs to no event. It writes no row, which would put the
/// document out of date at once.
///
/// # Errors
/// As for the log's page; 404 where nothing was ever logged; 409 where this process may not sign.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: Option<&str>, signer: &Signer) -> Outcome<String> {
    let chain = chain(conn, caller, slug).await?;
    let head = audit::head(conn, &chain.slug).await?;
    let payload = Payload::AuditHead(AuditHeadDocument {
        issuer: signer.issuer(),
        issued_at: chain.now,
        event: chain.at.map(|at| EventName { slug: at.slug, name: at.facts.event.name }),
        audit_head: head.ok_or_else(|| Refusal::new(Code::NotFound, "nothing has been logged yet"))?,
    });
    signer.sign(conn, &payload).await
}
