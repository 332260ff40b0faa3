//! Texts and links of submitted projects that a sender looks at.

use crate::duplicate::lock_submitted_projects;
use crate::prelude::*;
use shared::duplicates::Fingerprint;

/// Most projects of other events that one is compared with.
const MOST_COMPARED: i64 = 2_000;

/// Takes parts of one event that nobody has looked at since their last change: those of the kind `texts`, `links` or `team`. Whoever changes
/// one at this moment is waited for: the new one would never be looked at. Events take turns.
pub async fn take(conn: &mut Conn, kind: &str, most: i64) -> Outcome<Option<(EventId, Vec<DuePart>)>> {
    let event = maybe_value!(conn, r#"select d.event_id as "event!: EventId"
         from (select distinct event_id from content_due where kind = $1) d
         order by (select max(l.due_at) from content_look l where l.event_id = d.event_id) nulls first, d.event_id limit 1"#; kind)?;
    let Some(event) = event else { return Ok(None) };
    lock_submitted_projects(conn, event).await?;
    let parts = rows!(conn, DuePart, r#"with due as (
             select * from content_due where event_id = $1 and kind = $2 order by project_id, part limit $3),
         taken as (
             insert into content_look (project_id, event_id, part, done)
             select project_id, event_id, part, false from due
             on conflict (project_id, part) do update set due_at = excluded.due_at
             returning project_id, part, due_at)
         select d.project_id as "project!: ProjectId", d.part as "part!", d.url as "url!", d.failed as "failed!", t.due_at as "due_at!"
         from taken t join due d using (project_id, part) order by d.project_id, d.part"#; event.0, kind, most)?;
    Ok(Some((event, parts)))
}

/// Ends a look, or puts the next one off: of a link by an hour, of what a team is asked by a quarter of one. False where the lease ended, or
/// what was looked at was changed meanwhile.
pub async fn end(conn: &mut Conn, part: &DuePart, done: bool, failed: bool) -> Outcome<bool> {
    changed!(conn, "update content_look set done = $4,
             due_at = clock_timestamp() + case part when 'team' then interval '15 minutes' else interval '1 hour' end,
             failed_at = case when $5 then clock_timestamp() end
         where project_id = $1 and part = $2 and due_at = $3"; part.project.0, part.part, part.due_at, done, failed)
}

/// The texts of these projects that judges read. Answers that organizers alone read are left out: judges read what is found.
pub async fn texts(conn: &mut Conn, projects: &[i64]) -> Outcome<Vec<SubmittedTexts>> {
    rows!(conn, SubmittedTexts, r#"select p.id as "project: ProjectId", p.title, p.tagline, p.summary, p.description, p.repo_url, t.name as team,
                array_to_string(p.tags, E'\n') as "tags!",
                coalesce((select string_agg(a.value, E'\n' order by a.key) from jsonb_each_text(p.answers) a
                    join jsonb_array_elements(e.form_questions) q on q ->> 'key' = a.key where q ->> 'shown_to' in ('judges', 'all')), '') as "answers!",
                coalesce((select string_agg(i.picture ->> 'alt', E'\n' order by i.position) from project_picture i
                    where i.project_id = p.id), '') as "pictures!"
         from project p join team t on t.id = p.team_id join event e on e.id = p.event_id
         where p.id = any($1) order by p.id"#; projects)
}

/// Queues a mail about a project to each of its team whose address is confirmed. `words` makes its subject and its body of the names of the
/// event and of the project. Mails to the demo's people stay in the list and are never sent.
pub async fn mail_team(
    conn: &mut Conn,
    project: ProjectId,
    words: impl FnOnce(&str, &str) -> (String, String),
) -> Outcome<()> {
    let named = row!(conn, "select e.name, p.title from project p join event e on e.id = p.event_id where p.id = $1"; project.0)?;
    let (subject, body) = words(&named.name, &named.title);
    run!(conn, "insert into mail_outbox (kind, about_event, to_address, subject, body, failed_at, failure)
         select 'notice', e.id, o.email, $2, $3, case when e.demo or o.demo then clock_timestamp() end, case when e.demo or o.demo then 'held' end
         from project p join event e on e.id = p.event_id join team_member m on m.event_id = p.event_id and m.team_id = p.team_id
         join person o on o.id = m.person_id
         where p.id = $1 and o.deactivated_at is null and o.confirmed_at is not null order by o.id"; project.0, subject, body)
}

/// Projects of other events that were submitted before this one and might be the same, the earliest first; none where the organizers of
/// either event do not want it. Finals are made of projects of their event.
pub async fn earlier_elsewhere(
    conn: &mut Conn,
    project: ProjectId,
    mine: &Fingerprint,
) -> Outcome<Vec<EarlierWork>> {
    let (repository, ..) = mine.to_parts();
    let (fewest, most) = mine.bytes_alike();
    rows!(conn, r#"select p.id as "id: ProjectId", e.slug, f.repository, f.words, f.shingles
         from project mine
         join event own on own.id = mine.event_id
         join event e on e.evidence_across and not e.draft and e.id <> own.id and e.id is distinct from own.finals_of
         join project p on p.event_id = e.id and p.status = 'submitted' and p.submitted_at < mine.submitted_at
         join project_fingerprint f on f.project_id = p.id and f.version = $2
         where mine.id = $1 and own.evidence_across and (f.repository = $3 or octet_length(f.shingles) between $4 and $5)
         order by p.submitted_at, p.id limit $6"#;
        project.0, Fingerprint::VERSION, repository, fewest, most, MOST_COMPARED)
    .each(|r| {
        let words = usize::try_from(r.words).unwrap_or_default();
        let fingerprint = Fingerprint::from_parts(r.repository, words, &r.shingles);
        EarlierWork { event: r.slug, project: r.id, fingerprint }
    })
}
