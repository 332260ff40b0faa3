//! Flagging a submitted project that repeats an earlier one of its event.

use super::deciding::{Locks, locked};
use super::more_time;
use crate::prelude::*;
use store::duplicate::{BY_HAND, SetsDuplicate};
use store::{correction, duplicate, duplicate_pair, project, withdrawal};
use words::codes::duplicate_reason;

/// A pair as it is stored and compared: the smaller id first.
pub fn ordered(one: ProjectId, other: ProjectId) -> (ProjectId, ProjectId) {
    if one < other { (one, other) } else { (other, one) }
}

/// Looks for an earlier project that this submitted one repeats, and sets or clears the flag, in the given one
/// too. An organizer's decision is not changed. What it repeated without a flag `before` an edit became the same by an edit of the earlier
/// project. Without this, a team would copy what was submitted later, and have it flagged by its next edit.
pub async fn check(
    conn: &mut Conn,
    permit: &Permit<impl SetsDuplicate>,
    at: &Context,
    project: &mut Project,
    before: Option<&Project>,
) -> Outcome<()> {
    let by_hand = project.duplicate_of.is_some() && project.duplicate_reason.as_deref() == Some(BY_HAND);
    if project.duplicate_cleared || by_hand {
        return Ok(());
    }
    let (id, mine) = (project.id, project.fingerprint());
    let earlier = duplicate::submitted_before(conn, at.event, id, &mine).await?;
    let told_apart = duplicate_pair::told_apart(conn, at.event).await?;
    let apart = |other: ProjectId| {
        told_apart.iter().any(|pair| ordered(pair.first, pair.later) == ordered(other, id))
    };
    let was = before.filter(|was| was.is_submitted() && was.duplicate_of.is_none()).map(Project::fingerprint);
    let alike_before =
        |e: &EarlierProject| was.as_ref().is_some_and(|was| was.repeats(&e.fingerprint).is_some());
    let found = earlier.iter().filter(|e| !apart(e.id) && !alike_before(e)).find_map(|e| {
        let why = mine.repeats(&e.fingerprint)?;
        Some((e.duplicate_of.unwrap_or(e.id), why)).filter(|(of, _)| !apart(*of))
    });
    let of = found.map(|(of, _)| of).filter(|of| *of != id);
    if of != project.duplicate_of {
        let why = of.and(found).map(|(_, why)| duplicate_reason(why));
        duplicate::set(conn, permit, of, why, false).await?;
        if let Some(of) = of {
            duplicate::repoint(conn, permit, of).await?;
        }
        project.duplicate_of = of;
        project.duplicate_reason = why.map(str::to_owned);
    }
    Ok(())
}

/// The same for a project that came back to its event, and for those that were submitted after it: while it was gone, none of
/// them was compared with it. What an organizer had said of others holds again. Returns those that are flagged now.
pub(super) async fn look_again(
    conn: &mut Conn,
    permit: &Permit<act::RestoreProject>,
    at: &Context,
    project: &mut Project,
) -> Outcome<Vec<ProjectId>> {
    let mut flagged = duplicate::end_waiting(conn, permit).await?;
    for repeat in &flagged {
        duplicate::follow(conn, permit, *repeat, BY_HAND).await?;
    }
    check(conn, permit, at, project, None).await?;
    if project.duplicate_of.is_some() {
        return Ok(flagged);
    }
    let (id, mine) = (project.id, project.fingerprint());
    let told_apart = duplicate_pair::told_apart(conn, at.event).await?;
    for (later, its) in duplicate::submitted_after(conn, at.event, id, &mine).await? {
        let apart = told_apart.iter().any(|pair| ordered(pair.first, pair.later) == ordered(later, id));
        if let Some(why) = its.repeats(&mine).filter(|_| !apart) {
            duplicate::follow(conn, permit, later, duplicate_reason(why)).await?;
            flagged.push(later);
        }
    }
    Ok(flagged)
}

/// Reads an event's projects with their flags in id order, drafts included, for an organizer. Why a project is flagged is for
/// organizers alone.
/// Errors: 401, 404, 403.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<(Context, Vec<FlaggableProject>)> {
    let (at, _) = call.open::<act::Manage>().await?;
    let projects = duplicate::flaggable(call.conn, at.event).await?;
    Ok((at, projects))
}

/// One of these projects, with what an organizer needs to decide.
#[derive(Clone, Debug)]
pub struct FlagDecision {
    pub at: Context,
    pub project: FlaggableProject,
    /// The event's other projects.
    pub others: Vec<FlaggableProject>,
    /// Why this organizer cannot decide.
    pub refused: Option<Refusal>,
    /// Why this organizer cannot withdraw it, or restore it where it is withdrawn.
    pub leave_refused: Option<Refusal>,
    /// What a list said of it, where one brought it.
    pub correctable: Option<Correctable>,
    /// Its team can get more time now.
    pub more_time: bool,
}
model::in_event!(FlagDecision);

/// What an organizer can correct of a project.
#[derive(Clone, Debug)]
pub struct Correctable {
    pub project: Project,
    /// Why this organizer cannot.
    pub refused: Option<Refusal>,
}

/// Opens a project for the decision.
/// Errors: as [`for_page`], and 404 where the event has no such project.
pub async fn open(call: &mut Call<'_>, id: ProjectId) -> Outcome<FlagDecision> {
    let (mut at, projects) = for_page(call).await?;
    let (mut this, others): (Vec<_>, Vec<_>) = projects.into_iter().partition(|p| p.id == id);
    let project = this.pop().ok_or_else(Refusal::not_found)?;
    at.facts.project = Some(project.facts());
    let refused = call.ask::<act::FlagDuplicate>(&at).err();
    let leave_refused = if project.withdrawn_at.is_some() {
        call.ask::<act::RestoreProject>(&at).err()
    } else if let Err(refusal) = call.ask::<act::WithdrawProject>(&at) {
        Some(refusal)
    } else {
        let won = withdrawal::won(call.conn, at.event, id).await?;
        won.map(|prize| Reason::WinnerNotWithdrawn { prize }.into())
    };
    let correctable = if correction::is_imported(call.conn, id).await? {
        let project = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
        Some(Correctable { project, refused: call.ask::<act::CorrectProject>(&at).err() })
    } else {
        None
    };
    let more_time = more_time::refused(call.caller, &at).is_none();
    Ok(FlagDecision { at, project, others, refused, leave_refused, correctable, more_time })
}

/// Sets the flag by an organizer's hand, or clears it with `None`. Either holds against later checks. Where the other
/// project is itself flagged, the one that it repeats is meant, and what repeated this one repeats that one from now on.
/// Errors: 401, 404, 403; 400 where the other project is no submitted one of the event, is this one, or repeats this one; 409 for a draft.
pub async fn decide(call: &mut Call<'_>, id: ProjectId, of: Sent<Option<ProjectId>>) -> Acted {
    let (at, stored, permit) = locked::<act::FlagDuplicate>(call, id, Locks::Project).await?;
    let of = match of? {
        Some(of) => Some(original(call.conn, call.slug, id, of).await?),
        None => None,
    };
    require(stored.is_submitted(), Reason::DraftNotFlagged)?;
    let by_hand = stored.duplicate_reason.as_deref() == Some(BY_HAND);
    if of == stored.duplicate_of && if of.is_some() { by_hand } else { stored.duplicate_cleared } {
        return Ok(Done::unlogged(()));
    }
    duplicate::set(call.conn, &permit, of, of.map(|_| BY_HAND), of.is_none()).await?;
    if let Some(of) = of {
        duplicate_pair::forget(call.conn, &permit, of).await?;
    }
    let moved = match of {
        Some(of) => duplicate::repoint(call.conn, &permit, of).await?,
        None => Vec::new(),
    };
    let action = if of.is_some() { "project.flagged" } else { "project.unflagged" };
    let before = Some(json!({ "duplicate_of": stored.duplicate_of }));
    let after = Some(if moved.is_empty() {
        json!({ "duplicate_of": of })
    } else {
        json!({ "duplicate_of": of, "with_it": moved })
    });
    Ok(Done::logged((), call.entry(&at, action, "project", id).before(before).after(after)))
}

/// The project that `id` repeats where an organizer names `of`: that one, or the one which it repeats itself.
async fn original(conn: &mut Conn, slug: &str, id: ProjectId, of: ProjectId) -> Outcome<ProjectId> {
    let named = project::find(conn, of).await?;
    let named = named.filter(|p| p.event == slug && p.id != id && p.is_submitted());
    let named = named.ok_or_else(|| Refusal::field("duplicate_of", Fault::OriginalUnknown))?;
    let first = named.duplicate_of.unwrap_or(named.id);
    if first == id {
        return Err(Refusal::field("duplicate_of", Fault::OriginalRepeats { title: named.title }).into());
    }
    Ok(first)
}
