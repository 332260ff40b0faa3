//! A judge without open tasks takes the project that most needs a review.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::assignment::JudgeLoad;
use crate::model::context::{Context, EventKey};
use crate::portal::{context, entry};
use crate::store::Conn;
use crate::store::assignment;
use crate::store::transaction::{Done, Entry};
use serde_json::json;
use shared::ids::{AssignmentId, ProjectId};
use shared::refusal::{Reason, Refusal};
use shared::rules::{act, may};

/// Gives the caller, a judge of the event, the project that most needs a review.
///
/// # Errors
/// 401, 404; 403 for a caller who does not judge the event; 409 outside the judging window, after publication, where
/// the judge has something left to do or as many projects as was agreed, or where nothing is left to take.
pub async fn pull(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Done<AssignmentId>> {
    let person = caller.account()?;
    let mut at = context(conn, caller, EventKey::Slug(slug)).await?;
    may::<act::PullProject>(caller.actor.as_ref(), &at.facts, at.now)?;
    assignment::lock_pulls(conn, at.event).await?;
    // The rule is asked again after the wait for the lock: the window may have closed meanwhile.
    at = context(conn, caller, EventKey::Slug(&at.slug)).await?;
    let permit = may::<act::PullProject>(caller.actor.as_ref(), &at.facts, at.now)?;
    let project = next(&at, assignment::load_of(conn, at.event, person).await?)?;
    let id = assignment::pull(conn, &permit, project).await?;
    let after = Some(json!({ "judge": person, "project": project, "source": "pulled", "status": "pending" }));
    Ok(Done::logged(id, Entry { after, ..entry(caller, &at, "assignment.pulled", "assignment", id) }))
}

/// Whether the caller could take a project of this event now.
///
/// # Errors
/// A lost database.
pub(super) async fn may_pull(conn: &mut Conn, caller: &Caller, at: &Context) -> Outcome<bool> {
    let Some(person) = caller.person() else { return Ok(false) };
    if may::<act::PullProject>(caller.actor.as_ref(), &at.facts, at.now).is_err() {
        return Ok(false);
    }
    Ok(next(at, assignment::load_of(conn, at.event, person).await?).is_ok())
}

fn next(at: &Context, load: JudgeLoad) -> Result<ProjectId, Refusal> {
    let event = || at.facts.event.name.clone();
    if load.pending > 0 {
        return Err(Reason::ReviewsWait { event: event() }.into());
    }
    if load.capped {
        return Err(Reason::CapReached { event: event() }.into());
    }
    load.next.ok_or_else(|| Reason::NoProjectLeft { event: event() }.into())
}
