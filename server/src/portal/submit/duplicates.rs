//! Flagging a submitted project that repeats an earlier one of its event.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::{context, entry};
use crate::store::audit::{self, Entry};
use crate::store::facts::{Context, Of};
use crate::store::project::Stored;
use crate::store::{Conn, duplicate, project};
use serde_json::json;
use shared::duplicates::Fingerprint;
use shared::ids::ProjectId;
use shared::refusal::Refusal;
use shared::rules::{Permit, Rule, act, may};

/// Looks for an earlier project that this submitted one repeats, and sets or clears the flag, in the given one
/// too. What an organizer decided holds.
///
/// # Errors
/// A lost database.
pub async fn check(
    conn: &mut Conn,
    permit: &Permit<impl Rule>,
    at: &Context,
    stored: &mut Stored,
) -> Outcome<()> {
    let by_hand =
        stored.project.duplicate_of.is_some() && stored.duplicate_reason.as_deref() == Some(BY_HAND);
    if stored.duplicate_cleared || by_hand {
        return Ok(());
    }
    let id = stored.project.id;
    let texts = stored.texts();
    let mine =
        Fingerprint::of(&texts.repo_url, [&texts.title, &texts.tagline, &texts.summary, &texts.description]);
    let earlier = duplicate::submitted_before(conn, at.event, id, &mine).await?;
    let found = earlier
        .iter()
        .find_map(|e| mine.repeats(&e.fingerprint).map(|why| (e.duplicate_of.unwrap_or(e.id), why)));
    let of = found.map(|(of, _)| of).filter(|of| *of != id);
    if of != stored.project.duplicate_of {
        let why = found.map(|(_, why)| why.sentence());
        duplicate::set(conn, permit, id, of, why, false).await?;
        stored.project.duplicate_of = of;
        stored.project.duplicate_reason = of.and(why).map(str::to_owned);
    }
    Ok(())
}

/// The reason kept for a flag that an organizer set.
pub const BY_HAND: &str = "an organizer decided";

/// Sets or clears the flag by an organizer's hand; clearing holds against later checks.
///
/// # Errors
/// 401, 403 or 404 by the rule; 400 where the other project is none of the event, or this one itself.
pub async fn decide(conn: &mut Conn, caller: &Caller, id: ProjectId, of: Option<ProjectId>) -> Outcome<()> {
    let mut at = context(conn, caller, Of::Project(id)).await?;
    project::lock(conn, id).await?;
    let stored = project::find(conn, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.project = Some(stored.facts());
    let permit = may::<act::FlagDuplicate>(caller.actor.as_ref(), &at.facts, at.now)?;
    if let Some(of) = of {
        let first = project::find(conn, of).await?.filter(|p| p.project.event == at.slug && of != id);
        first.ok_or_else(|| Refusal::field("duplicate_of", "Name another project of this event."))?;
    }
    duplicate::set(conn, &permit, id, of, of.map(|_| BY_HAND), of.is_none()).await?;
    let action = if of.is_some() { "project.flagged" } else { "project.unflagged" };
    let before = Some(json!({ "duplicate_of": stored.project.duplicate_of }));
    let after = Some(json!({ "duplicate_of": of }));
    audit::append(conn, Entry { before, after, ..entry(caller, &at, action, "project", id) }).await
}
