//! How a write ends: the operation has done its part, its rows go to the audit log, the transaction commits. Nothing else
//! appends a row or commits a write.

use super::Conn;
use crate::failure::Outcome;
use shared::ids::EventId;
use sqlx::{Postgres, Transaction};
use std::fmt;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::Instant;

/// One change, as it enters the audit log.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The event's chain; `None` for what belongs to no event.
    pub event: Option<EventId>,
    /// An e-mail address, or `system`.
    pub actor: String,
    /// In which role they acted.
    pub actor_role: &'static str,
    /// `noun.verb` in the past tense.
    pub action: &'static str,
    /// What was changed.
    pub object_type: &'static str,
    /// Which one.
    pub object_id: String,
    /// The caller's address.
    pub ip: Option<String>,
    /// Values before; no names, addresses or comments.
    pub before: Option<serde_json::Value>,
    /// Values after; no names, addresses or comments.
    pub after: Option<serde_json::Value>,
}

/// How long a row may wait for its chain's head at least, after an operation that took long.
const SHORTEST_WAIT_FOR_THE_HEAD: Duration = Duration::from_millis(400);

/// A write that needs its own audit row, such as a signed document that holds the log's head.
type AfterRows = Box<dyn for<'c> FnOnce(&'c mut Conn) -> AfterRowsFuture<'c> + Send>;

/// A write that is under way after the rows.
pub type AfterRowsFuture<'c> = Pin<Box<dyn Future<Output = Outcome<()>> + Send + 'c>>;

/// What a writing operation did: its value, and what the audit log gets of it. Only the commit gives the value out, so an
/// adapter cannot answer for an act that was not logged and committed.
#[must_use = "an operation has done nothing before its transaction commits"]
pub struct Done<T> {
    value: T,
    entries: Vec<Entry>,
    after_rows: Vec<AfterRows>,
}

/// When the rows of a transaction are on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flush {
    /// When its commit returns: nobody sees a row before.
    AtCommit,
    /// Later, by a flush that it shares with others: whoever did it is not answered before, but others may see its rows.
    Shared,
}

impl<T> Done<T> {
    /// An act that the audit log gets one row of.
    pub fn logged(value: T, entry: Entry) -> Self {
        Self { value, entries: vec![entry], after_rows: Vec::new() }
    }

    /// An act that changed nothing which the audit log holds: a form sent twice, a session, a link that was mailed.
    pub fn unlogged(value: T) -> Self {
        Self { value, entries: Vec::new(), after_rows: Vec::new() }
    }

    /// Adds a write that follows the audit row. The log's head is locked until the commit, so it delays every writer of the
    /// event: it is for what must hold the row itself. Such a document is signed, so the commit waits for the disk before
    /// anybody can read it: a crash cannot undo what somebody has in hand.
    pub fn and_after_row(
        mut self,
        write: impl for<'c> FnOnce(&'c mut Conn) -> AfterRowsFuture<'c> + Send + 'static,
    ) -> Self {
        self.after_rows.push(Box::new(write));
        self
    }

    /// Adds the rows of another operation of the same transaction, after this one's.
    pub fn and<U>(mut self, other: Done<U>) -> Self {
        self.entries.extend(other.entries);
        self.after_rows.extend(other.after_rows);
        self
    }

    /// The same act with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Done<U> {
        Done { value: f(self.value), entries: self.entries, after_rows: self.after_rows }
    }

    /// The value, for what is stored with it in the same transaction.
    pub fn value(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Done<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after_rows = self.after_rows.len();
        f.debug_struct("Done")
            .field("value", &self.value)
            .field("entries", &self.entries)
            .field("after_rows", &after_rows)
            .finish()
    }
}

/// Runs a writing operation in a transaction, appends its rows and commits. Also returns when they are on the disk: `flush`,
/// or with the commit where the operation wrote a signed document. The head of the log must come free by `waits_until`.
pub(super) async fn finish<T>(
    mut transaction: Transaction<'_, Postgres>,
    flush: Flush,
    waits_until: Instant,
    job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>,
) -> Outcome<(T, Flush)> {
    // On the heap: otherwise each handler's future would hold its operation's, and grow by it.
    let Done { value, entries, after_rows } = Box::pin(job(&mut transaction)).await?;
    let flush = if after_rows.is_empty() { flush } else { Flush::AtCommit };
    for entry in entries {
        append_audit_row(&mut transaction, entry, waits_until).await?;
    }
    if !after_rows.is_empty() {
        sqlx::query!("set local synchronous_commit = on").execute(&mut *transaction).await?;
    }
    for write in after_rows {
        write(&mut transaction).await?;
    }
    transaction.commit().await.map_err(super::refused::commit_failure)?;
    Ok((value, flush))
}

/// Appends a row; the database numbers, dates and chains it. It takes the lock of the chain's head, which the transaction
/// keeps until the commit: whatever came after the row would make other writers of the event wait for it. The wait for that lock
/// ends when the transaction has waited long enough; the same statement says so, since a statement of its own would be one
/// more round trip of every write.
async fn append_audit_row(conn: &mut Conn, entry: Entry, waits_until: Instant) -> Outcome<()> {
    let left = waits_until.saturating_duration_since(Instant::now()).max(SHORTEST_WAIT_FOR_THE_HEAD);
    sqlx::query!(
        "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
         select $1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text
         from set_config('lock_timeout', $10, true)",
        entry.event.map(|e| e.0),
        entry.actor,
        entry.actor_role,
        entry.action,
        entry.object_type,
        entry.object_id,
        entry.ip,
        entry.before.map(|v| v.to_string()),
        entry.after.map(|v| v.to_string()),
        left.as_millis().to_string(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
