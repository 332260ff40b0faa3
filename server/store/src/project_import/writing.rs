//! The import itself: the projects, the invitations to their teams, and what came of the list.

use crate::prelude::*;
use serde_json::json;

/// A place in the list, what the event decides about it (the project that it is, its track, prizes and place), and the fields of what
/// the list says that are kept as they are here. Of an entry with `members_only`, only those members are taken.
pub type ImportEntry = (i32, Value, Vec<&'static str>);

/// Adds and changes projects, past the close of submissions. The database writes the audit row as the transaction commits.
/// Errors: the database's refusal: a reviewed project, or a rule of its own.
pub async fn import(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
    entries: &[ImportEntry],
    (actor, actor_role, ip): (&str, &str, Option<&str>),
) -> Outcome<Vec<ImportedProject>> {
    let entry =
        |(position, more, kept): &ImportEntry| json!({ "position": position, "more": more, "kept": kept });
    let entries: Vec<Value> = entries.iter().map(entry).collect();
    rows!(conn, ImportedProject, r#"with entries as materialized (
               select row_number() over (order by r.position) as entry, r.position,
                   case when e.more ? 'members_only' then '{}'::jsonb
                       else r.content - e.kept || case when (r.content ->> 'submitted_at')::timestamptz > clock_timestamp()
                               then '{"submitted_at": null}'::jsonb else '{}'::jsonb end
                           || jsonb_build_object('status', 'submitted', 'members',
                               (select coalesce(jsonb_agg(m -> 'email'), '[]') from jsonb_array_elements(r.members) m)) end
                       || e.more as content
               from jsonb_to_recordset($3) e(position int, more jsonb, kept text[])
               join project_import_row r on r.import_id = $2 and r.position = e.position
           )
           select e.position, i.project_id as "project!", i.team_id as "team!", i.created as "created!"
           from import_projects($1, (select coalesce(jsonb_agg(content order by entry), '[]') from entries), $4, $5, $6, $7) i
           join entries e on e.entry = i.entry order by e.position"#;
        permit.ids().0, upload.id, Json(entries) as _, upload.sha256, actor, actor_role, ip)
}

/// Invites the members whom an import brought to their teams, and returns how many are new: people who are on a team of the
/// event, or invited to it, are left out, and those of whom an organizer said that the list is wrong. Nobody knows the links' codes before
/// the invitations are sent. `alone` has, for each place in the list whose project stays as it is, the addresses that are invited all the same.
pub async fn invite(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
    person: PersonId,
    (imported, alone): (&[ImportedProject], &Value),
) -> Outcome<u64> {
    let positions: Vec<i32> = imported.iter().map(|project| project.position).collect();
    let teams: Vec<i64> = imported.iter().map(|project| project.team.0).collect();
    affected!(conn, r#"insert into invitation (event_id, email, name, role, team_id, token_hash, invited_by)
           select $1, m ->> 'email', m ->> 'name', 'participant', t.team, sha256(uuid_send(gen_random_uuid())), $5
           from unnest($3::int[], $4::bigint[]) t(position, team)
           join project_import_row r on r.import_id = $2 and r.position = t.position
           cross join jsonb_array_elements(r.members) m
           join imported_member b on b.event_id = $1 and b.team_id = t.team and b.email = lower((m ->> 'email') collate "C")
               and b.lifted_reason is null
           where coalesce($6::jsonb -> t.position::text ? (m ->> 'email'), true)
               and not exists (select from team_member o join person p on p.id = o.person_id
                   where o.event_id = $1 and lower(p.email collate "C") = m ->> 'email')
               and not exists (select from invitation i where i.event_id = $1 and i.role = 'participant'
                   and lower(i.email collate "C") = m ->> 'email' and i.withdrawn_at is null)
           order by r.position
           on conflict do nothing"#; permit.ids().0, upload.id, &positions, &teams, person.0, alone)
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
    run!(conn, r#"update invitation i set withdrawn_at = clock_timestamp()
           from unnest($3::int[], $4::bigint[]) t(position, team)
           join project_import_row r on r.import_id = $2 and r.position = t.position and r.members <> '[]'
           where i.event_id = $1 and i.team_id = t.team and i.role = 'participant'
             and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null
             and exists (select from imported_member o where o.event_id = i.event_id and o.team_id = i.team_id
                 and o.email = lower(i.email collate "C"))
             and not r.members @> jsonb_build_array(jsonb_build_object('email', lower(i.email collate "C")))"#;
        permit.ids().0, upload.id, &positions, &teams)
}

/// Writes down what came of a list, and forgets its rows.
pub async fn finish(
    conn: &mut Conn,
    _: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
    counts: ImportCounts,
) -> Outcome<()> {
    run!(conn, "delete from project_import_row where import_id = $1"; upload.id)?;
    run!(conn,
        "update project_import set confirmed_at = clock_timestamp(), file = null, created_count = $2, updated_count = $3,
             invited_count = $4, flagged_count = $5 where id = $1";
        upload.id, counts.created, counts.updated, counts.invited, counts.flagged)
}
