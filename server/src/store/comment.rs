//! What people say about projects, in public.

use super::{Conn, Page};
use crate::failure::Outcome;
use shared::ids::{CommentId, EventId, PersonId, ProjectId};
use shared::rules::{Permit, act};
use shared::wire;

/// The comments on a project, oldest first; those removed are left out.
///
/// # Errors
/// A lost database.
pub async fn list(conn: &mut Conn, project: ProjectId, page: Page) -> Outcome<Vec<wire::Comment>> {
    let rows = sqlx::query!(
        "select c.id, c.body, c.created_at, p.name from comment c join person p on p.id = c.person_id
         where c.project_id = $1 and c.removed_at is null and c.id > $2 order by c.id limit $3",
        project.0,
        page.after,
        page.rows(),
    )
    .fetch_all(conn)
    .await?;
    let comments = rows.into_iter().map(|r| wire::Comment {
        id: CommentId(r.id),
        project,
        author: r.name,
        body: r.body,
        created_at: r.created_at,
    });
    Ok(comments.collect())
}

/// Adds a comment.
///
/// # Errors
/// The database's refusal.
pub async fn insert(
    conn: &mut Conn,
    _: &Permit<act::PostComment>,
    event: EventId,
    project: ProjectId,
    person: PersonId,
    body: &str,
) -> Outcome<wire::Comment> {
    let row = sqlx::query!(
        r#"with said as (insert into comment (event_id, project_id, person_id, body, created_at)
                         values ($1, $2, $3, $4, clock_timestamp()) returning id, body, created_at)
           select s.id as "id!", s.body as "body!", s.created_at as "created_at!", p.name
           from said s, person p where p.id = $3"#,
        event.0,
        project.0,
        person.0,
        body
    )
    .fetch_one(conn)
    .await?;
    Ok(wire::Comment {
        id: CommentId(row.id),
        project,
        author: row.name,
        body: row.body,
        created_at: row.created_at,
    })
}
