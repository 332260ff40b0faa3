//! The three projects that a judge liked best.

use crate::prelude::*;
use shared::prize::{FIRST_THREE, check_order};
use store::first_three;

/// A judge's own first three, and what they can name.
#[derive(Clone, Debug)]
pub struct OwnFirstThree {
    pub at: Context,
    /// The projects that the judge has reviewed, by title.
    pub reviewed: Vec<ReviewedChoice>,
    /// The order so far, the best first.
    pub order: Vec<ProjectId>,
    pub refused: Option<Refusal>,
}
model::in_event!(OwnFirstThree);

/// Opens the caller's own first three.
/// Errors: 401; 404 where the event does not ask for them; 403 for a caller who does not judge the event.
pub async fn open(call: &mut Call<'_>) -> Outcome<OwnFirstThree> {
    let person = call.caller.account()?;
    let (at, _) = call.open::<act::SeeOwnFirstThree>().await?;
    let refused = call.ask::<act::GiveFirstThree>(&at).err();
    let reviewed = first_three::reviewed(call.conn, at.event, person).await?;
    let order = first_three::of_judge(call.conn, at.event, person).await?;
    Ok(OwnFirstThree { at, reviewed, order, refused })
}

/// Stores the caller's first three, the best first; none takes them back.
/// Errors: as [`open`]; 409 outside the judging window or after publication; 400 for more than three, a project twice, or one that the
/// caller has not reviewed.
pub async fn give(call: &mut Call<'_>, order: Sent<Vec<ProjectId>>) -> Acted {
    let person = call.caller.account()?;
    let (at, permit) = call.open::<act::GiveFirstThree>().await?;
    let order = order?;
    let before = first_three::of_judge(call.conn, at.event, person).await?;
    check_order(&order, &before, FIRST_THREE)?;
    let reviewed = first_three::reviewed(call.conn, at.event, person).await?;
    let is_reviewed = |choice: &ProjectId| reviewed.iter().any(|known| known.project == *choice);
    require_field(order.iter().all(is_reviewed), "choices", Fault::Prize(PrizeFault::NotReviewed))?;
    if order == before {
        return Ok(Done::unlogged(()));
    }
    first_three::give(call.conn, &permit, &order).await?;
    // The log says that they did, not what they chose: until publication organizers who take part do not know.
    let after = Some(json!({ "choices": order.len() }));
    Ok(Done::logged((), call.entry(&at, "first_three.given", "event", at.event).after(after)))
}
