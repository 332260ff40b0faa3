//! `GET /api/events/<slug>/team`.

use super::document::examples;
use super::document::params::Slug;
use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::portal::submit::teams;
use crate::state::State;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use shared::wire::Team;

/// The caller's team in the event.
///
/// Teams are made, joined by a link, renamed and left on the page `/events/{slug}/team`.
#[utoipa::path(
    get, path = "/events/{slug}/team", tag = "people", operation_id = "readTeam",
    security(("bearer" = [])), extensions(("x-caller" = json!("members of a team of the event"))),
    params(Slug),
    responses((status = OK, description = "The team.", body = Team, example = examples::team)),
)]
pub async fn read(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Answer {
    let found = state.read(|c| Box::pin(async move { teams::read(c, &caller, &slug).await })).await?;
    answer::json(StatusCode::OK, &found)
}
