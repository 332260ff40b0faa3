//! `/api/events/<slug>/ballot` and `/api/events/<slug>/votes`.

use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::http::body::Body;
use crate::portal::vote::{ballot, votes};
use crate::state::State;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use shared::refusal::Refusal;

/// The caller's ballot.
pub async fn read(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Answer {
    let found = state.read(|c| Box::pin(async move { ballot::read(c, &caller, &slug).await })).await?;
    answer::json(StatusCode::OK, &found)
}

/// Casts, changes or withdraws the caller's ballot.
pub async fn cast(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Answer {
    let sent = choices(&headers, &bytes);
    let cast = state.write(|c| Box::pin(async move { ballot::cast(c, &caller, &slug, sent).await })).await?;
    answer::json(StatusCode::OK, &cast)
}

fn choices(headers: &HeaderMap, bytes: &Bytes) -> Result<Vec<String>, Refusal> {
    let mut body = Body::read(headers, bytes)?;
    let choices = body.values("choices");
    body.done(choices)
}

/// How many votes each project got.
pub async fn tally(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Answer {
    let found = state.read(|c| Box::pin(async move { votes::read(c, &caller, &slug).await })).await?;
    answer::json(StatusCode::OK, &found)
}
