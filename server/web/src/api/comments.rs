//! `/api/projects/<id>/comments`.

use super::prelude::*;
use model::comment;
use portal::submit::comments;
use shared::comment::NewComment;
use shared::wire::Comment;

fn comment_object(comment: comment::Comment) -> Comment {
    object! { Comment from comment: id, project, author, body, created_at }
}

/// The comments on a project, oldest first.
#[utoipa::path(
    get, path = "/projects/{id}/comments", tag = "projects", operation_id = "listComments",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone who can see the project"))),
    params(ProjectPath, PageQuery),
    responses((status = OK, description = "The comments.", body = Vec<Comment>, example = json!([examples::comment()]))),
)]
pub async fn list(ApiRequest(state, caller, id): ApiRequest<ProjectId>, paged: ListRequest) -> Answer {
    let page = paged.by_id();
    let found = state.by(&caller).read(async |call| comments::list(call, id, page).await).await?;
    paged
        .list(found.into_iter().map(comment_object), |comment: &Comment| comment.id.to_string())
        .await
        .map(answer::public)
}

/// Posts a comment with the caller's name. Everyone can read it.
#[utoipa::path(
    post, path = "/projects/{id}/comments", tag = "projects", operation_id = "postComment",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in who can see the project"))),
    params(ProjectPath, KeyHeader), request_body(content = NewComment, example = examples::new_comment),
    responses((status = CREATED, description = "The comment was posted.", body = Comment, example = examples::comment)),
)]
pub async fn post(SignedIn(state, caller, id): SignedIn<ProjectId>, json: JsonBody) -> Answer {
    let key = idempotency_key::of_request(&json.headers, &["postComment", &id.to_string()], &json.bytes);
    let sent = key.clone().and_then(|_| NewComment::read(&json.fields()?));
    let job = state
        .by(&caller)
        .write_once(key.unwrap_or_default(), async |call| comments::post(call, id, sent).await);
    answer::json(StatusCode::CREATED, &comment_object(job.await?))
}
