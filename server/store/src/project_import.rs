//! Uploaded lists of projects, until their organizer confirms or forgets them, and the import itself.

use super::Conn;
use crate::failure::{Failure, Outcome};
use model::project_import::{
    EventNames, GoneProject, ImportCounts, ImportedProject, ProjectUpload, StoredProject, UploadedRow,
};
use serde::Serialize;
use serde_json::{Value, json};
use shared::ids::{PersonId, ProjectId, TeamId, TrackId};
use shared::project_files::{
    ColumnChoice, FileNote, ProjectFile, ReadProject, Readiness, RowNote, Shape, UnusedColumn,
};
use shared::rules::{Permit, act};
use sqlx::types::Json;

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
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtext('evenhand: uploads'), $1::bigint::int)",
        person.0 % 1_000_000_000
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("delete from project_import where event_id = $1 and person_id = $2", event.0, person.0)
        .execute(&mut *conn)
        .await?;
    let id = sqlx::query_scalar!(
        "insert into project_import (event_id, person_id, file_name, sha256, shape, unused_columns, notes, file)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id",
        event.0,
        person.0,
        file_name,
        sha256,
        file.shape.name(),
        Json(&file.unused) as _,
        Json(&file.notes) as _,
        bytes
    )
    .fetch_one(&mut *conn)
    .await?;
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

/// A row as the table has it.
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
        sqlx::query!(
            r#"insert into project_import_row
                   (import_id, position, key, project_id, rows, standing, content, track, prizes, members, team_size, notes)
               select $1, r.position, r.key, r.project_id, r.rows, r.standing, r.content, r.track, r.prizes, r.members,
                      r.team_size, r.notes
               from jsonb_to_recordset($2::text::jsonb) r(position int, key text, project_id bigint, rows int[], standing jsonb,
                   content jsonb, track text, prizes text[], members jsonb, team_size int, notes jsonb)"#,
            import,
            text
        )
        .execute(conn)
        .await?;
        Ok(())
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
        sqlx::query!(
            "select id from project_import where event_id = $1 and person_id = $2 and sha256 = $3 for no key update",
            permit.ids().0,
            person.0,
            sha256
        )
        .fetch_optional(&mut *conn)
        .await?;
    }
    let row = sqlx::query!(
        r#"select id, file_name, sha256, shape, unused_columns as "unused!: Json<Vec<UnusedColumn>>",
                notes as "notes!: Json<Vec<FileNote>>", created_at, confirmed_at, created_count, updated_count,
                invited_count, flagged_count
         from project_import where event_id = $1 and person_id = $2 and sha256 = $3
             and created_at > clock_timestamp() - interval '1 day'"#,
        permit.ids().0,
        person.0,
        sha256
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| ProjectUpload {
        id: r.id,
        file_name: r.file_name,
        sha256: r.sha256,
        shape: Shape::from_name(&r.shape).unwrap_or_default(),
        unused: r.unused.0,
        notes: r.notes.0,
        created_at: r.created_at,
        done: r.confirmed_at.map(|_| ImportCounts {
            created: r.created_count,
            updated: r.updated_count,
            invited: r.invited_count,
            flagged: r.flagged_count,
        }),
    }))
}

/// The rows of a list beside the event's projects. The texts are compared in the database: only whether they differ comes out.
pub async fn rows(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
) -> Outcome<Vec<UploadedRow>> {
    let rows = sqlx::query!(
        r#"with known as materialized (
               select p.id, p.external_id as key, 1 as rank from project p where p.event_id = $1 and p.external_id is not null
               -- Before, the words after a submission's number were a part of the key.
               union all select p.id, regexp_replace(p.external_id, '(/submissions/[0-9]+)-.*$', '\1'), 2
                   from project p where p.event_id = $1 and p.external_id ~ '/submissions/[0-9]+-'
           ), matched as materialized (
               select distinct on (m.position) m.position, m.id from (
                   select r.position, k.id, k.rank from project_import_row r join known k on k.key = r.key where r.import_id = $2
                   union all select r.position, p.id, 3 from project_import_row r
                       join project p on p.event_id = $1 and p.id = r.project_id where r.import_id = $2) m
               order by m.position, m.rank, m.id
           ), untold as materialized (
               select r.* from project_import_row r
               where r.import_id = $2 and r.key like 'title:%' and r.standing = '"complete"'
                   and not exists (select from matched m where m.position = r.position)
           ), titled as materialized (
               -- A title is not an identity: without a number of its source, a row is a project of the same title only where
               -- the team is the same too, or the code's address, or a member.
               select u.position, p.id, t.name as team,
                      name_key(t.name) = name_key(u.content ->> 'team')
                      or p.repo_url <> '' and p.repo_url = u.content ->> 'repo_url'
                      or exists (select from jsonb_array_elements(u.members) m
                          where m ->> 'email' in (
                              select lower(o.email collate "C") from team_member tm join person o on o.id = tm.person_id
                                  where tm.event_id = $1 and tm.team_id = p.team_id
                              union all select lower(i.email collate "C") from invitation i
                                  where i.event_id = $1 and i.team_id = p.team_id)) as same
               from untold u
               join project p on p.event_id = $1 and name_key(p.title) = name_key(u.content ->> 'title')
               join team t on t.event_id = p.event_id and t.id = p.team_id
               where not exists (select from matched m where m.id = p.id)
           ), named as materialized (
               select distinct on (t.position) t.position, t.id from titled t where t.same order by t.position, t.id
           )
           select r.position, r.rows, r.key, r.content ->> 'title' as "title!", r.standing as "standing!: Json<Readiness>",
                  r.track, r.prizes as "prizes?", coalesce(r.content ->> 'room', '') as "room!",
                  coalesce(r.content ->> 'place', '') as "place!", jsonb_array_length(r.members) as "members!",
                  r.team_size, r.notes as "notes!: Json<Vec<RowNote>>",
                  p.id as "id?", p.external_id is not null as "has_external_id!", p.status = 'submitted' as "submitted?",
                  exists (select from assignment a join review v on v.assignment_id = a.id
                      where a.event_id = $1 and a.project_id = p.id) as "reviewed!",
                  p.track_id as "track_id?",
                  array(select z.prize_id from project_prize z where z.project_id = p.id order by 1) as "stored_prizes!",
                  coalesce(l.room, '') as "stored_room!", coalesce(l.place, '') as "stored_place!",
                  array[p.title <> r.content ->> 'title', p.tagline <> r.content ->> 'tagline',
                      p.summary <> r.content ->> 'summary', p.description <> r.content ->> 'description',
                      p.repo_url <> r.content ->> 'repo_url', p.demo_url <> r.content ->> 'demo_url',
                      r.content ? 'tags' and p.tags <> array(select jsonb_array_elements_text(r.content -> 'tags'))]
                      as "differs!: Vec<Option<bool>>",
                  (select count(*) from jsonb_array_elements(r.members) m where p.id is not null
                      and not exists (select from team_member t join person o on o.id = t.person_id
                          where t.event_id = $1 and lower(o.email collate "C") = m ->> 'email')
                      and not exists (select from invitation i where i.event_id = $1 and i.role = 'participant'
                          and lower(i.email collate "C") = m ->> 'email')) as "new_members!",
                  array(select lower(i.email collate "C") from invitation i join imported_member o
                          on o.event_id = i.event_id and o.team_id = i.team_id and o.email = lower(i.email collate "C")
                      where r.members <> '[]' and i.event_id = $1 and i.team_id = p.team_id and i.role = 'participant'
                          and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null
                          and not r.members @> jsonb_build_array(jsonb_build_object('email', lower(i.email collate "C")))
                      order by 1) as "gone_members!: Vec<String>",
                  array(select m ->> 'email' from jsonb_array_elements(r.members) m
                      where exists (select from membership j join person o on o.id = j.person_id
                              where j.event_id = $1 and j.role = 'judge' and lower(o.email collate "C") = m ->> 'email')
                          or exists (select from invitation i where i.event_id = $1 and i.role = 'judge'
                              and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null
                              and lower(i.email collate "C") = m ->> 'email')) as "judges!: Vec<String>",
                  (select min(t.team) from titled t where t.position = r.position and p.id is null) as same_title
           from project_import_row r
           left join matched m on m.position = r.position
           left join named s on s.position = r.position
           left join project p on p.id = coalesce(m.id, s.id)
           left join project_place l on l.project_id = p.id
           where r.import_id = $2 order by r.position"#,
        permit.ids().0,
        upload.id
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|r| UploadedRow {
        position: r.position,
        rows: r.rows,
        key: r.key,
        title: r.title,
        standing: r.standing.0,
        track: r.track,
        prizes: r.prizes,
        place: (r.room, r.place),
        members: r.members.into(),
        team_size: r.team_size,
        notes: r.notes.0,
        stored: r.id.map(|id| StoredProject {
            id: ProjectId(id),
            has_external_id: r.has_external_id,
            submitted: r.submitted.unwrap_or_default(),
            reviewed: r.reviewed,
            track: r.track_id.map(TrackId),
            prizes: r.stored_prizes,
            place: (r.stored_room, r.stored_place),
            differs: std::array::from_fn(|at| r.differs.get(at).copied().flatten().unwrap_or_default()),
            new_members: r.new_members,
            gone_members: r.gone_members,
        }),
        same_title: r.same_title,
        judges: r.judges,
    });
    Ok(rows.collect())
}

/// The submitted projects that an import brought and that no row of this list is: `found` are those that rows are.
pub async fn gone(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    found: &[i64],
) -> Outcome<Vec<GoneProject>> {
    let rows = sqlx::query!(
        "select p.id, p.title, t.name as team from project p
         join team t on t.event_id = p.event_id and t.id = p.team_id
         where p.event_id = $1 and p.status = 'submitted' and p.external_id is not null and p.id <> all ($2)
         order by p.title, p.id",
        permit.ids().0,
        found
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|r| GoneProject { id: ProjectId(r.id), title: r.title, team: r.team }).collect())
}

/// What an organizer said that columns hold, by their names in the form in which they are compared.
pub async fn choices(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
) -> Outcome<Vec<(String, ColumnChoice)>> {
    let rows = sqlx::query!("select heading, holds from import_column where event_id = $1", permit.ids().0);
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().filter_map(|r| Some((r.heading, ColumnChoice::from_name(&r.holds)?))).collect())
}

/// Keeps what an organizer says that columns hold.
pub async fn choose(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    choices: &[(String, ColumnChoice)],
) -> Outcome<()> {
    let headings: Vec<String> = choices.iter().map(|(heading, _)| heading.clone()).collect();
    let holds: Vec<String> = choices.iter().map(|(_, choice)| choice.name().to_owned()).collect();
    sqlx::query!(
        "insert into import_column (event_id, heading, holds)
         select distinct on (c.heading) $1, c.heading, c.holds from unnest($2::text[], $3::text[]) c(heading, holds)
         on conflict (event_id, heading) do update set holds = excluded.holds",
        permit.ids().0,
        &headings,
        &holds
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The bytes of an uploaded list.
pub async fn file(
    conn: &mut Conn,
    _: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
) -> Outcome<Option<Vec<u8>>> {
    Ok(sqlx::query_scalar!("select file from project_import where id = $1", upload.id)
        .fetch_one(conn)
        .await?)
}

/// What names and places of a list are found among.
pub async fn names(conn: &mut Conn, permit: &Permit<act::ImportProjects>) -> Outcome<EventNames> {
    let event = permit.ids().0;
    let size = sqlx::query_scalar!("select max_team_size from event where id = $1", event);
    let size = size.fetch_one(&mut *conn).await?;
    let tracks = sqlx::query!("select id, name from track where event_id = $1 order by position, id", event);
    let tracks = tracks.fetch_all(&mut *conn).await?;
    let prizes = sqlx::query!("select id, name from prize where event_id = $1 order by position, id", event);
    let prizes = prizes.fetch_all(&mut *conn).await?;
    let places = sqlx::query!(
        "select project_id, room, place from project_place where event_id = $1 and place <> ''",
        event
    );
    let places = places.fetch_all(conn).await?;
    Ok(EventNames {
        tracks: tracks.into_iter().map(|t| (TrackId(t.id), t.name)).collect(),
        prizes: prizes.into_iter().map(|p| (p.id, p.name)).collect(),
        places: places.into_iter().map(|p| (ProjectId(p.project_id), p.room, p.place)).collect(),
        max_team_size: usize::try_from(size).unwrap_or_default(),
    })
}

/// Adds and changes projects, past the close of submissions. `entries` are places in the list, each with what the event
/// decides about it: the project that it is, its track, prizes and place. The database writes the audit row as the transaction
/// commits.
///
/// # Errors
/// The database's refusal: a reviewed project, or a rule of its own.
pub async fn import(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
    entries: &[(i32, Value)],
    (actor, actor_role, ip): (&str, &str, Option<&str>),
) -> Outcome<Vec<ImportedProject>> {
    let entries: Vec<Value> =
        entries.iter().map(|(position, more)| json!({ "position": position, "more": more })).collect();
    let rows = sqlx::query!(
        r#"with entries as materialized (
               select row_number() over (order by r.position) as entry, r.position,
                   r.content || case when (r.content ->> 'submitted_at')::timestamptz > clock_timestamp()
                           then '{"submitted_at": null}'::jsonb else '{}'::jsonb end
                       || jsonb_build_object('status', 'submitted', 'members',
                           (select coalesce(jsonb_agg(m -> 'email'), '[]') from jsonb_array_elements(r.members) m))
                       || e.more as content
               from jsonb_to_recordset($3) e(position int, more jsonb)
               join project_import_row r on r.import_id = $2 and r.position = e.position
           )
           select e.position, i.project_id as "project!", i.team_id as "team!", i.created as "created!"
           from import_projects($1, (select coalesce(jsonb_agg(content order by entry), '[]') from entries), $4, $5, $6, $7) i
           join entries e on e.entry = i.entry order by e.position"#,
        permit.ids().0,
        upload.id,
        Json(entries) as _,
        upload.sha256,
        actor,
        actor_role,
        ip
    )
    .fetch_all(conn)
    .await?;
    let imported = rows.into_iter().map(|r| ImportedProject {
        position: r.position,
        project: ProjectId(r.project),
        team: TeamId(r.team),
        created: r.created,
    });
    Ok(imported.collect())
}

/// Invites the members of an import's projects to their teams, and returns how many are new: people who are on a team of the
/// event, or invited to it, are left out. Nobody knows the links' codes before the invitations are sent.
pub async fn invite(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
    person: PersonId,
    imported: &[ImportedProject],
) -> Outcome<u64> {
    let positions: Vec<i32> = imported.iter().map(|project| project.position).collect();
    let teams: Vec<i64> = imported.iter().map(|project| project.team.0).collect();
    let done = sqlx::query!(
        r#"insert into invitation (event_id, email, name, role, team_id, token_hash, invited_by)
           select $1, m ->> 'email', m ->> 'name', 'participant', t.team, sha256(uuid_send(gen_random_uuid())), $5
           from unnest($3::int[], $4::bigint[]) t(position, team)
           join project_import_row r on r.import_id = $2 and r.position = t.position
           cross join jsonb_array_elements(r.members) m
           where not exists (select from team_member o join person p on p.id = o.person_id
                   where o.event_id = $1 and lower(p.email collate "C") = m ->> 'email')
               and not exists (select from invitation i where i.event_id = $1 and i.role = 'participant'
                   and lower(i.email collate "C") = m ->> 'email' and i.withdrawn_at is null)
           order by r.position
           on conflict do nothing"#,
        permit.ids().0,
        upload.id,
        &positions,
        &teams,
        person.0
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// Withdraws the open invitations of an earlier list to the teams of an import's projects, of people whom this list no longer
/// names there. A row that names nobody leaves them.
pub async fn withdraw_gone(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
    imported: &[ImportedProject],
) -> Outcome<()> {
    let positions: Vec<i32> = imported.iter().map(|project| project.position).collect();
    let teams: Vec<i64> = imported.iter().map(|project| project.team.0).collect();
    sqlx::query!(
        r#"update invitation i set withdrawn_at = clock_timestamp()
           from unnest($3::int[], $4::bigint[]) t(position, team)
           join project_import_row r on r.import_id = $2 and r.position = t.position and r.members <> '[]'
           where i.event_id = $1 and i.team_id = t.team and i.role = 'participant'
             and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null
             and exists (select from imported_member o where o.event_id = i.event_id and o.team_id = i.team_id
                 and o.email = lower(i.email collate "C"))
             and not r.members @> jsonb_build_array(jsonb_build_object('email', lower(i.email collate "C")))"#,
        permit.ids().0,
        upload.id,
        &positions,
        &teams
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes down what came of a list, and forgets its rows.
pub async fn finish(
    conn: &mut Conn,
    _: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
    counts: ImportCounts,
) -> Outcome<()> {
    sqlx::query!("delete from project_import_row where import_id = $1", upload.id)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "update project_import set confirmed_at = clock_timestamp(), file = null, created_count = $2, updated_count = $3,
             invited_count = $4, flagged_count = $5 where id = $1",
        upload.id,
        counts.created,
        counts.updated,
        counts.invited,
        counts.flagged
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes the lists that nobody confirmed within a day, and what came of the others: they hold addresses of people who were
/// not asked.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    sqlx::query!("delete from project_import where created_at < clock_timestamp() - interval '1 day'")
        .execute(conn)
        .await?;
    Ok(())
}

/// Forgets the lists that somebody uploaded, with all addresses in them.
pub async fn forget(conn: &mut Conn, person: PersonId) -> Outcome<()> {
    sqlx::query!("delete from project_import where person_id = $1", person.0).execute(conn).await?;
    Ok(())
}
