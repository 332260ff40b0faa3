//! Saving a review, as a draft or submitted.

use super::recuse::locked;
use super::{facts, logged, tag};
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::assignment::Assignment;
use crate::model::context::Context;
use crate::model::review::{Review, ReviewGround};
use crate::portal::{Sent, entry};
use crate::store::database::Database;
use crate::store::review_save::WritesReview;
use crate::store::row_lock::{HeldRow, RowLock};
use crate::store::transaction::{Done, Entry};
use crate::store::{Conn, review, review_save};
use chrono::{DateTime, Utc};
use shared::ids::AssignmentId;
use shared::refusal::{Reason, Refusal};
use shared::review::{CheckedReview, ReviewChanges, check};
use shared::rubric::{Criterion, weighted_total};
use shared::rules::{AssignmentStatus, Permit, Rule, act, may};

/// A review that was saved.
#[derive(Clone, Debug)]
pub struct SavedReview {
    /// Assignment.
    pub assignment: AssignmentId,
    /// Null for a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// 0 to 1, six decimals.
    pub weighted_total: f64,
    /// Names this save, so that the next one can say which version it changes.
    pub tag: String,
    /// It made a draft of a submitted review, which no longer counts.
    pub withdrawn: bool,
}

/// Saves the review of one of the caller's assignments. With `submit` it is submitted and the assignment
/// done; without, it is a draft and the assignment pending (again). What is left out stays as stored.
///
/// `known` holds the saves that the sender has seen, by [`tag`]. A newer save, from another window or device, is not written
/// over. Without `known` the last save wins.
///
/// # Errors
/// 401; 404 for any assignment but the caller's own; 409 outside the judging window or after stepping aside; 412 where
/// the newest save is none of `known` and holds something else than what was sent; 400 for what is malformed; 422 for
/// scores that are not valid.
pub async fn save(
    database: &Database,
    caller: &Caller,
    id: AssignmentId,
    known: Option<Vec<String>>,
    sent: Sent<ReviewChanges>,
) -> Outcome<SavedReview> {
    let lock = RowLock::own_assignment(id, caller.account()?);
    database.write_locked(lock, async |c, held| save_held(c, caller, held, known, sent).await).await
}

async fn save_held(
    conn: &mut Conn,
    caller: &Caller,
    held: HeldRow,
    known: Option<Vec<String>>,
    sent: Sent<ReviewChanges>,
) -> Outcome<Done<SavedReview>> {
    let ground = review_save::read(conn, &held).await?.ok_or_else(Refusal::not_found)?;
    let ReviewGround { mut at, assigned, criteria, stored } = ground;
    at.facts.assignment = Some(facts(caller, &assigned));
    let permit = may::<act::SaveReview>(caller.actor.as_ref(), &at.facts, at.now)?;
    let submitted = "review.submitted";
    let allowed = AllowedSave { at: &at, assigned: &assigned, criteria, stored, permit, submitted };
    write(conn, caller, allowed, known, sent).await
}

/// Enters the review of a judge who scored on paper. It is submitted, and says who entered it. The judge may correct it while
/// judging is open.
///
/// # Errors
/// 401; 404 for a caller who may not know of the assignment; 403 for its judge and for an organizer who takes part; 409 outside
/// the judging window, after publication, once recused or set aside; 412, 400 and 422 as [`save`].
pub async fn enter(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: AssignmentId,
    known: Option<Vec<String>>,
    sent: Sent<ReviewChanges>,
) -> Outcome<Done<SavedReview>> {
    let (at, assigned) = locked(conn, caller, Some(slug), id).await?;
    let permit = may::<act::EnterReview>(caller.actor.as_ref(), &at.facts, at.now)?;
    let (criteria, stored) = review::load(conn, at.event, id).await?;
    let submitted = "review.entered";
    let allowed = AllowedSave { at: &at, assigned: &assigned, criteria, stored, permit, submitted };
    write(conn, caller, allowed, known, sent.map(|changes| ReviewChanges { submit: true, ..changes })).await
}

/// A save that a rule allowed.
struct AllowedSave<'a, A: Rule> {
    at: &'a Context,
    assigned: &'a Assignment,
    criteria: Vec<Criterion>,
    stored: Option<Review>,
    permit: Permit<A>,
    /// The log's action where the review is submitted.
    submitted: &'static str,
}

async fn write<A: WritesReview>(
    conn: &mut Conn,
    caller: &Caller,
    AllowedSave { at, assigned, criteria, stored, permit, submitted }: AllowedSave<'_, A>,
    known: Option<Vec<String>>,
    sent: Sent<ReviewChanges>,
) -> Outcome<Done<SavedReview>> {
    let id = assigned.id;
    let changes = sent?;
    let first = stored.is_none();
    let stored = stored.unwrap_or_default();
    let review = check(changes, &criteria, stored.scores.clone(), stored.comment.clone())?;
    let total = weighted_total(&criteria, &review.scores).as_f64();
    if known.is_some_and(|known| !known.contains(&tag(stored.saved_at))) {
        // Sent again because the answer was lost: it is saved already.
        return if !first && is_saved(&stored, &review) {
            Ok(Done::unlogged(SavedReview {
                assignment: id,
                submitted_at: stored.submitted_at,
                weighted_total: total,
                tag: tag(stored.saved_at),
                withdrawn: false,
            }))
        } else {
            Err(Reason::Stale { saved_at: stored.saved_at }.into())
        };
    }
    let status = if review.submit { AssignmentStatus::Done } else { AssignmentStatus::Pending };
    let moved = Some(status).filter(|status| *status != assigned.status);
    let written = review_save::write(conn, &permit, &review, first, moved).await?;
    let was_submitted = stored.submitted_at.is_some();
    let before =
        logged(assigned.status, was_submitted, &stored.scores, &stored.comment_salt, &stored.comment);
    let after = logged(status, review.submit, &review.scores, &written.comment_salt, &review.comment);
    let action = if review.submit { submitted } else { "review.saved" };
    let entry =
        Entry { before: Some(before), after: Some(after), ..entry(caller, at, action, "assignment", id) };
    let saved = SavedReview {
        assignment: id,
        submitted_at: written.submitted_at,
        weighted_total: total,
        tag: tag(Some(written.saved_at)),
        withdrawn: was_submitted && !review.submit,
    };
    Ok(Done::logged(saved, entry))
}

/// Whether what was sent is what is stored.
fn is_saved(stored: &Review, sent: &CheckedReview) -> bool {
    (&stored.scores, &stored.comment, stored.submitted_at.is_some())
        == (&sent.scores, &sent.comment, sent.submit)
}
