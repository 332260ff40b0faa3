//! Public comments on projects.

use crate::prelude::*;

/// The comments on a project, oldest first; those removed are left out. Where it is `blind`, those of people on teams name nobody.
pub async fn list(conn: &mut Conn, project: ProjectId, blind: bool, page: ListPage) -> Outcome<Vec<Comment>> {
    rows!(conn, Comment, r#"select c.id, c.project_id as project, c.person_id as person, c.body, c.created_at,
                case when $4 and exists (select from event_person ep where ep.event_id = c.event_id
                                           and ep.person_id = c.person_id and ep.on_team)
                     then '' else p.name end as "author!"
         from comment c join person p on p.id = c.person_id
         where c.project_id = $1 and c.removed_at is null and c.id > $2 order by c.id limit $3"#;
        project.0, page.after, page.rows(), blind)
}

pub async fn insert(conn: &mut Conn, permit: &Permit<act::PostComment>, body: &str) -> Outcome<Comment> {
    let (event, project, person) = permit.ids();
    let row = row!(conn, r#"with said as (insert into comment (event_id, project_id, person_id, body, created_at)
                         values ($1, $2, $3, $4, clock_timestamp()) returning id, body, created_at)
           select s.id as "id!", s.body as "body!", s.created_at as "created_at!", p.name
           from said s, person p where p.id = $3"#; event.0, project.0, person.0, body)?;
    Ok(Comment {
        id: CommentId(row.id),
        project,
        person,
        author: row.name,
        body: row.body,
        created_at: row.created_at,
    })
}

/// Who wrote a comment; `None` where the project has no such comment, or it was removed.
pub async fn author(conn: &mut Conn, project: ProjectId, id: CommentId) -> Outcome<Option<PersonId>> {
    let person = maybe_value!(conn,
        "select person_id from comment where id = $2 and project_id = $1 and removed_at is null for no key update";
        project.0, id.0)?;
    Ok(person.map(PersonId))
}

/// Marks a comment as removed: pages and lists leave it out, its row stays.
pub async fn remove(conn: &mut Conn, permit: &Permit<act::RemoveComment>) -> Outcome<()> {
    let (id, by) = permit.ids();
    run!(conn, "update comment set removed_at = clock_timestamp(), removed_by = $2 where id = $1"; id.0, by.0)
}
