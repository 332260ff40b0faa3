//! Assignments with their reviews, and declared conflicts.

use super::{Ids, in_order};
use crate::prelude::*;
use shared::bundle::{Bundle, BundleAssignment};

/// Assignments in the file's order, then their reviews.
pub(super) async fn insert_assignments(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    people: &Ids<'_>,
    projects: &Ids<'_>,
) -> Outcome<()> {
    let assignments = &bundle.assignments;
    let text =
        |of: fn(&BundleAssignment) -> &str| assignments.iter().map(|a| of(a).to_owned()).collect::<Vec<_>>();
    let created: Vec<Option<DateTime<Utc>>> = assignments.iter().map(|a| a.created_at).collect();
    let voided: Vec<Option<DateTime<Utc>>> = assignments.iter().map(|a| a.voided_at).collect();
    let ended: Vec<bool> = assignments.iter().map(|a| a.ended_with_project).collect();
    let taken_off: Vec<bool> = assignments.iter().map(|a| a.taken_off).collect();
    let ids = values!(conn,
        "insert into assignment (event_id, person_id, project_id, status, source, recused_reason, created_at, voided_at,
                                 ended_with_project, taken_off)
         select $1, a.person, a.project, a.status, a.source, a.reason, coalesce(a.created_at, now()), a.voided_at, a.ended, a.taken_off
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::bool[],
                     $10::bool[])
              with ordinality a(person, project, status, source, reason, created_at, voided_at, ended, taken_off, at)
         order by a.at returning id";
        event.0, &people.column(assignments.iter().map(|a| a.person.as_str())),
        &projects.column(assignments.iter().map(|a| a.project.as_str())), &text(|a| &a.status),
        &text(|a| &a.source), &text(|a| &a.recused_reason), &created as &[Option<DateTime<Utc>>],
        &voided as &[Option<DateTime<Utc>>], &ended, &taken_off)?;
    insert_reviews(conn, event, assignments, people, &in_order(ids)).await
}

/// Reviews are numbered as they were given, as far as the bundle tells: that order is what they have in the event that they come from.
async fn insert_reviews(
    conn: &mut Conn,
    event: EventId,
    assignments: &[BundleAssignment],
    people: &Ids<'_>,
    ids: &[i64],
) -> Outcome<()> {
    let reviews = || assignments.iter().zip(ids).filter_map(|(a, id)| Some((*id, a.review.as_ref()?)));
    let of: Vec<i64> = reviews().map(|(id, _)| id).collect();
    let scores = reviews().map(|(_, r)| serde_json::to_string(&r.scores)).collect::<Result<Vec<_>, _>>()?;
    let comments: Vec<String> = reviews().map(|(_, r)| r.comment.clone()).collect();
    let submitted: Vec<Option<DateTime<Utc>>> = reviews().map(|(_, r)| r.submitted_at).collect();
    let voided: Vec<Option<DateTime<Utc>>> = reviews().map(|(_, r)| r.voided_submitted_at).collect();
    let entered: Vec<Option<i64>> =
        reviews().map(|(_, r)| r.entered_by.as_deref().map(|person| people.of(person))).collect();
    run!(conn,
        "insert into review (event_id, assignment_id, scores, comment, submitted_at, saved_at, voided_submitted_at, entered_by)
         select $1, r.assignment, r.scores::jsonb, r.comment, r.submitted_at,
                coalesce(r.submitted_at, r.voided_submitted_at, now()), r.voided_submitted_at, r.entered_by
         from unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::bigint[])
              with ordinality r(assignment, scores, comment, submitted_at, voided_submitted_at, entered_by, at)
         order by coalesce(r.submitted_at, r.voided_submitted_at), r.at";
        event.0, &of, &scores, &comments, &submitted as &[Option<DateTime<Utc>>],
        &voided as &[Option<DateTime<Utc>>], &entered as &[Option<i64>])
}

/// Declared conflicts of interest.
pub(super) async fn insert_conflicts(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    people: &Ids<'_>,
    projects: &Ids<'_>,
) -> Outcome<()> {
    let kinds: Vec<String> = bundle.conflicts.iter().map(|c| c.kind.name().to_owned()).collect();
    let reasons: Vec<String> = bundle.conflicts.iter().map(|c| c.reason.clone()).collect();
    run!(conn, "insert into conflict (event_id, person_id, project_id, kind, reason)
         select $1, c.person, c.project, c.kind, c.reason
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) c(person, project, kind, reason)";
        event.0, &people.column(bundle.conflicts.iter().map(|c| c.person.as_str())),
        &projects.column(bundle.conflicts.iter().map(|c| c.project.as_str())), &kinds, &reasons)
}
