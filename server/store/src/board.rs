//! What the board of an evening of judging reads.

use super::invited_judge;
use crate::prelude::*;
use shared::board::{Task, TaskState};

/// Reads judges, projects and assignments.
pub async fn ground(conn: &mut Conn, event: EventId, slug: &str) -> Outcome<BoardGround> {
    let planned = value!(conn, r#"select planned_reviews(e) as "n!" from event e where id = $1"#; event.0)?;
    Ok(BoardGround {
        planned: u32::try_from(planned).unwrap_or(0),
        projects: projects(conn, event).await?,
        judges: judges(conn, event).await?,
        not_here: invited_judge::list(conn, event).await?.len(),
        dealt: invited_judge::work(conn, event).await?,
        tasks: tasks(conn, event).await?,
        pulled: pulled(conn, slug).await?,
        conflicts: conflicts(conn, event).await?,
    })
}

async fn conflicts(conn: &mut Conn, event: EventId) -> Outcome<Vec<(PersonId, ProjectId)>> {
    rows!(conn, "select person_id, project_id from conflict where event_id = $1"; event.0)
        .each(|r| (PersonId(r.person_id), ProjectId(r.project_id)))
}

async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<PlacedTitle>> {
    rows!(conn,
        r#"select p.id, p.team_id, p.title, coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!"
           from project p left join project_place l on l.project_id = p.id
           where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null order by p.id"#; event.0)
    .each(|r| PlacedTitle {
        id: ProjectId(r.id),
        team: TeamId(r.team_id),
        title: r.title,
        place: Place { room: r.room, place: r.place },
    })
}

async fn judges(conn: &mut Conn, event: EventId) -> Outcome<Vec<(PersonId, String)>> {
    rows!(conn, r#"select j.id, coalesce(nullif(j.name, ''), j.email) as "name!"
           from membership m join person j on j.id = m.person_id
           where m.event_id = $1 and m.role = 'judge' order by j.id"#; event.0)
    .each(|r| (PersonId(r.id), r.name))
}

/// Every assignment in the order of its judge's list: a visit in vain moves it to the end.
async fn tasks(conn: &mut Conn, event: EventId) -> Outcome<Vec<Task>> {
    rows!(conn,
        r#"select a.id, a.person_id, a.project_id, a.status, a.created_at, r.submitted_at as "submitted_at?", r.saved_at as "saved_at?",
                  v.assignment_id is not null as "missed!"
           from assignment a
           left join review r on r.event_id = a.event_id and r.assignment_id = a.id
           left join visit_mark v on v.assignment_id = a.id
           where a.event_id = $1 order by v.marked_at nulls first, a.id"#; event.0)
    .each(|r| Task {
        assignment: r.id,
        project: r.project_id,
        judge: r.person_id,
        state: match (r.status.as_str(), r.submitted_at) {
            ("done", Some(at)) => TaskState::Done(at),
            ("recused", _) => TaskState::Aside,
            _ => TaskState::Pending,
        },
        dealt: r.created_at,
        saved: r.saved_at,
        missed: r.missed,
    })
}

async fn pulled(conn: &mut Conn, slug: &str) -> Outcome<PulledCounts> {
    row!(conn, PulledCounts, r#"select count(*) as "all!",
                  count(*) filter (where after::json #>> '{chosen,by}' = 'need') as "by_need!",
                  count(*) filter (where after::json #>> '{chosen,by}' = 'lot') as "by_lot!"
           from audit_log where chain = $1 and action = 'assignment.pulled'"#; slug)
}

/// The latest run; `None` before the first.
pub async fn latest_run(conn: &mut Conn, event: EventId) -> Outcome<Option<RunHead>> {
    maybe_row!(conn, RunHead, "select run, created_at, input_digest as digest from calibration_run
         where event_id = $1 order by run desc limit 1"; event.0)
}

/// The prizes that are decided by rank, by id.
pub async fn ranked_prizes(conn: &mut Conn, event: EventId) -> Outcome<Vec<RankedPrize>> {
    rows!(conn, RankedPrize, "select id, name, version from prize where event_id = $1 and rule = 'rank' order by id";
        event.0)
}
