//! What is kept about people.

use super::page_result::PageResult;
use super::render::{Frame, page};
use crate::http::answer;
use crate::state::State;
use app::pages::privacy_page;
use axum::Extension;
use axum::extract::State as Shared;
use portal::caller::Caller;
use portal::organize::keeping;

/// `GET /privacy`.
pub async fn show(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let events = state.read(async |c| keeping::dated(c).await).await?;
    let frame = Frame::new("What we keep about you", "/privacy");
    Ok(answer::public(page(&state, &caller, frame, || privacy_page(events))))
}
