//! A ceremony on several devices: where it is, for the projector's page and the remotes of organizers. Which step is shown is no
//! secret, and no part of the event's record, so moves are not logged.

use crate::account::identification;
use crate::prelude::*;
use store::ceremony;

/// Checks that the caller may follow the event's ceremony.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn may_follow(call: &mut Call<'_>) -> Outcome<()> {
    call.open::<act::HoldCeremony>().await?;
    Ok(())
}

/// Checks that the caller may still follow it: their session goes on, and so does their role.
/// Errors: as [`may_follow`]; 401 where the session has ended.
pub async fn may_still_follow(call: &mut Call<'_>, demo: bool) -> Outcome<()> {
    let caller =
        identification::again(call.conn, call.caller, demo).await?.ok_or_else(Refusal::unauthenticated)?;
    may_follow(&mut Call::of(call.conn, &caller).at(call.slug)).await
}

/// Where the ceremony is; the beginning, where nobody moved it.
pub async fn position(conn: &mut Conn, slug: &str) -> Outcome<CeremonyPosition> {
    Ok(ceremony::position(conn, slug).await?.unwrap_or_default())
}

/// Moves the ceremony to a step, or hides it. Returns the number of the move.
/// Errors: as [`may_follow`]; 400 for a step that no ceremony has.
pub async fn move_to(call: &mut Call<'_>, (step, blank): (Sent<i32>, bool)) -> Acted<CeremonyPosition> {
    let (_, permit) = call.open::<act::HoldCeremony>().await?;
    let step = step?;
    let number = ceremony::move_to(call.conn, &permit, (step, blank)).await?;
    Ok(Done::unlogged(CeremonyPosition { number, step, blank }))
}
