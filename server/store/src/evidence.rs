//! Evidence: facts on submissions. Rows are only appended.

use crate::prelude::*;
use shared::evidence::{Evidence, Fact};
use shared::provenance::EvidenceDigest;

/// Appends a fact; `found_by` is none for what the portal found. Returns its number and its time.
/// Errors: 409 once the event is forgotten.
pub async fn append(
    conn: &mut Conn,
    event: EventId,
    project: ProjectId,
    fact: &Fact,
    found_by: Option<PersonId>,
) -> Outcome<(i64, DateTime<Utc>)> {
    let row = row!(conn, "insert into evidence (event_id, project_id, fact, found_by) values ($1, $2, $3, $4) returning id, found_at";
        event.0, project.0, Json(fact) as _, found_by as _)?;
    Ok((row.id, row.found_at))
}

/// A project's facts, the earliest first.
pub async fn of_project(conn: &mut Conn, project: ProjectId) -> Outcome<Vec<Evidence>> {
    rows!(conn, Evidence, r#"select id, project_id, fact as "fact: Json<Fact>", found_at, found_by as "found_by: PersonId", salt
         from evidence where project_id = $1 order by id"#; project.0)
}

/// An event's facts, the earliest first.
pub async fn of_event(conn: &mut Conn, event: EventId) -> Outcome<Vec<Evidence>> {
    rows!(conn, Evidence, r#"select id, project_id, fact as "fact: Json<Fact>", found_at, found_by as "found_by: PersonId", salt
         from evidence where event_id = $1 order by id"#; event.0)
}

/// What signed results say of an event's facts; none where it does not want any. The caller holds
/// [`crate::duplicate::lock_submitted_projects`], so that no fact gets in before those.
pub async fn digest(conn: &mut Conn, event: EventId) -> Outcome<Option<EvidenceDigest>> {
    if !value!(conn, "select evidence from event where id = $1"; event.0)? {
        return Ok(None);
    }
    digest_of_all(conn, event).await.map(Some)
}

/// The digest of an event's facts so far.
pub async fn digest_of_all(conn: &mut Conn, event: EventId) -> Outcome<EvidenceDigest> {
    EvidenceDigest::of(&of_event(conn, event).await?).map_err(Failure::broken)
}

/// Where HEAD of a project's repository was at the close: what was seen first after it, and said again by later looks. A repository that an
/// organizer has taken out of the project says nothing of it, and of two closes the last one counts, also once a publication ends more time.
pub async fn head_at_close(conn: &mut Conn, project: ProjectId) -> Outcome<Option<String>> {
    let head = maybe_value!(conn, r#"select v.fact ->> 'head' as "head!" from evidence v join project p on p.id = v.project_id join event e on e.id = p.event_id
         where p.id = $1 and v.fact ->> 'kind' = 'code_at_close' and v.fact ->> 'url' = p.repo_url
             and v.found_at >= coalesce(submissions_close_of(e, p.team_id), v.found_at)
         order by v.id desc limit 1"#; project.0)?;
    Ok(head)
}

/// Takes repositories of one event that are due for a look, until their lease ends. Events take turns, so that none with many slow hosts
/// holds up the others. Taken are with `first` those that nobody has looked at, otherwise
/// those that are due for a later one. What is found a day after the close is no longer the code at the close, and what was found before
/// it counts for nothing: submissions were opened again, or the team got more time.
pub async fn take_due(conn: &mut Conn, first: bool, most: i64) -> Outcome<Vec<DueLook>> {
    rows!(conn, r#"with due as (
             select p.id, p.event_id, p.repo_url, n.looks, l.looked_at, e.submissions_open, w.close, e.evidence_names
             from event e join project p on p.event_id = e.id left join code_look l on l.project_id = p.id
             cross join lateral (select submissions_close_of(e, p.team_id) as close) w
             cross join lateral (select case when l.looked_at >= w.close then l.looks else 0 end as looks) n
             where e.evidence and e.forgotten_at is null and p.status = 'submitted' and p.repo_url <> ''
                 -- As in content_due: without this, each look would ask for the close of every project there ever was.
                 and e.submissions_close <= clock_timestamp()
                 and (greatest(e.submissions_close, e.judging_close) > clock_timestamp() - interval '1 day'
                     or exists (select from team_extension x where x.event_id = e.id)
                     or exists (select from code_look k where k.event_id = e.id and k.looks in (1, 2)))
                 and (l.leased_until is null or l.leased_until <= clock_timestamp()) and w.close <= clock_timestamp()
                 and case n.looks
                     when 0 then $1 and clock_timestamp() < w.close + interval '1 day'
                     when 1 then not $1
                     when 2 then not $1 and clock_timestamp() >= greatest(e.judging_open, l.looked_at + interval '30 minutes')
                         and (e.judging_close is null or e.judging_close > clock_timestamp())
                     else false end),
         chosen as (
             select * from due where event_id = (
                 select d.event_id from (select distinct event_id from due) d
                 order by (select max(l.leased_until) from code_look l where l.event_id = d.event_id) nulls first, d.event_id limit 1)
             order by id limit $2),
         taken as (
             insert into code_look as l (project_id, event_id, looks, looked_at)
             select id, event_id, looks, looked_at from chosen order by id
             on conflict (project_id) do update
                 set looks = excluded.looks, leased_until = clock_timestamp() + interval '5 minutes'
                 where l.leased_until <= clock_timestamp() and l.looked_at is not distinct from excluded.looked_at
             returning project_id, leased_until)
         select c.id as "id!", c.event_id as "event_id!", c.repo_url as "repo_url!", c.looks as "looks!", c.submissions_open as "start?",
                c.close as "close!", c.evidence_names as "names!", t.leased_until as "leased_until!",
                (select v.fact from evidence v where c.looks > 0 and v.project_id = c.id and v.fact ->> 'kind' = 'code_at_close'
                 order by v.id desc limit 1) as "last?: Json<Fact>"
         from taken t join chosen c on c.id = t.project_id order by c.id"#; first, most)
    .each(object! { DueLook from |r|:
        repo_url, looks, start, close, names, leased_until;
        event: EventId(r.event_id),
        project: ProjectId(r.id),
        last: r.last.map(|fact| fact.0)
    })
}

/// Ends a look: so many are finished now. False where the lease has ended and another sender took the repository.
pub async fn end_look(conn: &mut Conn, look: &DueLook, finished: i32) -> Outcome<bool> {
    changed!(conn, "update code_look set looks = $2, looked_at = clock_timestamp(), leased_until = clock_timestamp()
         where project_id = $1 and looks = $3 and leased_until = $4";
        look.project.0, finished, look.looks, look.leased_until)
}
