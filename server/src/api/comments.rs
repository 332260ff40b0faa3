//! `/api/projects/<id>/comments`.

use super::document::params::{PageQuery, ProjectPath};
use super::document::{bodies, examples};
use super::paging;
use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::http::body::Body;
use crate::http::path;
use crate::http::query::Query;
use crate::portal::submit::comments;
use crate::state::State;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{OriginalUri, Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use shared::ids::ProjectId;
use shared::refusal::Refusal;
use shared::wire::Comment;

/// The comments on a project, oldest first.
#[utoipa::path(
    get, path = "/projects/{id}/comments", tag = "projects", operation_id = "listComments",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone who can see the project"))),
    params(ProjectPath, PageQuery),
    responses((status = OK, description = "The comments.", body = Vec<Comment>, example = examples::comments)),
)]
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    OriginalUri(uri): OriginalUri,
    query: Query,
) -> Answer {
    let id = ProjectId(path::id(&id)?);
    let page = paging::page(&query);
    let limit = paging::limit_of(&page);
    let found = state.read(|c| Box::pin(async move { comments::list(c, &caller, id, page).await })).await?;
    paging::list(&uri, &query, limit, found, |comment| comment.id.to_string())
}

/// A comment in the caller's name, for all to read.
#[utoipa::path(
    post, path = "/projects/{id}/comments", tag = "projects", operation_id = "postComment",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in who can see the project"))),
    params(ProjectPath), request_body(content = bodies::NewComment, example = examples::new_comment),
    responses((status = CREATED, description = "The comment was posted.", body = Comment, example = examples::comment)),
)]
pub async fn post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Answer {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let id = ProjectId(path::id(&id)?);
    let sent = body(&headers, &bytes);
    let posted = state.write(|c| Box::pin(async move { comments::post(c, &caller, id, sent).await })).await?;
    answer::json(StatusCode::CREATED, &posted)
}

fn body(headers: &HeaderMap, bytes: &Bytes) -> Result<Option<String>, Refusal> {
    let mut body = Body::read(headers, bytes)?;
    let text = body.text("body");
    body.done(text)
}
