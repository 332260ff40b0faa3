//! The organizer's list of files.

use crate::pages::event_page::event_page;
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::{ExportsPage, exports_page};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::publish::overview::{self, Exports};

use axum::Extension;
use axum::extract::{Path, State as Shared};

/// `GET /events/<slug>/manage/exports`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| overview::exports(c, &caller, &slug).await;
    let model = |found: Exports, event: &EventView| {
        let path = format!("/events/{slug}/manage/exports");
        let model = ExportsPage {
            without_own_team: found.at.facts.team_left_out().is_some(),
            withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
            last_run: found.last_run,
        };
        (Frame::new(format!("Exports of {}", event.name()), path), model)
    };
    Ok(event_page(&state, &caller, operation, model, exports_page).await?)
}
