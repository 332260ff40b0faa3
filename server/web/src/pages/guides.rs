//! The guides for judges, teams and organizers.

use crate::pages::prelude::*;
use app::pages::guides::{Guide, guide_page, guides_page};

/// `GET /guides`.
pub async fn list(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    Ok(public(page(&state, &caller, Frame::new("Guides", "/guides"), guides_page)))
}

/// `GET /guides/judges`.
pub async fn judges(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    show(&state, &caller, Guide::Judges)
}

/// `GET /guides/teams`.
pub async fn teams(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    show(&state, &caller, Guide::Teams)
}

/// `GET /guides/organizers`.
pub async fn organizers(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    show(&state, &caller, Guide::Organizers)
}

fn show(state: &State, caller: &Caller, guide: Guide) -> PageResult {
    let frame = Frame::new(format!("Guide: {}", guide.title()), guide.path());
    Ok(public(page(state, caller, frame, || guide_page(guide))))
}
