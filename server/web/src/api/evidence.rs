//! `/api/events/<slug>/evidence`, and `/api/projects/<id>/evidence`.

use super::prelude::*;
use portal::judge::evidence;
use shared::evidence::NewWritten;
use shared::wire::ProjectFact;

/// The facts about projects that the caller may read, the earliest first.
///
/// Organizers read all; those who take part no words of people before the results are published. Judges read of the projects of which
/// they have saved a review, and never what another judge flagged. Teams read of their own projects.
#[utoipa::path(
    get, path = "/events/{slug}/evidence", tag = "judging", operation_id = "listEvidence", security(("bearer" = [])),
    extensions(("x-caller" = json!("anyone signed in, as far as the event shows it to them"))), params(Slug),
    responses((status = OK, description = "The facts.", body = Vec<ProjectFact>, example = json!([examples::fact()]))),
)]
pub async fn list(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let found = state.by(&caller).at(&slug).read(evidence::visible).await?;
    answer::json(StatusCode::OK, &found)
}

/// Writes about a project: its judge a `flag`, its team the one `answer`, an organizer a `note` or that they have `looked_at` it.
///
/// A flag goes to the organizers, and without a name to the team. Nothing that is written changes a score.
#[utoipa::path(
    post, path = "/projects/{id}/evidence", tag = "judging", operation_id = "writeEvidence", security(("bearer" = [])),
    extensions(("x-caller" = json!("judges of the project; its team; organizers who take no part"))),
    params(ProjectPath, KeyHeader),
    request_body(content = bodies::NewFact, example = json!({ "kind": "looked_at", "sentence": "The template is named in the README." })),
    responses((status = CREATED, description = "What was written.", body = ProjectFact, example = examples::fact)),
)]
pub async fn write(SignedIn(state, caller, id): SignedIn<ProjectId>, json: JsonBody) -> Answer {
    let key = idempotency_key::of_request(&json.headers, &["writeEvidence", &id.to_string()], &json.bytes);
    let new = match json.fields() {
        Ok(fields) => NewWritten::read(&fields, None),
        Err(refusal) => refusal.into(),
    };
    let new = match &key {
        Ok(_) => new,
        Err(refusal) => NewWritten { fact: Err(refusal.clone()), ..new },
    };
    let job = state
        .by(&caller)
        .write_once(key.unwrap_or_default(), async |call| evidence::write(call, id, new).await);
    answer::json(StatusCode::CREATED, &job.await?)
}
