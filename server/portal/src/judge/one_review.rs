//! One review as organizers see it: reading it, setting it aside, and taking that back.

use super::recuse::{locked, seen};
use super::{facts, tag};
use crate::prelude::*;
use store::{assignment, project, review};

/// Longest reason, which the judge reads.
pub const REASON: usize = 500;

/// Reads a judge's review.
/// Errors: 401; 404 for a caller who may not know of the assignment, or for one of another event; 403 for its judge, and before publication
/// for an organizer who takes part.
pub async fn read(call: &mut Call<'_>, id: AssignmentId) -> Outcome<ReviewFound> {
    let mut at = call.context().await?;
    let found = assignment::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.assignment = Some(facts(call.caller, &at, &found));
    call.ask::<act::ReadReview>(&at)?;
    let project = project::find(call.conn, found.project).await?.ok_or_else(Refusal::not_found)?;
    require(project.event == at.slug, Reason::NotFound)?;
    let (criteria, review) = review::load(call.conn, at.event, id).await?;
    Ok(ReviewFound {
        judge: assignment::judge_name(call.conn, id).await?,
        tag: tag(review.as_ref().and_then(|review| review.saved_at)),
        enter_refused: call.ask::<act::EnterReview>(&at).err(),
        void_refused: call.ask::<act::VoidReview>(&at).err(),
        restore_refused: call
            .ask::<act::RestoreReview>(&at)
            .err()
            .or_else(|| project.withdrawal.is_some().then(|| Reason::Withdrawn.into())),
        at,
        assignment: found,
        project,
        criteria,
        review,
    })
}

/// Sets a submitted review aside, with a reason that its judge reads. It counts nowhere, like a recusal.
/// Errors: 401; 404 for a caller who may not know of the assignment; 403 for its judge, and for an organizer who takes part; 409 after
/// publication, or where no review is submitted; 400 for the reason.
pub async fn void(call: &mut Call<'_>, id: AssignmentId, sent: Sent<String>) -> Acted {
    let (at, assigned) = locked(call, id).await?;
    let permit = call.ask::<act::VoidReview>(&at)?;
    let mut errors = FieldErrors::default();
    let reason = text::clean("reason", TextField::Reason, sent?.trim(), REASON, &mut errors);
    errors.add_if(text::is_blank(&reason), "reason", Fault::VoidReasonMissing);
    errors.into_result()?;
    let before = seen(call.conn, &at, &assigned, assigned.status).await?;
    assignment::void(call.conn, &permit, &reason).await?;
    let mut after = seen(call.conn, &at, &assigned, AssignmentStatus::Recused).await?;
    after["voided"] = json!(true);
    Ok(Done::logged((), call.entry(&at, "review.voided", "assignment", id).before(before).after(after)))
}

/// Restores a review that was set aside: it counts again, as it had been submitted.
/// Errors: 401; 404 for a caller who may not know of the assignment; 403 for its judge, and for an organizer who takes part; 409 after
/// publication, or where the review is not set aside.
pub async fn restore(call: &mut Call<'_>, id: AssignmentId) -> Acted {
    let (at, assigned) = locked(call, id).await?;
    let permit = call.ask::<act::RestoreReview>(&at)?;
    let mut before = seen(call.conn, &at, &assigned, assigned.status).await?;
    before["voided"] = json!(true);
    assignment::restore(call.conn, &permit).await?;
    let after = seen(call.conn, &at, &assigned, AssignmentStatus::Done).await?;
    Ok(Done::logged((), call.entry(&at, "review.restored", "assignment", id).before(before).after(after)))
}
