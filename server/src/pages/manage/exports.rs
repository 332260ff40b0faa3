//! The organizer's list of files.

use crate::caller::Caller;
use crate::pages::event::head;
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, page};
use crate::portal::publish::overview;
use crate::portal::submit::event_view;
use crate::state::State;
use app::pages::manage::{ExportsPage, exports_page};
use app::words;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;

/// `GET /events/<slug>/manage/exports`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let (who, name) = (caller.clone(), slug.clone());
    let (found, event) = state
        .read(async |c| {
            let found = overview::exports(c, &who, &name).await?;
            let event = event_view::around(c, &who, &found.at).await?;
            Ok((found, event))
        })
        .await?;
    let frame =
        Frame::new(format!("Exports of {}", event.event.name), format!("/events/{slug}/manage/exports"));
    let model = ExportsPage {
        head: head(&event),
        without_own_team: found.at.facts.team_left_out().is_some(),
        withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
        last_run: found.last_run,
    };
    Ok(page(&state, &caller, StatusCode::OK, frame, || exports_page(model)))
}
