//! `GET /api/events/<slug>/results`.

use super::prelude::*;
use portal::publish::results;
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
pub async fn read(Asked(state, caller, slug): Asked<String>) -> Answer {
    let found = state.read(async |c| results::read(c, &caller, &slug, state.kept_results()).await).await?;
    let entries = found.results.projects.len();
    let write = move || answer::json(StatusCode::OK, &found.results);
    answer::long(entries, write).await.map(answer::public)
}
