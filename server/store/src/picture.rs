//! Pictures of projects, and their files.

use crate::prelude::*;
use shared::picture::{Picture, PictureBytes};

/// Adds a picture behind the others.
/// Errors: the database's refusal: outside the window, or a fifth picture.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::EditProject>,
    event: EventId,
    alt: &str,
    files: &[PictureBytes],
) -> Outcome<()> {
    insert_files(conn, event, permit.ids().0, alt, files).await
}

/// Adds a picture of a project, and its files.
pub(super) async fn insert_files(
    conn: &mut Conn,
    event: EventId,
    project: i64,
    alt: &str,
    files: &[PictureBytes],
) -> Outcome<()> {
    let Some(picture) = Picture::of(alt.to_owned(), files) else { return Ok(()) };
    let widths: Vec<i32> = files.iter().map(|file| file.width.into()).collect();
    let bytes: Vec<&[u8]> = files.iter().map(|file| file.bytes.as_slice()).collect();
    let id = value!(conn, "insert into project_picture (event_id, project_id, position, picture)
         select $1, $2, 1 + (select count(*) from project_picture where project_id = $2), $3 returning id";
        event.0, project, Json(picture) as _)?;
    run!(conn, "insert into picture_file (picture_id, width, digest, bytes)
         select $1, f.width, sha256(f.bytes), f.bytes from unnest($2::int[], $3::bytea[]) f(width, bytes)";
        id, &widths, &bytes as &[&[u8]])
}

/// Says anew what a picture shows.
/// Errors: the database's refusal: outside the window.
pub async fn describe(
    conn: &mut Conn,
    permit: &Permit<act::EditProject>,
    id: PictureId,
    alt: &str,
) -> Outcome<()> {
    run!(conn, "update project_picture set picture = jsonb_set(picture, '{alt}', to_jsonb($3::text))
         where project_id = $1 and id = $2"; permit.ids().0, id.0, alt)
}

/// Puts a picture first.
/// Errors: the database's refusal: outside the window.
pub async fn put_first(conn: &mut Conn, permit: &Permit<act::EditProject>, id: PictureId) -> Outcome<()> {
    run!(conn, "update project_picture i set position = o.position
         from (select id, row_number() over (order by id = $2 desc, position)::int as position
               from project_picture where project_id = $1) o
         where i.project_id = $1 and o.id = i.id and o.position <> i.position"; permit.ids().0, id.0)
}

/// Removes a picture with its files.
/// Errors: the database's refusal: outside the window.
pub async fn delete(conn: &mut Conn, permit: &Permit<act::RemovePicture>, id: PictureId) -> Outcome<()> {
    run!(conn, "delete from project_picture where project_id = $1 and id = $2"; permit.ids().0, id.0)
}

/// Removes a picture of another team with its files, also outside the window.
pub async fn take_down(conn: &mut Conn, permit: &Permit<act::RemovePicture>, id: PictureId) -> Outcome<()> {
    run!(conn, "select take_down_picture($1, $2)"; permit.ids().0, id.0)
}

/// The bytes of a file of a submitted project in an open event, which everybody sees: of none where the caller `has` them already.
/// `None` where no such project shows the file.
pub async fn public_file(conn: &mut Conn, digest: &[u8], has: bool) -> Outcome<Option<Vec<u8>>> {
    let found = maybe_value!(conn, r#"select case when not $2 then f.bytes end as "bytes?"
           from picture_file f join project_picture i on i.id = f.picture_id join project p on p.id = i.project_id
           join event e on e.id = p.event_id
           where f.digest = $1 and p.status = 'submitted' and not e.draft
           limit 1"#; digest, has)?;
    Ok(found.map(Option::unwrap_or_default))
}

/// A project that shows the file with this digest, for one that no submitted project of an open event shows: one that this person may
/// see, if there is one. Whether they may is for the rules to say.
pub async fn draft_of_file(
    conn: &mut Conn,
    digest: &[u8],
    person: Option<PersonId>,
) -> Outcome<Option<ProjectId>> {
    let found = maybe_value!(conn,
        "select p.id from picture_file f join project_picture i on i.id = f.picture_id join project p on p.id = i.project_id
         where f.digest = $1
         order by
             exists (select from team_member m
                     where m.event_id = p.event_id and m.team_id = p.team_id and m.person_id = $2) desc,
             exists (select from membership m
                     where m.event_id = p.event_id and m.person_id = $2 and m.role = 'organizer') desc,
             p.id
         limit 1"; digest, person as _)?;
    Ok(found.map(ProjectId))
}

/// The bytes of the file with this digest.
pub async fn file(conn: &mut Conn, digest: &[u8]) -> Outcome<Option<Vec<u8>>> {
    maybe_value!(conn, "select bytes from picture_file where digest = $1 limit 1"; digest)
}
