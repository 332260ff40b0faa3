//! Texts and links of submitted projects that a sender looks at.

use crate::duplicate::lock_submitted_projects;
use crate::prelude::*;
use shared::duplicates::Fingerprint;

/// Most projects of other events that one is compared with.
const MOST_COMPARED: i64 = 2_000;

/// Takes texts, or links, of one event of which nobody has looked at since their last change. Whoever changes one at this moment is waited
/// for: the new one would never be looked at. Events take turns.
pub async fn take(conn: &mut Conn, texts: bool, most: i64) -> Outcome<Option<(EventId, Vec<DuePart>)>> {
    let event = maybe_value!(conn, r#"select d.event_id as "event!: EventId"
         from (select distinct event_id from content_due where (part = 'texts') = $1) d
         order by (select max(l.due_at) from content_look l where l.event_id = d.event_id) nulls first, d.event_id limit 1"#; texts)?;
    let Some(event) = event else { return Ok(None) };
    lock_submitted_projects(conn, event).await?;
    let parts = rows!(conn, DuePart, r#"with due as (
             select * from content_due where event_id = $1 and (part = 'texts') = $2 order by project_id, part limit $3),
         taken as (
             insert into content_look (project_id, event_id, part, done)
             select project_id, event_id, part, false from due
             on conflict (project_id, part) do update set due_at = excluded.due_at
             returning project_id, part, due_at)
         select d.project_id as "project!: ProjectId", d.part as "part!", d.url as "url!", d.failed as "failed!", t.due_at as "due_at!"
         from taken t join due d using (project_id, part) order by d.project_id, d.part"#; event.0, texts, most)?;
    Ok(Some((event, parts)))
}

/// Ends a look, or puts the next one off by an hour; false where the lease ended, or what was looked at was changed meanwhile.
pub async fn end(conn: &mut Conn, part: &DuePart, done: bool, failed: bool) -> Outcome<bool> {
    let ended = affected!(conn, "update content_look set done = $4, due_at = clock_timestamp() + interval '1 hour',
             failed_at = case when $5 then clock_timestamp() end
         where project_id = $1 and part = $2 and due_at = $3"; part.project.0, part.part, part.due_at, done, failed)?;
    Ok(ended == 1)
}

/// The texts of these projects.
pub async fn texts(conn: &mut Conn, projects: &[i64]) -> Outcome<Vec<SubmittedTexts>> {
    rows!(conn, SubmittedTexts, r#"select id as "project: ProjectId", title, tagline, summary, description, repo_url from project
         where id = any($1) order by id"#; projects)
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
    let rows = rows!(conn, r#"select p.id as "id: ProjectId", e.slug, f.repository, f.words, f.shingles
         from project mine
         join event own on own.id = mine.event_id
         join event e on e.evidence_across and not e.draft and e.id <> own.id and e.id is distinct from own.finals_of
         join project p on p.event_id = e.id and p.status = 'submitted' and p.submitted_at < mine.submitted_at
         join project_fingerprint f on f.project_id = p.id and f.version = $2
         where mine.id = $1 and own.evidence_across and (f.repository = $3 or octet_length(f.shingles) between $4 and $5)
         order by p.submitted_at, p.id limit $6"#;
        project.0, Fingerprint::VERSION, repository, fewest, most, MOST_COMPARED)?;
    let earlier = rows.into_iter().map(|r| {
        let words = usize::try_from(r.words).unwrap_or_default();
        let fingerprint = Fingerprint::from_parts(r.repository, words, &r.shingles);
        EarlierWork { event: r.slug, project: r.id, fingerprint }
    });
    Ok(earlier.collect())
}
