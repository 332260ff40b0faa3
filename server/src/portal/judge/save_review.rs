//! Saving a review, as a draft or submitted. All that it knows lies in its transaction, so saves that
//! wait can be committed together.

use super::{facts, logged};
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::{Sent, context, entry};
use crate::store::audit::{self, Entry};
use crate::store::facts::Of;
use crate::store::{Conn, assignment, review};
use shared::ids::AssignmentId;
use shared::refusal::Refusal;
use shared::review::{ReviewChanges, check};
use shared::rubric::weighted_total;
use shared::rules::{AssignmentStatus, act, may};
use shared::wire::ReviewSaved;

/// Saves the review of one of the caller's assignments. With `submit` it is submitted and the assignment
/// done; without, it is a draft and the assignment pending (again). What is left out stays as stored.
///
/// # Errors
/// 401; 404 for any assignment but the caller's own; 409 outside the judging window or after stepping
/// aside; 400 for what is malformed; 422 for scores that don't do.
pub async fn save(
    conn: &mut Conn,
    caller: &Caller,
    id: AssignmentId,
    sent: Sent<ReviewChanges>,
) -> Outcome<ReviewSaved> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let mine = assignment::lock_own(conn, id, person).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context(conn, caller, Of::Assignment(id)).await?;
    at.facts.assignment = Some(facts(caller, &mine));
    let permit = may::<act::SaveReview>(caller.actor.as_ref(), &at.facts, at.now)?;
    let changes = sent?;
    let (criteria, stored) = review::load(conn, at.event, id).await?;
    let first = stored.is_none();
    let stored = stored.unwrap_or_default();
    let review = check(changes, &criteria, stored.scores.clone(), stored.comment.clone())?;
    let written = if first {
        review::insert(conn, &permit, at.event, id, &review).await?
    } else {
        review::update(conn, &permit, id, &review).await?
    };
    let status = if review.submit { AssignmentStatus::Done } else { AssignmentStatus::Pending };
    if status != mine.status {
        assignment::set_status(conn, &permit, id, status, "").await?;
    }
    let was_submitted = stored.submitted_at.is_some();
    let before = logged(mine.status, was_submitted, &stored.scores, &stored.comment_salt, &stored.comment);
    let after = logged(status, review.submit, &review.scores, &written.comment_salt, &review.comment);
    let action = if review.submit { "review.submitted" } else { "review.saved" };
    let entry =
        Entry { before: Some(before), after: Some(after), ..entry(caller, &at, action, "assignment", id) };
    audit::append(conn, entry).await?;
    let total = weighted_total(&criteria, &review.scores);
    Ok(ReviewSaved { assignment: id, submitted_at: written.submitted_at, weighted_total: total.as_f64() })
}
