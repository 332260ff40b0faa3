//! The prizes as everybody reads them: their terms always, their winners with the results.

use crate::prelude::*;
use model::prize::{Prize, Winner};
use store::prize;

/// The prizes of an event.
#[derive(Clone, Debug)]
pub struct PublicPrizes {
    pub at: Context,
    /// The prizes in their order.
    pub prizes: Vec<Prize>,
    /// Who won; none where the reader may not know.
    pub winners: Option<Vec<Winner>>,
}

/// Reads the prizes.
///
/// # Errors
/// 404 where there is no such event.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<PublicPrizes> {
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let prizes = prize::list(conn, at.event).await?;
    let winners = match caller.ask::<act::ReadWinners>(&at) {
        Ok(_) => Some(prize::winners(conn, at.event).await?),
        Err(_) => None,
    };
    Ok(PublicPrizes { at, prizes, winners })
}
