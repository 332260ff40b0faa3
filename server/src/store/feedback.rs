//! Judges' comments as the teams read them.

use super::Conn;
use crate::failure::Outcome;
use shared::ids::{EventId, ProjectId};
use shared::rules::{Permit, act};

/// The comments of a project's submitted reviews, in the order of their digests under the reviews' salts: it is
/// always the same order, and tells neither who wrote which nor when.
///
/// # Errors
/// A lost database.
pub async fn comments(conn: &mut Conn, event: EventId, project: ProjectId) -> Outcome<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select r.comment from assignment a
         join review r on r.event_id = a.event_id and r.assignment_id = a.id
         where a.event_id = $1 and a.project_id = $2 and a.status = 'done' and btrim(r.comment, E' \\t\\n') <> ''
         order by sha256(r.comment_salt || convert_to(r.comment, 'UTF8'))",
        event.0,
        project.0
    )
    .fetch_all(conn)
    .await?)
}

/// How many comments of submitted reviews an event holds, and about how many projects.
///
/// # Errors
/// A lost database.
pub async fn counts(conn: &mut Conn, event: EventId) -> Outcome<(i64, i64)> {
    let row = sqlx::query!(
        r#"select count(*) as "comments!", count(distinct a.project_id) as "projects!" from assignment a
           join review r on r.event_id = a.event_id and r.assignment_id = a.id
           where a.event_id = $1 and a.status = 'done' and btrim(r.comment, E' \t\n') <> ''"#,
        event.0
    )
    .fetch_one(conn)
    .await?;
    Ok((row.comments, row.projects))
}

/// Releases the comments of an event to its teams, or takes that back; false if that was done already.
///
/// # Errors
/// The database's refusal.
pub async fn release(
    conn: &mut Conn,
    permit: &Permit<act::ReleaseFeedback>,
    released: bool,
) -> Outcome<bool> {
    let event = permit.ids();
    let done = sqlx::query!(
        "update event set feedback_released = $2 where id = $1 and feedback_released <> $2",
        event.0,
        released
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
