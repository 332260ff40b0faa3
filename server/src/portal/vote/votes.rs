//! The tally.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::context;
use crate::store::facts::Of;
use crate::store::{Conn, ballot};
use shared::rules::{act, may};
use shared::wire::Votes;

/// How many votes each project got: for organizers once voting has closed, for all once results are
/// published.
///
/// # Errors
/// 404 where there is nothing to see for the caller; 403 before publication for an organizer who takes part; 409 for an
/// organizer before voting has closed.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Votes> {
    let at = context(conn, caller, Of::Slug(slug)).await?;
    may::<act::ReadVotes>(caller.actor.as_ref(), &at.facts, at.now)?;
    let (ballots, projects) = ballot::tally(conn, at.event).await?;
    Ok(Votes { event: at.slug, ballots, projects })
}
