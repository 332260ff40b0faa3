//! Prizes: defined by organizers, asked for by teams, judged by a panel, given with the results.

pub mod award;
pub mod by_rule;
pub mod define;
pub mod deliberation;
pub mod duties;
pub mod first_three;
pub mod panel;
pub mod panel_invitations;
pub mod public;
pub mod side_by_side;
pub mod standing;

use crate::prelude::*;
use shared::prize::Decided;
use store::prize;

/// The prizes as an organizer sees them.
#[derive(Clone, Debug)]
pub struct PrizeBoard {
    pub at: Context,
    /// The prizes in their order.
    pub prizes: Vec<Prize>,
    /// The confirmed winners; none where they are withheld.
    pub winners: Vec<Winner>,
    /// No project wins more than one.
    pub one_each: bool,
    /// Why panels, tallies and winners are withheld from this organizer.
    pub withheld: Option<Refusal>,
    /// This organizer can add a prize.
    pub addable: bool,
}
model::in_event!(PrizeBoard);

/// Reads the prizes.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn board(call: &mut Call<'_>) -> Outcome<PrizeBoard> {
    let (at, _) = call.open::<act::Manage>().await?;
    let withheld = call.ask::<act::AwardPrizes>(&at).err();
    let mut prizes = prize::list(call.conn, at.event).await?;
    let mut winners = prize::winners(call.conn, at.event).await?;
    if withheld.is_some() {
        winners.clear();
        for prize in &mut prizes {
            // That there are winners, and how far a panel is, is theirs to know who see who they are.
            (prize.awarded_at, prize.decided, prize.panel) = (None, Decided::ByRule, (0, 0));
            prize.reason.clear();
        }
    }
    let one_each = prize::one_each(call.conn, at.event).await?;
    let addable = call.ask::<act::AddPrize>(&at).is_ok();
    Ok(PrizeBoard { at, prizes, winners, one_each, withheld, addable })
}

/// One prize of the event, as it is stored.
pub(super) async fn find(conn: &mut Conn, at: &Context, id: PrizeId) -> Outcome<Prize> {
    let found = prize::list(conn, at.event).await?.into_iter().find(|prize| prize.id == id);
    Ok(found.ok_or_else(Refusal::not_found)?)
}
