//! How a write ends: the operation has done its part, its rows go to the audit log, the transaction commits. Nothing else
//! commits a write, and nothing but the save of reviews appends its rows itself.

use crate::prelude::*;
use engine::wait_budget;
use sqlx::{Postgres, Transaction};
use std::fmt;
use std::pin::Pin;
use tokio::time::{Instant, timeout};

/// One change, as it enters the audit log.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The event's chain; `None` for what belongs to no event.
    pub event: Option<EventId>,
    /// An e-mail address, or `system`.
    pub actor: String,
    pub actor_role: &'static str,
    /// `noun.verb` in the past tense.
    pub action: &'static str,
    pub object_type: &'static str,
    pub object_id: String,
    pub ip: Option<String>,
    /// Values before; no names, addresses or comments.
    pub before: Option<serde_json::Value>,
    /// Values after; no names, addresses or comments.
    pub after: Option<serde_json::Value>,
    /// Who made the link that opened the session that acts, where that is somebody else. The row's `after` says so.
    pub link_made_by: Option<PersonId>,
    /// By what way the act was proposed, where the person confirmed a proposal. The row's `after` says so.
    pub via: Option<String>,
}

impl Entry {
    /// The same with the values before.
    #[must_use]
    pub fn before(self, values: impl Into<Option<serde_json::Value>>) -> Self {
        Self { before: values.into(), ..self }
    }

    /// The same with the values after.
    #[must_use]
    pub fn after(self, values: impl Into<Option<serde_json::Value>>) -> Self {
        Self { after: values.into(), ..self }
    }
}

/// What a row holds after the change, who made the link that its session began with, and by what way it was proposed.
fn with_its_way(entry: &Entry) -> Option<serde_json::Value> {
    if entry.link_made_by.is_none() && entry.via.is_none() {
        return entry.after.clone();
    }
    let mut after = entry.after.clone().unwrap_or_else(|| serde_json::json!({}));
    if let Some(members) = after.as_object_mut() {
        members.extend(entry.link_made_by.map(|maker| ("link_made_by".to_owned(), serde_json::json!(maker))));
        members.extend(entry.via.clone().map(|via| ("via".to_owned(), via.into())));
    }
    Some(after)
}

/// How long a row may wait for its chain's head at least, after an operation that took long.
pub(crate) const SHORTEST_WAIT_FOR_THE_HEAD: Duration = Duration::from_millis(400);

/// How long a commit may wait for the server, its disk and the standbys before it is answered that nobody knows.
const LONGEST_COMMIT: Duration = Duration::from_secs(8);

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

    /// An act that changed nothing which the audit log holds (a form sent twice, a session, a link that was mailed), or whose own
    /// statement has appended its row, after what any other statement of the transaction wrote: `save_reviews`.
    pub fn unlogged(value: T) -> Self {
        Self { value, entries: Vec::new(), after_rows: Vec::new() }
    }

    /// Appends the rows so far, for what goes on with a statement that appends its own. It holds the heads of their chains from here on.
    pub async fn append(self, conn: &mut Conn) -> Outcome<Self> {
        if !self.entries.is_empty() {
            append_audit_rows(conn, self.entries, Instant::now() + wait_budget::left()).await?;
        }
        Ok(Self { entries: Vec::new(), ..self })
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

    /// The only one of several acts; `None` where there is none. What refuses it leaves nothing behind.
    pub fn only(done: Done<Vec<Outcome<T>>>) -> Option<Outcome<Self>> {
        let Done { mut value, entries, after_rows } = done;
        Some(value.pop()?.map(|value| Self { value, entries, after_rows }))
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
    if !entries.is_empty() {
        append_audit_rows(&mut transaction, entries, waits_until).await?;
    }
    if !after_rows.is_empty() {
        sqlx::query!("set local synchronous_commit = on").execute(&mut *transaction).await?;
    }
    for write in after_rows {
        write(&mut transaction).await?;
    }
    commit(transaction).await?;
    Ok((value, flush))
}

/// Commits. A commit that waits for the disk waits for the standbys as well, which may be away, and one that waits for neither meets a server
/// that is frozen: the wait has a deadline of its own. Only the waiting ends. The database goes on with the commit, since one that is
/// cancelled there says that it succeeded. Until it answers, its connection is not free, so there are never more such commits than
/// connections.
async fn commit(transaction: Transaction<'_, Postgres>) -> Outcome<()> {
    let committed = timeout(LONGEST_COMMIT, transaction.commit())
        .await
        .map_err(|_| Failure::Unknown(format!("commit: no answer within {} s", LONGEST_COMMIT.as_secs())))?;
    committed.map_err(engine::refused::commit_failure)
}

/// Appends rows; the database numbers, dates and chains them. It takes the lock of each chain's head, which the transaction
/// keeps until the commit: whatever came after the rows would make other writers of the event wait for it. The rows of a chain stay in
/// their order, and all writers lock heads in the order of events. The wait for such a lock
/// ends when the transaction has waited long enough; the same statement says so, since a statement of its own would be one
/// more round trip of every write.
async fn append_audit_rows(conn: &mut Conn, entries: Vec<Entry>, waits_until: Instant) -> Outcome<()> {
    let left = waits_until.saturating_duration_since(Instant::now()).max(SHORTEST_WAIT_FOR_THE_HEAD);
    let events: Vec<Option<i64>> = entries.iter().map(|e| e.event.map(|event| event.0)).collect();
    let types: Vec<&str> = entries.iter().map(|e| e.object_type).collect();
    let objects: Vec<&str> = entries.iter().map(|e| e.object_id.as_str()).collect();
    let EntryColumns { actors, roles, actions, ips, before, after } = entries.iter().collect();
    run!(conn, "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
         select r.event, r.actor, r.role, r.action, r.object_type, r.object_id, r.ip, r.before, r.after
         from set_config('lock_timeout', $10, true),
              unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
                  with ordinality r (event, actor, role, action, object_type, object_id, ip, before, after, n)
         order by r.event, r.n";
        &events as _, &actors as _, &roles as _, &actions as _, &types as _, &objects as _, &ips as _,
        &before as _, &after as _, left.as_millis().to_string())
}

/// Who acted, how and on what values, of several entries: a list for each column of the log.
#[derive(Debug, Default)]
pub(crate) struct EntryColumns<'e> {
    pub(crate) actors: Vec<&'e str>,
    pub(crate) roles: Vec<&'static str>,
    pub(crate) actions: Vec<&'static str>,
    pub(crate) ips: Vec<Option<&'e str>>,
    pub(crate) before: Vec<Option<String>>,
    pub(crate) after: Vec<Option<String>>,
}

impl<'e> FromIterator<&'e Entry> for EntryColumns<'e> {
    fn from_iter<I: IntoIterator<Item = &'e Entry>>(entries: I) -> Self {
        let mut columns = Self::default();
        for entry in entries {
            columns.actors.push(&entry.actor);
            columns.roles.push(entry.actor_role);
            columns.actions.push(entry.action);
            columns.ips.push(entry.ip.as_deref());
            columns.before.push(entry.before.as_ref().map(ToString::to_string));
            columns.after.push(with_its_way(entry).as_ref().map(ToString::to_string));
        }
        columns
    }
}
