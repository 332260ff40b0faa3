//! The pages that simulate events. The server answers whoever has no scripting; with it, the browser does.

use crate::assets;
use crate::pages::prelude::*;
use app::pages::simulations::{NEEDED_TITLE, PLAY_TITLE, needed_page, play_page};
use axum::extract::RawQuery;
use islands::simulations::{controls, draw_made_up, draw_needed, fault, typed_size, usual_size};
use portal::simulations;
use shared::planner::reviews_needed::{EventSize, TypedSize};

/// `GET /how-many-reviews`; `projects`, `judges`, minutes of a `visit`, `hours`.
pub async fn needed(At { state, caller, .. }: At<(), Open>, RawQuery(query): RawQuery) -> PageResult {
    let typed = typed_size(&query.unwrap_or_default(), usual_size());
    let frame = Frame::new(NEEDED_TITLE, "/how-many-reviews");
    let (answer, errors) = match EventSize::read(&typed) {
        Ok(size) => (draw_needed(size, &simulations::needed(size).await?), FormErrors::none()),
        Err(faults) => (String::new(), faults.into_iter().map(fault).collect()),
    };
    let frame = match errors.is_empty() {
        true => frame,
        false => Frame { error: true, ..frame.status(StatusCode::BAD_REQUEST) }.errors(errors),
    };
    Ok(answer::public(page(&state, &caller, with_script(frame), || needed_page(typed, answer, version()))))
}

/// `GET /events/<slug>/manage/reviews-needed`: leads there with the event's own numbers.
pub async fn needed_by_event(At { state, caller, slug, .. }: At) -> PageResult {
    let by = state.by(&caller).at(&slug);
    let own = by.read(async |call| simulations::own_size(call, usual_size()).await).await?;
    let TypedSize { projects, judges, visit, hours } = own;
    Ok(see(&format!("/how-many-reviews?projects={projects}&judges={judges}&visit={visit}&hours={hours}")))
}

/// `GET /play`; the points of `strict`, `erratic` and `boost`, and which `luck`.
pub async fn play(At { state, caller, .. }: At<(), Open>, RawQuery(query): RawQuery) -> PageResult {
    let controls = controls(&query.unwrap_or_default());
    let answer = draw_made_up(controls, &simulations::made_up(controls).await?);
    let frame = with_script(Frame::new(PLAY_TITLE, "/play"));
    Ok(answer::public(page(&state, &caller, frame, || play_page(controls, answer, version()))))
}

/// The version of the assets, where the browser can simulate.
fn version() -> Option<&'static str> {
    assets::embedded("simulations.wasm").is_some().then_some(assets::VERSION)
}

fn with_script(frame: Frame) -> Frame {
    Frame { script: version().map(|_| "simulations.js"), ..frame }
}
