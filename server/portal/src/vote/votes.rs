//! The tally.

use crate::prelude::*;
use store::ballot;

/// How many votes each project got: for organizers once voting has closed, for all once results are
/// published.
/// Errors: 404 where there is nothing to see for the caller; 403 before publication for an organizer who takes part; 409 for an organizer
/// before voting has closed.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Tally> {
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    caller.ask::<act::ReadVotes>(&at)?;
    ballot::tally(conn, at.event).await
}
