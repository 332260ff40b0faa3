//! Reading projects: submitted ones are public, drafts are their team's and the organizers'.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::context;
use crate::store::facts::{Context, Of};
use crate::store::project::{Drafts, Stored};
use crate::store::{Conn, project};
use shared::ids::ProjectId;
use shared::refusal::Refusal;
use shared::rules::{act, may};

/// The event's projects that the caller may see, in id order.
///
/// # Errors
/// 404 where there is no such event.
pub async fn list(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<(Context, Vec<Stored>)> {
    let at = context(conn, caller, Of::Slug(slug)).await?;
    let organizes = caller.actor.as_ref().is_some_and(|a| at.facts.organizes(a));
    let drafts = if organizes { Drafts::All } else { Drafts::OfTeam(at.facts.standing.team) };
    let projects = project::list(conn, at.event, drafts).await?;
    Ok((at, projects))
}

/// One project, and the event's context with it.
///
/// # Errors
/// 404 where there is none, or it is another team's draft.
pub async fn read(conn: &mut Conn, caller: &Caller, id: ProjectId) -> Outcome<(Context, Stored)> {
    let mut at = context(conn, caller, Of::Project(id)).await?;
    let stored = project::find(conn, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.project = Some(stored.facts());
    may::<act::ReadProject>(caller.actor.as_ref(), &at.facts, at.now)?;
    Ok((at, stored))
}
