//! The organizer's list of files, and what can be published without names.

use super::open_data as without_names;
use crate::pages::prelude::*;
use app::pages::manage::{ExportsPage, exports_page};
use portal::publish::open_data::{self, OpenDataFound};
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

    fn draw((found, open_data): Self::Found, sheet: Around<'_, Self>) -> AnyView {
        exports_page(ExportsPage {
            without_own_team: found.at.facts.team_left_out().is_some(),
            withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
            last_run: found.last_run,
            open_data: open_data.map(|open_data| without_names::form(open_data, &sheet)),
        })
    }
}
