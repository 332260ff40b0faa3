//! Projects that repeat an earlier one of their event: the flag, and what it is found by.

use super::Conn;
use crate::failure::Outcome;
use shared::ids::{EventId, ProjectId};
use shared::rules::{Permit, Rule};

/// Sets or clears the flag of a repeated project, and why.
///
/// # Errors
/// The database's refusal.
pub async fn set(
    conn: &mut Conn,
    _: &Permit<impl Rule>,
    id: ProjectId,
    of: Option<ProjectId>,
    reason: Option<&str>,
    cleared: bool,
) -> Outcome<()> {
    sqlx::query!(
        "update project set duplicate_of = $2, duplicate_reason = $3, duplicate_cleared = $4 where id = $1",
        id.0,
        of.map(|p| p.0),
        reason,
        cleared,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// An earlier project, as the check for repeats reads it.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// Which.
    pub id: i64,
    /// The project it repeats itself.
    pub duplicate_of: Option<i64>,
    /// Title.
    pub title: String,
    /// Tagline.
    pub tagline: String,
    /// Summary.
    pub summary: String,
    /// Description.
    pub description: String,
    /// Address of the code.
    pub repo_url: String,
}

/// The event's projects submitted before this one, the earliest first. Takes a lock on the event's
/// submissions, so that of two repeats sent at once one sees the other.
///
/// # Errors
/// A lost database.
pub async fn submitted_before(conn: &mut Conn, event: EventId, id: ProjectId) -> Outcome<Vec<Earlier>> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('submit', $1))", event.0)
        .fetch_one(&mut *conn)
        .await?;
    Ok(sqlx::query_as!(
        Earlier,
        "select p.id, p.duplicate_of, p.title, p.tagline, p.summary, p.description, p.repo_url
         from project p, project mine
         where mine.id = $2 and p.event_id = $1 and p.status = 'submitted'
           and (p.submitted_at, p.id) < (mine.submitted_at, mine.id)
         order by p.submitted_at, p.id",
        event.0,
        id.0
    )
    .fetch_all(conn)
    .await?)
}
