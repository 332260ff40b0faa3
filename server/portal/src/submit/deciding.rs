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
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: ProjectId,
    locks: Locks,
) -> Outcome<(Context, Project, Permit<A>)> {
    caller.signed_in()?;
    // Asked before the locks, so that a caller who may not decide neither waits nor makes others wait.
    let (first, ..) = asked::<A>(conn, caller, slug, id).await?;
    duplicate::lock_submitted_projects(conn, first.event).await?;
    match locks {
        Locks::Project => project::lock(conn, id).await?,
        Locks::Judging => withdrawal::lock(conn, first.event, id).await?,
    }
    asked(conn, caller, slug, id).await
}

async fn asked<A: Rule>(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: ProjectId,
) -> Outcome<(Context, Project, Permit<A>)> {
    let mut at = context(conn, caller, EventKey::Slug(slug)).await?;
    let stored = project::find(conn, id).await?.filter(|p| p.event == slug);
    at.facts.project = stored.as_ref().map(Project::facts);
    let permit = caller.ask::<A>(&at)?;
    Ok((at, stored.ok_or_else(Refusal::not_found)?, permit))
}
