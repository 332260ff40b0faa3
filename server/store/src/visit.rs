//! Visits on the floor: marks of those in vain, and how far the visits to a project are.

use crate::prelude::*;
use shared::visit::VisitMark;

/// How many minutes the event sets for a visit, if it does.
pub async fn minutes(conn: &mut Conn, event: EventId) -> Outcome<Option<u32>> {
    let minutes: Option<i32> = value!(conn, "select visit_minutes from event where id = $1"; event.0)?;
    Ok(minutes.and_then(|minutes| u32::try_from(minutes).ok()))
}

pub async fn find(conn: &mut Conn, id: AssignmentId) -> Outcome<Option<Visit>> {
    maybe_row!(conn, Visit, r#"select kind as "mark: _", marked_at as at from visit_mark where assignment_id = $1"#;
        id.0)
}

/// Marks a visit; without a time it was just now. The database keeps the time between the opening and now. `None` where the
/// stored mark is as new or newer.
/// Errors: the database's refusal: outside the judging window, or reviewed meanwhile.
pub async fn mark(
    conn: &mut Conn,
    permit: &Permit<act::MarkVisit>,
    mark: VisitMark,
    at: Option<DateTime<Utc>>,
) -> Outcome<Option<Visit>> {
    let (event, id) = permit.ids();
    maybe_row!(conn, Visit, r#"insert into visit_mark (assignment_id, event_id, kind, marked_at)
         values ($1, $2, $3, coalesce($4, clock_timestamp()))
         on conflict (assignment_id) do update set kind = excluded.kind, marked_at = excluded.marked_at
             where visit_mark.marked_at < excluded.marked_at
         returning kind as "mark: _", marked_at as at"#; id.0, event.0, mark.name(), at)
}

/// Takes the mark back.
/// Errors: the database's refusal: outside the judging window.
pub async fn unmark(conn: &mut Conn, permit: &Permit<act::MarkVisit>) -> Outcome<()> {
    let (_, id) = permit.ids();
    run!(conn, "delete from visit_mark where assignment_id = $1"; id.0)
}

/// How far the visits to a project are. Where reviews go to projects that may still win, those beyond the plan's number are
/// left out: they would tell the team how it stands.
pub async fn of_project(conn: &mut Conn, permit: &Permit<act::SeeOwnVisits>) -> Outcome<ProjectVisits> {
    let project: ProjectId = permit.ids();
    let rows = rows!(conn,
        r#"select a.status, v.kind as "mark?: VisitMark", v.marked_at as "marked_at?", e.review_rule = 'need' as "by_need!",
                  planned_reviews(e) as "planned!"
           from assignment a
           join event e on e.id = a.event_id
           left join visit_mark v on v.assignment_id = a.id
           where a.project_id = $1 and a.status <> 'recused'
           order by v.marked_at desc nulls last"#; project.0)?;
    let done = rows.iter().filter(|r| r.status == "done").count();
    let pending = rows.len() - done;
    let limit =
        rows.first().filter(|r| r.by_need).map_or(rows.len(), |r| usize::try_from(r.planned).unwrap_or(0));
    let come = done.min(limit);
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    Ok(ProjectVisits {
        come: count(come),
        to_come: count(pending.min(limit - come)),
        missed: rows.iter().filter_map(|r| Some(Visit { mark: r.mark?, at: r.marked_at? })).collect(),
    })
}
