//! `/api/judge/…`: a judge's assignments, their reviews, and who reads the scores.

use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::http::body::Body;
use crate::http::path;
use crate::http::query::Query;
use crate::portal::judge::{assignments, save_review, scores};
use crate::state::State;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use shared::ids::AssignmentId;
use shared::refusal::Refusal;
use shared::review::ReviewChanges;

/// The caller's assignments over all events.
pub async fn assignments(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> Answer {
    let found = state.read(|c| Box::pin(async move { assignments::list(c, &caller).await })).await?;
    answer::json(StatusCode::OK, &found)
}

/// Saves or submits the review of one of the caller's assignments.
pub async fn save(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Answer {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let id = AssignmentId(path::id(&id)?);
    let sent = changes(&headers, &bytes);
    let saved =
        state.write(|c| Box::pin(async move { save_review::save(c, &caller, id, sent).await })).await?;
    answer::json(StatusCode::OK, &saved)
}

fn changes(headers: &HeaderMap, bytes: &Bytes) -> Result<ReviewChanges, Refusal> {
    let mut body = Body::read(headers, bytes)?;
    let changes = ReviewChanges {
        scores: body.members("scores"),
        comment: body.text("comment"),
        submit: body.flag("submit"),
    };
    body.done(changes)
}

/// The caller's reviews, or those of the judge that an organizer names.
pub async fn scores(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
) -> Answer {
    let found = state
        .read(|c| {
            Box::pin(
                async move { scores::read(c, &caller, query.asked("event"), query.asked("judge")).await },
            )
        })
        .await?;
    answer::json(StatusCode::OK, &found)
}
