//! Published scores without names: the page, and the file.

use crate::pages::prelude::*;
use app::pages::open_data::public_data_page;
use portal::publish::open_data::{self, PublicData};
use web_http::answer::attached;

/// `GET /events/<slug>/open-data`.
pub async fn show(PublicRequest(At { state, caller, slug, .. }): PublicRequest) -> PageResult {
    let operation = async |call: &mut Call<'_>| open_data::public(call).await;
    let model = |PublicData { data, panels, .. }: PublicData, event: &EventView| {
        let title = format!("Scores without names of {}", event.name());
        (Frame::new(title, format!("/events/{slug}/open-data")), (data, panels))
    };
    Ok(public(event_page(&state, state.by(&caller).at(&slug), operation, model, public_data_page).await?))
}

/// `GET /events/<slug>/open-data/scores.csv`.
pub async fn file(PublicRequest(At { state, caller, slug, .. }): PublicRequest) -> PageResult {
    let (name, csv) = state.by(&caller).at(&slug).read(open_data::file).await?;
    Ok(public(attached(&name, "text/csv; charset=utf-8", csv.into_bytes())))
}
