//! `GET /api/events`, `GET /api/events/<slug>`.

use crate::http::answer::{self, Answer};
use crate::portal::submit::events;
use crate::state::State;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;

/// All events, latest deadline first.
pub async fn list(Shared(state): Shared<State>) -> Answer {
    let events = state.read(|c| Box::pin(events::list(c))).await?;
    answer::json(StatusCode::OK, &events)
}

/// One event.
pub async fn read(Shared(state): Shared<State>, Path(slug): Path<String>) -> Answer {
    let event = state.read(|c| Box::pin(async move { events::read(c, &slug).await })).await?;
    answer::json(StatusCode::OK, &event)
}
