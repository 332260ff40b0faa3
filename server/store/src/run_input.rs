//! What a calibration run reads, and the names that a ranking is shown with.

use crate::prelude::*;

/// The submitted reviews of `done` assignments of submitted, unflagged projects.
pub async fn usable(conn: &mut Conn, event: EventId) -> Outcome<Vec<UsableReview>> {
    rows!(conn,
        r#"select p.id as "project: ProjectId", p.track_id as "track: TrackId", j.email as judge, r.scores as "scores: Json<Scores>",
                  a.source in ('planned', 'pulled') as "dealt!"
           from review r
           join assignment a on a.event_id = r.event_id and a.id = r.assignment_id
           join project p on p.event_id = a.event_id and p.id = a.project_id
           join person j on j.id = a.person_id
           where r.event_id = $1 and r.submitted_at is not null and a.status = 'done'
             and p.status = 'submitted' and p.duplicate_of is null
           order by p.id, j.email collate "C""#; event.0)
    .each(object! { UsableReview from |r|:
        project, track, judge, dealt;
        scores: r.scores.0
    })
}

/// The project and judge of each submitted review, in the order in which they were first saved. Reviews that an organizer entered are
/// left out, because their order is the organizer's. Reviews that a judge submitted at one moment, as a file says, have no order.
pub async fn in_order(conn: &mut Conn, event: EventId) -> Outcome<Vec<(ProjectId, String)>> {
    rows!(conn, r#"select g.project_id as "project!: ProjectId", j.email as judge
           from (select r.id, a.person_id, a.project_id, count(*) over (partition by a.person_id, r.submitted_at) as at_once
                 from review r
                 join assignment a on a.event_id = r.event_id and a.id = r.assignment_id
                 where r.event_id = $1 and r.submitted_at is not null and r.entered_by is null) g
           join person j on j.id = g.person_id
           where g.at_once = 1 order by g.id"#; event.0)
    .each(|r| (r.project, r.judge))
}

/// The submitted projects in id order.
pub async fn submitted(conn: &mut Conn, event: EventId) -> Outcome<Vec<SubmittedProject>> {
    rows!(conn, SubmittedProject, r#"select id, duplicate_of is not null as "flagged!", track_id as "track: _" from project
           where event_id = $1 and status = 'submitted' order by id"#; event.0)
}

/// Reviews that are drafts of judges who have not stepped aside.
pub async fn drafts(conn: &mut Conn, event: EventId) -> Outcome<i64> {
    value!(conn, r#"select count(*) as "n!" from review r
           join assignment a on a.event_id = r.event_id and a.id = r.assignment_id
           where r.event_id = $1 and r.submitted_at is null and a.status <> 'recused'"#; event.0)
}

/// The event's projects by id, with the names they have now.
pub async fn names(conn: &mut Conn, event: EventId) -> Outcome<BTreeMap<ProjectId, ProjectName>> {
    rows!(conn, "select p.id, p.title, p.team_id, t.name as team
         from project p join team t on t.event_id = p.event_id and t.id = p.team_id
         where p.event_id = $1"; event.0)
    .each(|r| (ProjectId(r.id), ProjectName { title: r.title, team: r.team, team_id: TeamId(r.team_id) }))
}

/// Display names of the event's judges by address, as stored.
pub async fn judge_names(conn: &mut Conn, event: EventId) -> Outcome<BTreeMap<String, String>> {
    rows!(conn, "select j.email, j.name from membership m join person j on j.id = m.person_id
         where m.event_id = $1 and m.role = 'judge'"; event.0)
    .each(|r| (r.email, r.name))
}

/// How many submitted reviews were saved since the event's results were first published.
pub async fn saved_since_publication(conn: &mut Conn, event: EventId) -> Outcome<i64> {
    value!(conn, r#"with first as (select min(p.published_at) as published from publication p where p.event_id = $1)
           select count(*) as "count!" from review r, first f
           where r.event_id = $1 and r.submitted_hour >= utc_hour(f.published) and r.submitted_at > f.published"#; event.0)
}

/// The assignments of an event whose reviews were set aside, each with its project, the oldest first; those of withdrawn projects, which are
/// not ranked, are left out.
pub async fn set_aside(conn: &mut Conn, event: EventId) -> Outcome<Vec<(AssignmentId, ProjectId)>> {
    rows!(conn, "select id, project_id from assignment
         where event_id = $1 and voided_at is not null and not ended_with_project order by voided_at, id"; event.0)
    .each(|r| (AssignmentId(r.id), ProjectId(r.project_id)))
}
