//! `GET /api/events/<slug>/results`.

use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::portal::publish::results;
use crate::state::State;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;

/// The published ranking; before publication the latest run, for organizers.
pub async fn read(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Answer {
    let found = state.read(|c| Box::pin(async move { results::read(c, &caller, &slug).await })).await?;
    answer::json(StatusCode::OK, &found)
}
