//! What an event can start from: the last one that its organizer made.

use crate::event::events;
use crate::prelude::*;
use shared::prize::PrizeTerms;
use store::{prize, settings};

/// An event whose criteria, tracks and prizes can be taken.
#[derive(Clone, Debug)]
pub struct LastEvent {
    pub settings: EventSettings,
    /// Its prizes in their order: what they are, not who won them.
    pub prizes: Vec<PrizeTerms>,
}

impl LastEvent {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.settings.about.name
    }
}

/// The latest other event that the caller organizes and that has criteria.
/// Errors: 401; a lost database.
pub async fn last_event(call: &mut Call<'_>, this: &Context) -> Outcome<Option<LastEvent>> {
    for role in events::my_roles(call).await? {
        if role.role != "organizer" || role.slug == this.slug {
            continue;
        }
        let at = context(call, EventKey::Slug(&role.slug)).await?;
        if call.ask::<act::Manage>(&at).is_err() {
            continue;
        }
        let settings = settings::read(call.conn, at.event).await?;
        if !settings.criteria.is_empty() {
            let prizes = prize::list(call.conn, at.event).await?.into_iter().map(|prize| prize.terms);
            return Ok(Some(LastEvent { settings, prizes: prizes.collect() }));
        }
    }
    Ok(None)
}
