//! `GET /api/events`, `GET /api/events/<slug>`.

use super::document::examples;
use super::document::params::{EventsQuery, Slug};
use super::paging;
use crate::http::answer::{self, Answer};
use crate::http::query::Query;
use crate::portal::submit::events;
use crate::state::State;
use axum::extract::{OriginalUri, Path, State as Shared};
use axum::http::StatusCode;
use shared::refusal::FieldErrors;
use shared::wire::Event;

/// All events, latest submission deadline first.
#[utoipa::path(
    get, path = "/events", tag = "events", operation_id = "listEvents", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone"))), params(EventsQuery),
    responses((status = OK, description = "The events.", body = Vec<Event>, example = examples::events)),
)]
pub async fn list(Shared(state): Shared<State>, OriginalUri(uri): OriginalUri, query: Query) -> Answer {
    let mut errors = FieldErrors::default();
    let limit = paging::limit(&query, &mut errors);
    let after = query.asked("after").map(str::to_owned);
    let found = state.read(async |c| events::list(c, after.as_deref(), errors).await).await?;
    paging::list(&uri, &query, limit, found, |event| event.slug.clone()).map(answer::public)
}

/// One event.
#[utoipa::path(
    get, path = "/events/{slug}", tag = "events", operation_id = "readEvent", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone"))), params(Slug),
    responses((status = OK, description = "The event.", body = Event, example = examples::event)),
)]
pub async fn read(Shared(state): Shared<State>, Path(slug): Path<String>) -> Answer {
    let event = state.read(async |c| events::read(c, &slug).await).await?;
    answer::json(StatusCode::OK, &event).map(answer::public)
}
