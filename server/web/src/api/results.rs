//! `/api/events/<slug>/results`: the published ranking, and publishing one.

use super::prelude::*;
use portal::publish::full_ranking::FullRanking;
use portal::publish::{publish, results};
use shared::calibration::{Level, PlainMeans};
use shared::publish::Wish;
use shared::wire::{RankingBasis, Results};

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

/// What the published ranking rests on. Before publication, organizers get it of the latest run.
///
/// It says whether reviews can compare all projects, and what the model has of the judges.
#[utoipa::path(
    get, path = "/events/{slug}/results/how", tag = "results", operation_id = "readRankingBasis",
    security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone once published; before that the event's organizers"))), params(Slug),
    responses((status = OK, description = "What it rests on.", body = RankingBasis, example = examples::ranking_basis)),
)]
pub async fn how(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let by = state.by(&caller).at(&slug);
    let found = by.read(async |call| results::read(call, state.kept_results()).await).await?;
    let FullRanking { results, evidence, .. } = &*found;
    let is_fitted = PlainMeans::of(&results.method, results.judges, 0).is_none();
    // Without the addition, a judge who is hardly stricter would be at -0.
    let at_two_decimals = |offset: f64| (offset * 100.0).round() / 100.0 + 0.0;
    let basis = RankingBasis {
        event: results.event.clone(),
        run: results.run,
        parts: evidence.parts.clone(),
        weak: evidence.level == Level::Warning,
        offsets: evidence.offsets.filter(|_| is_fitted).map(|both| both.map(at_two_decimals)),
        own_noise: evidence.own_noise,
        own_scale: evidence.own_scale,
        own_levels: evidence.own_levels,
    };
    answer::json(StatusCode::OK, &basis).map(answer::public)
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
