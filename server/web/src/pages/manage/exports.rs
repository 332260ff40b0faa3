//! The organizer's list of files, and what can be published without names.

use crate::pages::prelude::*;
use app::pages::manage::exports::{ExportsPage, exports_page};
use app::pages::manage::open_data::{OpenData, OpenDataState};
use portal::publish::open_data::{self, OpenDataFound, OpenDataWish};
use portal::publish::overview::{self, Exports};

pub struct ExportList;

impl Desk for ExportList {
    type Id = ();
    /// With what can be published without names, unless scores are withheld from this organizer.
    type Found = (Exports, Option<OpenDataFound>);
    type Beside = ();
    const PATH: &'static str = "manage/exports";
    const TITLE: &'static str = "Exports of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<Self::Found> {
        let found = overview::exports(c, &at.caller, &at.slug).await?;
        let open_data = match found.withheld {
            Some(_) => None,
            None => Some(open_data::for_page(c, &at.caller, &at.slug).await?),
        };
        Ok((found, open_data))
    }

    fn draw((found, open_data): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        exports_page(ExportsPage {
            without_own_team: found.at.facts.team_left_out().is_some(),
            withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
            last_run: found.last_run,
            open_data: open_data.map(|open_data| without_names(open_data, &sheet)),
        })
    }
}

/// What can be published, with the form as it was typed.
fn without_names(found: OpenDataFound, sheet: &DeskContext<'_, ExportList>) -> OpenData {
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
pub async fn publish_without_names(sent: Post<ExportList>) -> PageResult {
    let wish = OpenDataWish { statement: sent.get("statement").to_owned(), agreed: sent.ticked("agreed") };
    let publish = async |c: &mut Conn, at: &PageRequest<ExportList>| {
        open_data::publish(c, &at.caller, &at.slug, Ok(wish), &at.state.base_url).await
    };
    let next = format!("{}#open-data", ExportList::path(&sent.at));
    sent.lead_or_wait(&next, publish).await
}
