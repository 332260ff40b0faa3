//! Stage two: judges score projects.

pub mod assign;
pub mod assignments;
pub mod board;
pub mod by_hand;
pub mod calendar;
pub mod call;
pub mod certainty;
pub mod conflicts;
pub mod coverage;
mod dealt_order;
pub mod evidence;
pub mod first_three;
pub mod for_all;
pub mod handover;
pub mod need;
pub mod note;
pub mod one_review;
pub mod plan;
pub mod plan_computation;
pub mod plan_input;
pub mod pull;
pub mod recuse;
pub mod save_review;
pub mod score_file;
pub mod scores;
mod to_deal;
pub mod visit;

use crate::prelude::*;
use chrono::SecondsFormat;
use sha2::{Digest, Sha256};
use shared::audit::hex;
use shared::rubric::Scores;
use shared::rules::{AssignmentFacts, ScoresAsked, may_read_scores};
use store::{assignment, plan as plans};

/// The caller as a judge of some event.
fn judge(caller: &Caller) -> Result<PersonId, Refusal> {
    let person = caller.account()?;
    may_read_scores(caller.actor.as_ref(), ScoresAsked { judges: caller.judges, ..ScoresAsked::default() })?;
    Ok(person)
}

/// Opens an act on who judges what, behind the lock of those who assign. The rule is asked before the wait for it, so that who may not
/// act neither waits nor holds others up, and again after it: by then judging may have closed, or a role be gone.
async fn open_assigning<A: Rule>(call: &mut Call<'_>) -> Outcome<(Context, Permit<A>)> {
    let (at, _) = call.open::<A>().await?;
    plans::lock(call.conn, at.event).await?;
    let at = call.context().await?;
    let permit = call.ask::<A>(&at)?;
    Ok((at, permit))
}

/// Opens an act on one of the caller's own assignments, under its lock.
async fn open_own<A: Rule>(call: &mut Call<'_>, id: AssignmentId) -> Outcome<(Context, Permit<A>)> {
    let person = call.caller.account()?;
    let mine = assignment::lock_own(call.conn, id, person).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context(call, EventKey::Assignment(id)).await?;
    at.facts.assignment = Some(facts(call.caller, &at, &mine));
    let permit = call.ask::<A>(&at)?;
    Ok((at, permit))
}

/// Names a stored review's newest save, as an entity tag holds it; `none` where nothing was saved.
pub fn tag(saved_at: Option<DateTime<Utc>>) -> String {
    saved_at.map_or_else(|| "none".into(), |at| at.to_rfc3339_opts(SecondsFormat::Micros, true))
}

/// What the rules look at.
fn facts(caller: &Caller, at: &Context, assignment: &Assignment) -> AssignmentFacts {
    let mine = caller.person() == Some(assignment.judge) && caller.knows(at.event);
    AssignmentFacts {
        id: assignment.id,
        mine,
        status: assignment.status,
        taken_off: assignment.taken_off,
        ended_with_project: assignment.ended_with_project,
        voided: assignment.voided_at.is_some(),
    }
}

/// The review of an assignment as the log keeps it, with its judge and its project: the comment as the SHA-256 (hex) of its salt followed by
/// its text, null where there is none. A row of an organizer names the judge by nothing else.
fn logged(
    assigned: &Assignment,
    status: AssignmentStatus,
    submitted: bool,
    scores: &Scores,
    salt: &[u8],
    comment: &str,
) -> Value {
    let digest = || hex(&Sha256::new().chain_update(salt).chain_update(comment).finalize());
    json!({
        "judge": assigned.judge,
        "project": assigned.project,
        "status": status.name(),
        "submitted": submitted,
        "scores": scores,
        "comment_sha256": (!comment.is_empty()).then(digest),
    })
}

/// The stored review, as [`logged`], with since when it is submitted: the log has no other row of that where an import brought it.
fn logged_stored(assigned: &Assignment, status: AssignmentStatus, stored: &Review) -> Value {
    let Review { scores, comment_salt, comment, submitted_at, .. } = stored;
    let mut said = logged(assigned, status, submitted_at.is_some(), scores, comment_salt, comment);
    if let Some(at) = submitted_at {
        said["submitted_at"] = json!(at);
    }
    said
}
