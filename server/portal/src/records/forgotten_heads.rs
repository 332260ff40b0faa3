//! The signed heads of the rows that say that an event was forgotten. Without one, a log whose actors are gone cannot be checked.

use super::log_tree;
use super::signer::Signer;
use crate::prelude::*;
use shared::provenance::{AuditHeadDocument, Payload};
use store::{facts, keeping};

/// Signs the head of every forgotten event that has none yet. Where this process may not sign, another does it when it starts.
pub async fn sign(conn: &mut Conn, signer: &Signer) -> Outcome<()> {
    for row in keeping::without_head(conn).await? {
        let head = log_tree::rooted(conn, row.event, &row.name.slug, row.head).await?;
        let payload = Payload::AuditHead(AuditHeadDocument {
            issuer: signer.issuer(),
            issued_at: facts::now(conn).await?,
            event: Some(row.name),
            audit_head: head,
        });
        let Ok(document) = or_refused(signer.sign(conn, &payload).await)? else { return Ok(()) };
        keeping::keep_head(conn, row.event, &document).await?;
    }
    Ok(())
}
