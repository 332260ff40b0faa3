//! Uploaded lists of projects, until their organizer confirms or forgets them: kept, found, compared with the event, imported.

mod comparison;
mod writing;

pub use comparison::{gone, names, rows};
pub use writing::{ImportEntry, finish, import, invite, withdraw_gone};

use crate::prelude::*;
use serde::Serialize;
use shared::project_files::{ColumnChoice, FileColumn, FileNote, ProjectFile, ReadProject, Shape};

/// Most bytes of rows that are sent in one statement. A statement is in memory several times while it is sent.
const BATCH: usize = 2 * 1024 * 1024;

/// Keeps a list for its organizer, in place of an earlier one.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    person: PersonId,
    (file_name, sha256, bytes): (&str, &str, &[u8]),
    file: ProjectFile,
) -> Outcome<()> {
    let event = permit.ids();
    // One upload of a person at a time: of a form that was sent twice, both would miss the other's list and keep their own.
    run!(conn, "select pg_advisory_xact_lock(hashtext('evenhand: uploads'), $1::bigint::int)";
        person.0 % 1_000_000_000)?;
    run!(conn, "delete from project_import where event_id = $1 and person_id = $2"; event.0, person.0)?;
    let id = value!(conn,
        "insert into project_import (event_id, person_id, file_name, sha256, shape, file_columns, notes, file)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id";
        event.0, person.0, file_name, sha256, file.shape.name(), Json(&file.columns) as _,
        Json(&file.notes) as _, bytes)?;
    let mut batch = Batch::default();
    for (position, project) in file.projects.into_iter().enumerate() {
        batch.push(position, &project)?;
        if batch.text.len() > BATCH {
            batch.send(conn, id).await?;
        }
    }
    batch.send(conn, id).await
}

/// Rows on their way into the table, as the text of a JSON array.
#[derive(Default)]
struct Batch {
    text: Vec<u8>,
}

#[derive(Serialize)]
struct PositionedRow<'p> {
    position: usize,
    #[serde(flatten)]
    project: &'p ReadProject,
}

impl Batch {
    fn push(&mut self, position: usize, project: &ReadProject) -> Outcome<()> {
        self.text.push(if self.text.is_empty() { b'[' } else { b',' });
        serde_json::to_writer(&mut self.text, &PositionedRow { position, project }).map_err(Failure::broken)
    }

    async fn send(&mut self, conn: &mut Conn, import: i64) -> Outcome<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        self.text.push(b']');
        let text = String::from_utf8(std::mem::take(&mut self.text)).map_err(Failure::broken)?;
        run!(conn, r#"insert into project_import_row
                   (import_id, position, key, project_id, rows, standing, content, track, prizes, members, team_size, notes)
               select $1, r.position, r.key, r.project_id, r.rows, r.standing, r.content, r.track, r.prizes, r.members,
                      r.team_size, r.notes
               from jsonb_to_recordset($2::text::jsonb) r(position int, key text, project_id bigint, rows int[], standing jsonb,
                   content jsonb, track text, prizes text[], members jsonb, team_size int, notes jsonb)"#; import, text)
    }
}

/// The list that this organizer uploaded to the event in the last day, found by the file's SHA-256. With `lock` nobody else
/// confirms it until the transaction ends.
pub async fn find(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    person: PersonId,
    sha256: &str,
    lock: bool,
) -> Outcome<Option<ProjectUpload>> {
    if lock {
        maybe_row!(conn,
            "select id from project_import where event_id = $1 and person_id = $2 and sha256 = $3 for no key update";
            permit.ids().0, person.0, sha256)?;
    }
    let row = maybe_row!(conn,
        r#"select id, file_name, sha256, shape as "shape: Shape", file_columns as "columns!: Json<Vec<FileColumn>>",
                notes as "notes!: Json<Vec<FileNote>>", created_at, confirmed_at, created_count, updated_count,
                invited_count, flagged_count
         from project_import where event_id = $1 and person_id = $2 and sha256 = $3
             and created_at > clock_timestamp() - interval '1 day'"#; permit.ids().0, person.0, sha256)?;
    Ok(row.map(object! { ProjectUpload from |r|:
        id, file_name, sha256, shape, created_at;
        columns: r.columns.0,
        notes: r.notes.0,
        done: r.confirmed_at.map(|_| ImportCounts {
            created: r.created_count,
            updated: r.updated_count,
            invited: r.invited_count,
            flagged: r.flagged_count,
        })
    }))
}

/// What an organizer said that columns hold, by their names in the form in which they are compared. Answers to a
/// question that the event no longer asks are left out.
pub async fn choices(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
) -> Outcome<Vec<(String, ColumnChoice)>> {
    rows!(conn, r#"select c.heading, c.holds as "holds: ColumnChoice" from import_column c join event e on e.id = c.event_id
         where c.event_id = $1 and (c.holds not like 'answer:%' or exists (
             select from jsonb_array_elements(e.form_questions) q where c.holds = 'answer:' || (q ->> 'key')))"#;
        permit.ids().0)
    .each(|r| (r.heading, r.holds))
}

/// Keeps what an organizer says that columns hold, and forgets what was said of those that are to be read by their names.
pub async fn choose(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    choices: &[(String, Option<ColumnChoice>)],
) -> Outcome<()> {
    let by_name: Vec<String> =
        choices.iter().filter(|(_, choice)| choice.is_none()).map(|(heading, _)| heading.clone()).collect();
    run!(conn, "delete from import_column where event_id = $1 and heading = any ($2)"; permit.ids().0, &by_name)?;
    let said = || choices.iter().filter_map(|(heading, choice)| Some((heading, choice.as_ref()?)));
    let headings: Vec<String> = said().map(|(heading, _)| heading.clone()).collect();
    let holds: Vec<String> = said().map(|(_, choice)| choice.name()).collect();
    run!(conn, "insert into import_column (event_id, heading, holds)
         select distinct on (c.heading) $1, c.heading, c.holds from unnest($2::text[], $3::text[]) c(heading, holds)
         on conflict (event_id, heading) do update set holds = excluded.holds"; permit.ids().0, &headings, &holds)
}

/// The bytes of an uploaded list.
pub async fn file(
    conn: &mut Conn,
    _: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
) -> Outcome<Option<Vec<u8>>> {
    value!(conn, "select file from project_import where id = $1"; upload.id)
}

/// Deletes the lists that nobody confirmed within a day, and what came of the others: they hold addresses of people who were
/// not asked.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from project_import where created_at < clock_timestamp() - interval '1 day'")
}

/// Forgets the lists that somebody uploaded, with all addresses in them.
pub async fn forget(conn: &mut Conn, person: PersonId) -> Outcome<()> {
    run!(conn, "delete from project_import where person_id = $1"; person.0)
}
