//! The prizes as everybody reads them: their terms always, their winners with the results.

use crate::prelude::*;
use store::{prize, publication};

#[derive(Clone, Debug)]
pub struct PublicPrizes {
    pub at: Context,
    /// The prizes in their order.
    pub prizes: Vec<Prize>,
    /// Who won; none where the reader may not know.
    pub winners: Option<Vec<Winner>>,
    /// The winners are provisional until then; none where they are not, or not public.
    pub provisional_until: Option<DateTime<Utc>>,
}
model::in_event!(PublicPrizes);

/// Reads the prizes.
/// Errors: 404 where there is no such event.
pub async fn read(call: &mut Call<'_>) -> Outcome<PublicPrizes> {
    let at = call.context().await?;
    let prizes = prize::list(call.conn, at.event).await?;
    let winners = match call.ask::<act::ReadWinners>(&at) {
        Ok(_) => Some(prize::winners(call.conn, at.event).await?),
        Err(_) => None,
    };
    let newest = match &winners {
        Some(_) => publication::newest(call.conn, at.event).await?,
        None => None,
    };
    let provisional_until = newest.and_then(|newest| newest.provisional_until);
    Ok(PublicPrizes { at, prizes, winners, provisional_until })
}
