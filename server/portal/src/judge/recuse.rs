//! Stepping aside from a project, and being given it back.

use super::{facts, logged_stored};
use crate::prelude::*;
use shared::recusal::Recusal;
use store::{assignment, conflict as store_conflict, review};

/// Sets a judge aside from a project: the judge until judging closes, an organizer who takes no part until publication.
/// The review becomes a draft; it stays stored and counts nowhere.
/// Errors: 401; 404 for a caller who may not know of the assignment; 403 for an organizer who takes part, unless it is their own; 409 too
/// late or once aside; 400 for the reason.
pub async fn recuse(call: &mut Call<'_>, id: AssignmentId, sent: Sent<Recusal>) -> Acted {
    let (at, assigned) = locked(call, id).await?;
    let permit = call.ask::<act::Recuse>(&at)?;
    let Recusal { reason, conflict } = sent?.checked()?;
    let before = seen(call.conn, &at, &assigned, assigned.status).await?;
    let own = at.facts.assignment.is_some_and(|a| a.mine);
    assignment::set_status(call.conn, &permit, AssignmentStatus::Recused, (reason.as_str(), !own)).await?;
    let mut after = seen(call.conn, &at, &assigned, AssignmentStatus::Recused).await?;
    // An organizer declares others' conflicts on the page of who reviews what.
    if let Some(kind) = conflict.filter(|_| own) {
        store_conflict::declare_stepping_aside(call.conn, &permit, kind, &reason).await?;
        after["conflict"] = json!(kind);
    }
    let entry = call.entry(&at, "assignment.recused", "assignment", id);
    Ok(Done::logged((), entry.before(before).after(after)))
}

/// Gives a judge who stepped aside the project back; the review stays a draft.
/// Errors: 401; 404 for a caller who may not know of the assignment; 403 for the judge, and before publication for an organizer who takes
/// part; 409 after publication, where the judge has not stepped aside, and while their conflict with the project is declared.
pub async fn reinstate(call: &mut Call<'_>, id: AssignmentId) -> Acted {
    let (at, assigned) = locked(call, id).await?;
    let permit = call.ask::<act::Reinstate>(&at)?;
    if assignment::conflicted(call.conn, at.event, assigned.judge, assigned.project).await? {
        return Err(Reason::DeclaredConflict.into());
    }
    let before = seen(call.conn, &at, &assigned, assigned.status).await?;
    assignment::set_status(call.conn, &permit, AssignmentStatus::Pending, ("", false)).await?;
    let after = seen(call.conn, &at, &assigned, AssignmentStatus::Pending).await?;
    let entry = call.entry(&at, "assignment.reinstated", "assignment", id);
    Ok(Done::logged((), entry.before(before).after(after)))
}

/// The assignment under its lock, and its event for this caller. A call in an event has to be in the assignment's own.
pub(super) async fn locked(call: &mut Call<'_>, id: AssignmentId) -> Outcome<(Context, Assignment)> {
    let actor = call.caller.signed_in()?;
    // Who may not know of it neither waits for its lock nor holds others up.
    let first = assignment::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context(call, EventKey::Assignment(id)).await?;
    require(call.slug.is_empty() || call.slug == at.slug, Reason::NotFound)?;
    at.facts.assignment = Some(facts(call.caller, &at, &first));
    if !at.facts.acts_as_organizer(&actor) {
        call.ask::<act::ReadAssignment>(&at)?;
    }
    let assigned = assignment::lock(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context(call, EventKey::Assignment(id)).await?;
    at.facts.assignment = Some(facts(call.caller, &at, &assigned));
    Ok((at, assigned))
}

/// The review as it is now, for the log.
pub(super) async fn seen(
    conn: &mut Conn,
    at: &Context,
    assigned: &Assignment,
    status: AssignmentStatus,
) -> Outcome<Value> {
    let (_, stored) = review::load(conn, at.event, assigned.id).await?;
    Ok(logged_stored(assigned, status, &stored.unwrap_or_default()))
}
