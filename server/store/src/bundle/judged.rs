//! Assignments with their reviews, and declared conflicts.

use super::{At, Filled, column, in_order};
use crate::prelude::*;

/// Assignments in the file's order, then their reviews.
pub(super) async fn insert_assignments(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let assignments = &to.bundle.assignments;
    let ids = values!(conn,
        "insert into assignment (event_id, person_id, project_id, status, source, recused_reason, created_at, voided_at,
                                 ended_with_project, taken_off)
         select $1, a.person, a.project, a.status, a.source, a.reason, coalesce(a.created_at, now()), a.voided_at, a.ended, a.taken_off
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::bool[],
                     $10::bool[])
              with ordinality a(person, project, status, source, reason, created_at, voided_at, ended, taken_off, at)
         order by a.at returning id";
        to.event.0, &column(assignments, |a| to.people.of(&a.person)),
        &column(assignments, |a| to.projects.of(&a.project)), &column(assignments, |a| a.status.clone()),
        &column(assignments, |a| a.source.clone()), &column(assignments, |a| a.recused_reason.clone()),
        &column(assignments, |a| a.created_at) as &[At], &column(assignments, |a| a.voided_at) as &[At],
        &column(assignments, |a| a.ended_with_project), &column(assignments, |a| a.taken_off))?;
    insert_reviews(conn, to, &in_order(ids)).await
}

/// Reviews are numbered as they were given, as far as the bundle tells: that order is what they have in the event that they come from.
async fn insert_reviews(conn: &mut Conn, to: &Filled<'_>, ids: &[i64]) -> Outcome<()> {
    let assignments = to.bundle.assignments.iter().zip(ids);
    let reviews: Vec<_> = assignments.filter_map(|(a, id)| Some((*id, a.review.as_ref()?))).collect();
    let scores =
        reviews.iter().map(|(_, r)| serde_json::to_string(&r.scores)).collect::<Result<Vec<_>, _>>()?;
    run!(conn,
        "insert into review (event_id, assignment_id, scores, comment, submitted_at, saved_at, voided_submitted_at, entered_by)
         select $1, r.assignment, r.scores::jsonb, r.comment, r.submitted_at,
                coalesce(r.submitted_at, r.voided_submitted_at, now()), r.voided_submitted_at, r.entered_by
         from unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::bigint[])
              with ordinality r(assignment, scores, comment, submitted_at, voided_submitted_at, entered_by, at)
         order by coalesce(r.submitted_at, r.voided_submitted_at), r.at";
        to.event.0, &column(&reviews, |(id, _)| *id), &scores, &column(&reviews, |(_, r)| r.comment.clone()),
        &column(&reviews, |(_, r)| r.submitted_at) as &[At],
        &column(&reviews, |(_, r)| r.voided_submitted_at) as &[At],
        &column(&reviews, |(_, r)| r.entered_by.as_deref().map(|by| to.people.of(by))) as &[Option<i64>])
}

/// Declared conflicts of interest.
pub(super) async fn insert_conflicts(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let conflicts = &to.bundle.conflicts;
    run!(conn, "insert into conflict (event_id, person_id, project_id, kind, reason)
         select $1, c.person, c.project, c.kind, c.reason
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) c(person, project, kind, reason)";
        to.event.0, &column(conflicts, |c| to.people.of(&c.person)),
        &column(conflicts, |c| to.projects.of(&c.project)), &column(conflicts, |c| c.kind.name().to_owned()),
        &column(conflicts, |c| c.reason.clone()))
}
