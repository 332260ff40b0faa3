//! `GET /api/projects/<id>/feedback`.

use super::document::examples;
use super::document::params::ProjectPath;
use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::http::path;
use crate::portal::submit::feedback;
use crate::state::State;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use shared::ids::ProjectId;
use shared::wire::Feedback;

/// Review comments on a project, for its team, once results are published and an organizer has released them.
#[utoipa::path(
    get, path = "/projects/{id}/feedback", tag = "results", operation_id = "readFeedback",
    security(("bearer" = [])), extensions(("x-caller" = json!("the project's team, once released; organizers"))),
    params(ProjectPath),
    responses((status = OK, description = "The comments, without names.", body = Feedback, example = examples::feedback)),
)]
pub async fn read(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer {
    caller.signed_in()?;
    let id = ProjectId(path::id(&id)?);
    let comments = state.read(async |c| feedback::read(c, &caller, id).await).await?;
    answer::json(StatusCode::OK, &Feedback { project: id, comments })
}
