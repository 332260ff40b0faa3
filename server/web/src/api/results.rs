//! `/api/events/<slug>/results`: the published ranking, and publishing one.

use super::prelude::*;
use portal::publish::{publish, results};
use shared::publish::Wish;
use shared::wire::Results;

/// The published ranking. Before publication, organizers get the latest run.
///
/// Later runs do not change it. Flagged repeats and projects without a usable review are left out.
#[utoipa::path(
    get, path = "/events/{slug}/results", tag = "results", operation_id = "readResults",
    security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone once published; before that the event's organizers"))), params(Slug),
    responses((status = OK, description = "The ranking.", body = Results, example = examples::results)),
)]
pub async fn read(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let by = state.by(&caller).at(&slug);
    let found = by.read(async |call| results::read(call, state.kept_results()).await).await?;
    let entries = found.results.projects.len();
    let write = move || answer::json(StatusCode::OK, &found.results);
    answer::long(entries, write).await.map(answer::public)
}

/// Publishes a run, or a later one as a correction.
///
/// With `until` and `owed` the first publication is provisional: winners show what they owe by then. A correction stays what it corrects.
/// Warnings need `consent`, and a correction its `reason`.
#[utoipa::path(
    post, path = "/events/{slug}/results", tag = "results", operation_id = "publishResults",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = bodies::NewPublication, example = json!({ "run": 1, "consent": true })),
    responses((status = OK, description = "The ranking.", body = Results, example = examples::results)),
)]
pub async fn publish_run(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let wish = json.fields().and_then(|body| Wish::of_json(&body));
    let by = state.by(&caller).at(&slug);
    by.write(async |call| publish::publish(call, wish, &state.signer).await).await?;
    let found = by.read(async |call| results::read(call, state.kept_results()).await).await?;
    answer::json(StatusCode::OK, &found.results)
}
