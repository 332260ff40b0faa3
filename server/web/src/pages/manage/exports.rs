//! The organizer's list of files.

use crate::pages::prelude::*;
use app::pages::manage::{ExportsPage, exports_page};
use portal::publish::overview::{self, Exports};

pub struct ExportList;

impl Desk for ExportList {
    type Id = ();
    type Found = Exports;
    type Beside = ();
    const PATH: &'static str = "manage/exports";
    const TITLE: &'static str = "Exports of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<Exports> {
        overview::exports(c, &at.caller, &at.slug).await
    }

    fn draw(found: Exports, _: Around<'_, Self>) -> AnyView {
        exports_page(ExportsPage {
            without_own_team: found.at.facts.team_left_out().is_some(),
            withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
            last_run: found.last_run,
        })
    }
}
