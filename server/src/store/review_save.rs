//! What saving a review reads and writes: one statement each.

use super::facts::{context_of, facts_columns};
use super::review::stored_review;
use super::row_lock::HeldRow;
use super::{Conn, select_with_rubric};
use crate::failure::Outcome;
use crate::model::assignment::Assignment;
use crate::model::context::Context;
use crate::model::review::{Review, ReviewGround, WrittenReview};
use chrono::{DateTime, Utc};
use shared::feedback::FeedbackChoice;
use shared::ids::{AssignmentId, EventId, PersonId, ProjectId, TeamId};
use shared::review::CheckedReview;
use shared::rubric::{Criterion, Scores};
use shared::rules::{
    AssignmentStatus, EventFacts, Facts, Permit, ReviewRule, Rule, Standing, VotingMode, act,
};
use shared::window::Window;
use sqlx::types::Json;

struct Row {
    id: i64,
    slug: String,
    name: String,
    submissions_open: Option<DateTime<Utc>>,
    submissions_close: Option<DateTime<Utc>>,
    judging_open: Option<DateTime<Utc>>,
    judging_close: Option<DateTime<Utc>>,
    voting_open: Option<DateTime<Utc>>,
    voting_close: Option<DateTime<Utc>>,
    voting_mode: String,
    feedback_released: bool,
    feedback_criteria: bool,
    demo: bool,
    review_rule: String,
    first_three: bool,
    forget_on: Option<DateTime<Utc>>,
    forgotten_at: Option<DateTime<Utc>>,
    published: bool,
    reviewed: bool,
    now: DateTime<Utc>,
    roles: Vec<String>,
    team: Option<i64>,
    project: i64,
    status: String,
    recused_reason: String,
    voided_at: Option<DateTime<Utc>>,
    criteria: Json<Vec<Criterion>>,
    scores: Option<Json<Scores>>,
    comment: Option<String>,
    comment_salt: Option<Vec<u8>>,
    submitted_at: Option<DateTime<Utc>>,
    saved_at: Option<DateTime<Utc>>,
    entered_by: Option<String>,
    voided_submitted_at: Option<DateTime<Utc>>,
}

macro_rules! select_ground {
    ($facts:tt, $columns:tt, $rest:tt, $($value:expr),+ $(,)?) => {
        select_with_rubric!(Row, [$facts $columns], $rest, $($value),+)
    };
}

/// Reads what a save of the assignment that the transaction holds depends on; `None` where the judge has no such assignment.
///
/// # Errors
/// A lost database.
pub async fn read(conn: &mut Conn, held: &HeldRow) -> Outcome<Option<ReviewGround>> {
    let row = facts_columns!(
        select_ground,
        r#", a.project_id as "project!", a.status as "status!", a.recused_reason as "recused_reason!",
           a.voided_at as "voided_at?", r.scores as "scores?: Json<Scores>", r.comment as "comment?",
           r.comment_salt as "comment_salt?", r.submitted_at as "submitted_at?", r.saved_at as "saved_at?",
           coalesce(nullif(o.name, ''), o.email) as "entered_by?", r.voided_submitted_at as "voided_submitted_at?""#,
        "from assignment a join event e on e.id = a.event_id
         left join review r on r.event_id = a.event_id and r.assignment_id = a.id
         left join person o on o.id = r.entered_by
         where a.person_id = $1 and a.id = $2",
        held.judge().0,
        held.assignment().0
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let assigned = Assignment {
        id: held.assignment(),
        judge: held.judge(),
        project: ProjectId(row.project),
        // The table allows no other names.
        status: AssignmentStatus::from_name(&row.status).unwrap_or(AssignmentStatus::Pending),
        recused_reason: row.recused_reason,
        voided_at: row.voided_at,
    };
    let stored = stored_review!(row);
    let criteria = row.criteria.0;
    Ok(Some(ReviewGround { at: context_of!(row), assigned, criteria, stored }))
}

/// Acts that write a review.
pub trait WritesReview: Rule {
    /// The event and the assignment that a permit is for, and the organizer who enters it for the judge, where one does.
    fn of(permit: &Permit<Self>) -> (EventId, AssignmentId, Option<PersonId>)
    where
        Self: Sized;
}

impl WritesReview for act::SaveReview {
    fn of(permit: &Permit<Self>) -> (EventId, AssignmentId, Option<PersonId>) {
        let (event, id) = permit.ids();
        (event, id, None)
    }
}

impl WritesReview for act::EnterReview {
    fn of(permit: &Permit<Self>) -> (EventId, AssignmentId, Option<PersonId>) {
        let (event, id, organizer) = permit.ids();
        (event, id, Some(organizer))
    }
}

/// Writes the first review of an assignment, or over the one that is there, and moves the assignment to `status` where one
/// is given; the caller holds the assignment's lock.
///
/// # Errors
/// The database's refusal: outside the judging window, recused, scores that are not valid.
pub async fn write<A: WritesReview>(
    conn: &mut Conn,
    permit: &Permit<A>,
    review: &CheckedReview,
    first: bool,
    status: Option<AssignmentStatus>,
) -> Outcome<WrittenReview> {
    let (event, id, organizer) = A::of(permit);
    Ok(sqlx::query_as!(
        WrittenReview,
        r#"select submitted as submitted_at, saved as "saved_at!", salt as "comment_salt!"
           from write_review($1, $2, $3, $4, $5, $6, $7, $8)"#,
        id.0,
        event.0,
        first,
        Json(&review.scores) as _,
        review.comment,
        review.submit,
        organizer.map(|person| person.0),
        status.map(AssignmentStatus::name)
    )
    .fetch_one(conn)
    .await?)
}
