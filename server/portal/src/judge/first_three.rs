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

/// Opens the caller's own first three.
/// Errors: 401; 404 where the event does not ask for them; 403 for a caller who does not judge the event.
pub async fn open(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<OwnFirstThree> {
    let person = caller.account()?;
    let (at, _) = caller.open::<act::SeeOwnFirstThree>(conn, slug).await?;
    let refused = caller.ask::<act::GiveFirstThree>(&at).err();
    let reviewed = first_three::reviewed(conn, at.event, person).await?;
    let order = first_three::of_judge(conn, at.event, person).await?;
    Ok(OwnFirstThree { at, reviewed, order, refused })
}

/// Stores the caller's first three, the best first; none takes them back.
/// Errors: as [`open`]; 409 outside the judging window or after publication; 400 for more than three, a project twice, or one that the
/// caller has not reviewed.
pub async fn give(conn: &mut Conn, caller: &Caller, slug: &str, order: Sent<Vec<ProjectId>>) -> Acted {
    let person = caller.account()?;
    let (at, permit) = caller.open::<act::GiveFirstThree>(conn, slug).await?;
    let order = order?;
    check_order(&order, FIRST_THREE)?;
    let reviewed = first_three::reviewed(conn, at.event, person).await?;
    let is_reviewed = |choice: &ProjectId| reviewed.iter().any(|known| known.project == *choice);
    require_field(order.iter().all(is_reviewed), "choices", Fault::Prize(PrizeFault::NotReviewed))?;
    if order == first_three::of_judge(conn, at.event, person).await? {
        return Ok(Done::unlogged(()));
    }
    first_three::give(conn, &permit, &order).await?;
    // The log says that they did, not what they chose: until publication organizers who take part do not know.
    let after = Some(json!({ "choices": order.len() }));
    Ok(Done::logged((), entry(caller, &at, "first_three.given", "event", at.event).after(after)))
}
