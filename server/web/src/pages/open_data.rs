//! Published scores without names: the page, and the file.

use super::event_page::event_page;
use super::page_result::PageResult;
use super::render::Frame;
use crate::http::answer::{attached, public};
use crate::state::State;
use app::pages::{PublicDataPage, public_data_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::publish::open_data::{self, PublicData};

/// `GET /events/<slug>/open-data`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| open_data::public(c, &caller, &slug).await;
    let model = |found: PublicData, event: &EventView| {
        let title = format!("Scores without names of {}", event.name());
        let data = found.data;
        let page = PublicDataPage {
            statement: data.statement,
            reviews: data.reviews.into(),
            projects: data.projects.into(),
            judges: data.judges.into(),
            left_out: data.left_out.into(),
            since: data.published_at,
        };
        (Frame::new(title, format!("/events/{slug}/open-data")), page)
    };
    Ok(public(event_page(&state, &caller, operation, model, public_data_page).await?))
}

/// `GET /events/<slug>/open-data/scores.csv`.
pub async fn file(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let (name, csv) = state.read(async |c| open_data::file(c, &caller, &slug).await).await?;
    Ok(public(attached(&name, "text/csv; charset=utf-8", csv.into_bytes())))
}
