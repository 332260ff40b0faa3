//! `/api/events/<slug>/projects` and `/api/projects/<id>`.

use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::http::body::Body;
use crate::http::path;
use crate::portal::submit::{projects, save_project};
use crate::state::State;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use shared::ids::{ProjectId, TrackId};
use shared::project::ProjectChanges;
use shared::refusal::Refusal;

/// The event's projects that the caller may see.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Answer {
    let found = state.read(|c| Box::pin(async move { projects::list(c, &caller, &slug).await })).await?;
    let found: Vec<_> = found.into_iter().map(|p| p.project).collect();
    answer::json(StatusCode::OK, &found)
}

/// A new project for the caller's team.
pub async fn create(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Answer {
    let sent = changes(&headers, &bytes);
    let project =
        state.write(|c| Box::pin(async move { save_project::create(c, &caller, &slug, sent).await })).await?;
    answer::json(StatusCode::CREATED, &project)
}

/// One project.
pub async fn read(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer {
    let id = ProjectId(path::id(&id)?);
    let (_, stored) = state.read(|c| Box::pin(async move { projects::read(c, &caller, id).await })).await?;
    answer::json(StatusCode::OK, &stored.project)
}

/// Changes to a project of the caller's team.
pub async fn edit(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Answer {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let id = ProjectId(path::id(&id)?);
    let sent = changes(&headers, &bytes);
    let project =
        state.write(|c| Box::pin(async move { save_project::edit(c, &caller, id, sent).await })).await?;
    answer::json(StatusCode::OK, &project)
}

/// The body of both writes.
fn changes(headers: &HeaderMap, bytes: &Bytes) -> Result<ProjectChanges, Refusal> {
    let mut body = Body::read(headers, bytes)?;
    let changes = ProjectChanges {
        title: body.text("title"),
        tagline: body.text("tagline"),
        summary: body.text("summary"),
        description: body.text("description"),
        repo_url: body.text("repo_url"),
        demo_url: body.text("demo_url"),
        tags: body.texts("tags"),
        track: body.number_or_null("track").map(|track| track.map(TrackId)),
        submit: body.flag("submit"),
    };
    body.done(changes)
}
