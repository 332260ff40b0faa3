//! `GET /api/me`.

use super::document::examples;
use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::portal::account::me;
use crate::state::State;
use axum::Extension;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use shared::wire::Me;

/// Who the caller is, and their roles.
#[utoipa::path(
    get, path = "/me", tag = "people", operation_id = "readMe",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in"))),
    responses((status = OK, description = "The account.", body = Me, example = examples::me)),
)]
pub async fn read(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> Answer {
    let found = state.read(async |c| me::read(c, &caller).await).await?;
    answer::json(StatusCode::OK, &found)
}
