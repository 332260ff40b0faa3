//! Appending to the audit log. The database numbers, dates and chains the row.

use super::Conn;
use crate::failure::Outcome;
use shared::ids::EventId;
use shared::provenance::AuditHead;

/// One change, as it enters the log.
#[derive(Debug, Default)]
pub struct Entry<'a> {
    /// The event's chain; `None` for what belongs to no event.
    pub event: Option<EventId>,
    /// An e-mail address, or `system`.
    pub actor: &'a str,
    /// In which role they acted.
    pub actor_role: &'a str,
    /// `noun.verb` in the past tense.
    pub action: &'a str,
    /// What was changed.
    pub object_type: &'a str,
    /// Which one.
    pub object_id: String,
    /// The caller's address.
    pub ip: Option<&'a str>,
    /// Values before; no names, addresses or comments.
    pub before: Option<serde_json::Value>,
    /// Values after; no names, addresses or comments.
    pub after: Option<serde_json::Value>,
}

/// Appends the row; a transaction's last statement, since it holds the chain's lock until the commit.
///
/// # Errors
/// A lost database.
pub async fn append(conn: &mut Conn, entry: Entry<'_>) -> Outcome<()> {
    sqlx::query!(
        "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        entry.event.map(|e| e.0),
        entry.actor,
        entry.actor_role,
        entry.action,
        entry.object_type,
        entry.object_id,
        entry.ip,
        entry.before.map(|v| v.to_string()),
        entry.after.map(|v| v.to_string()),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The last row of the chain of the event with this slug, or, without one, of what belongs to no event; `None` where
/// nothing was ever logged.
///
/// # Errors
/// A lost database.
pub async fn head(conn: &mut Conn, chain: &str) -> Outcome<Option<AuditHead>> {
    let row = sqlx::query!("select seq, row_hash from audit_head where chain = $1 and seq > 0", chain)
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|r| AuditHead { seq: r.seq, row_hash: r.row_hash }))
}

/// One row of a chain, as [`head`] names its last; `None` where the chain has no such row.
///
/// # Errors
/// A lost database.
pub async fn row(conn: &mut Conn, chain: &str, seq: i64) -> Outcome<Option<AuditHead>> {
    let row = sqlx::query!("select seq, row_hash from audit_log where chain = $1 and seq = $2", chain, seq)
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|r| AuditHead { seq: r.seq, row_hash: r.row_hash }))
}
