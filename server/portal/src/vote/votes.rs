//! The tally.

use crate::prelude::*;
use store::ballot;

/// How many votes each project got: for organizers once voting has closed, for all once results are
/// published.
/// Errors: 404 where there is nothing to see for the caller; 403 before publication for an organizer who takes part; 409 for an organizer
/// before voting has closed.
pub async fn read(call: &mut Call<'_>) -> Outcome<Tally> {
    let at = call.context().await?;
    call.ask::<act::ReadVotes>(&at)?;
    ballot::tally(call.conn, at.event).await
}
