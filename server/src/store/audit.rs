//! Where an audit chain ends, and its rows by number. `transaction.rs` appends.

use super::Conn;
use crate::failure::Outcome;
use shared::provenance::AuditHead;

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
