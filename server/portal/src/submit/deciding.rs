//! A project of an event on which an organizer decides.

use crate::prelude::*;
use store::{duplicate, project, withdrawal};

/// What a decision locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Locks {
    /// The project alone.
    Project,
    /// Its judges and its assignments, too.
    Judging,
}

/// The project under its locks, and the permit for the act.
/// Errors: 401; 404 where the event has no such project; then what the rule refuses.
pub(super) async fn locked<A: Rule>(
    call: &mut Call<'_>,
    id: ProjectId,
    locks: Locks,
) -> Outcome<(Context, Project, Permit<A>)> {
    call.caller.signed_in()?;
    // Asked before the locks, so that a caller who may not decide neither waits nor makes others wait.
    let (first, ..) = asked::<A>(call, id).await?;
    duplicate::lock_submitted_projects(call.conn, first.event).await?;
    match locks {
        Locks::Project => project::lock(call.conn, id).await?,
        Locks::Judging => withdrawal::lock(call.conn, first.event, &[id]).await?,
    }
    asked(call, id).await
}

async fn asked<A: Rule>(call: &mut Call<'_>, id: ProjectId) -> Outcome<(Context, Project, Permit<A>)> {
    let mut at = call.context().await?;
    let stored = project::find(call.conn, id).await?.filter(|p| p.event == call.slug);
    at.facts.project = stored.as_ref().map(Project::facts);
    let permit = call.ask::<A>(&at)?;
    Ok((at, stored.ok_or_else(Refusal::not_found)?, permit))
}
