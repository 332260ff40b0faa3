//! What the CSV files list: one statement each, whose rows are handed on as they come.

use crate::prelude::*;
use engine::snapshot::Rows;
use futures_util::{StreamExt as _, TryStreamExt as _};
use shared::export::ExportKind;
use shared::provenance::AuditLine;

/// The memberships by person, then role.
pub fn memberships(conn: &mut Conn, event: EventId) -> Rows<'_, ExportedPerson> {
    stream!(conn, ExportedPerson, r#"select p.email, p.name, m.role, coalesce(known.tracks, '{}') as "tracks!"
           from membership m join person p on p.id = m.person_id
           left join (select pt.person_id, array_agg(t.name order by t.position, t.id) as tracks
                      from person_track pt join track t on t.event_id = pt.event_id and t.id = pt.track_id
                      where pt.event_id = $1 group by pt.person_id) known on known.person_id = p.id
           where m.event_id = $1 order by p.id, m.role"#; event.0)
}

/// The members of all teams, by team and since when.
pub fn members(conn: &mut Conn, event: EventId) -> Rows<'_, ExportedMember> {
    stream!(conn, ExportedMember, "select t.id as team_id, t.external_id, t.name as team, p.email, m.joined_at
         from team_member m join team t on t.event_id = m.event_id and t.id = m.team_id
         join person p on p.id = m.person_id
         where m.event_id = $1 order by t.id, m.joined_at, p.id"; event.0)
}

/// All projects by id, drafts included, with the answers to the questions with these keys.
pub fn projects<'c>(conn: &'c mut Conn, event: EventId, keys: &[String]) -> Rows<'c, ExportedProject> {
    stream!(conn, ExportedProject, r#"select p.id, p.external_id, p.title, t.name as team, k.name as "track?",
                  case when p.withdrawn_at is null then p.status else 'withdrawn' end as "status!", p.submitted_at,
                  p.repo_url, p.demo_url, p.tags, p.duplicate_of,
                  array(select coalesce(p.answers ->> k.key, '') from unnest($2::text[]) with ordinality k(key, at) order by k.at) as "answers!"
           from project p join team t on t.event_id = p.event_id and t.id = p.team_id
           left join track k on k.event_id = p.event_id and k.id = p.track_id
           where p.event_id = $1 order by p.id"#; event.0, keys)
}

/// All assignments by id, but none of the projects of the teams `without`.
pub fn assignments<'c>(
    conn: &'c mut Conn,
    event: EventId,
    without: &[TeamId],
) -> Rows<'c, ExportedAssignment> {
    stream!(conn, ExportedAssignment,
        "select a.id, j.email as judge, p.id as project_id, p.title as project, a.status, a.source, a.created_at
         from assignment a join project p on p.event_id = a.event_id and p.id = a.project_id
         join person j on j.id = a.person_id
         where a.event_id = $1 and p.team_id <> all ($2) order by a.id"; event.0, without as _)
}

/// All reviews by assignment, drafts included.
pub fn reviews(conn: &mut Conn, event: EventId) -> Rows<'_, ExportedReview> {
    stream!(conn, r#"select r.id, j.email as judge, p.id as project_id, p.title as project, r.submitted_at,
                  r.scores as "scores: Json<Scores>", r.comment
           from review r join assignment a on a.event_id = r.event_id and a.id = r.assignment_id
           join project p on p.event_id = a.event_id and p.id = a.project_id
           join person j on j.id = a.person_id
           where r.event_id = $1 order by r.assignment_id"#; event.0)
    .map_ok(object! { ExportedReview from |r|:
        id, judge, project_id, project, submitted_at, comment;
        scores: r.scores.0
    })
    .boxed()
}

/// The titles of the event's projects by id.
pub async fn titles(conn: &mut Conn, event: EventId) -> Outcome<HashMap<i64, String>> {
    rows!(conn, "select id, title from project where event_id = $1"; event.0).each(|r| (r.id, r.title))
}

/// How many rows the list of a kind has; none for what describes a run, and for the log.
pub async fn count(
    conn: &mut Conn,
    event: EventId,
    kind: ExportKind,
    without: &[TeamId],
) -> Outcome<Option<i64>> {
    // Only the count that is asked for is made.
    value!(conn, "select case $2::text
             when 'registrations' then (select count(*) from membership where event_id = $1)
             when 'teams' then (select count(*) from team_member where event_id = $1)
             when 'projects' then (select count(*) from project where event_id = $1)
             when 'assignments' then (
                 select count(*) from assignment a join project p on p.event_id = a.event_id and p.id = a.project_id
                 where a.event_id = $1 and p.team_id <> all ($3))
             when 'scores' then (select count(*) from review where event_id = $1)
         end"; event.0, kind.name(), without as _)
}

/// How many rows a chain has. They are numbered from 1 without a gap, so none is counted.
pub async fn log_length(conn: &mut Conn, slug: &str) -> Outcome<i64> {
    value!(conn, r#"select coalesce(max(seq), 0) as "n!" from audit_log where chain = $1"#; slug)
}

/// The chain of the event with this slug, from its beginning.
pub fn audit<'c>(conn: &'c mut Conn, slug: &str) -> Rows<'c, AuditLine> {
    stream!(conn, AuditLine,
        r#"select seq, audit_ts(ts) as "ts!", actor, action, object_type, object_id, ip, before, after, prev_hash,
                  row_hash
           from audit_log where chain = $1 order by seq"#; slug)
}
