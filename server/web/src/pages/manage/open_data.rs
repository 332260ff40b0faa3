//! Scores without names, which an organizer publishes on the page of exports.

use super::exports::ExportList;
use crate::pages::prelude::*;
use app::pages::manage::{OpenData, OpenDataState};
use portal::publish::open_data::{self, OpenDataFound, OpenDataWish};

/// What can be published, with the form as it was typed.
pub(super) fn form(found: OpenDataFound, sheet: &Around<'_, ExportList>) -> OpenData {
    OpenData {
        state: match (found.published, found.offer) {
            (Some(data), _) => OpenDataState::Public(data.published_at),
            (None, Err(refusal)) => OpenDataState::Refused(words::refusal(&refusal)),
            (None, Ok(data)) => OpenDataState::Offer(data),
        },
        statement: sheet.typed("statement").unwrap_or_default(),
        agreed: sheet.typed("agreed").as_deref() == Some("true"),
        open: sheet.refused.is_some(),
    }
}

/// `POST …/open-data`: the `statement` that people agreed to, and `agreed`.
pub async fn post(sent: Post<ExportList>) -> PageResult {
    let wish = OpenDataWish { statement: sent.get("statement").to_owned(), agreed: sent.ticked("agreed") };
    let publish = async |c: &mut Conn, at: &Here<ExportList>| {
        open_data::publish(c, &at.caller, &at.slug, Ok(wish), &at.state.base_url).await
    };
    let next = format!("{}#open-data", ExportList::path(&sent.at));
    sent.lead_or_wait(&next, publish).await
}
