//! The ranking, and how it was made.

use super::event_head::event_response;
use crate::pages::prelude::*;
use app::pages::results::{
    self as view, AskedPart, Columns, HowPage, ModelParts, ResultsPage, Ties, how_page, place_of_rank,
    results_page,
};
use model::results_question::ResultsQuestion;
use portal::publish::full_ranking::{FullRanking, RunEvidence};
use portal::publish::results::{self, Ranking};
use portal::publish::{open_data, results_questions};
use shared::calibration::{Level, PlainMeans};
use shared::rules::{ResultsView, ReviewRule};
use std::sync::Arc;

/// Most characters of a search.
const SEARCH: usize = 200;

/// `GET /events/<slug>/results`; `?page=2` and on, `?page=all`, or `?q=…` for a part of it; `?columns=all` for
/// all columns; `?published=1` follows a publication.
pub async fn show(PublicRequest(At { state, caller, slug, query, .. }): PublicRequest) -> PageResult {
    let operation = async |call: &mut Call<'_>| {
        let ranking = results::ranking(call, state.kept_results()).await?;
        let asked = results_questions::below(call, &ranking).await?;
        Ok((ranking, asked))
    };
    let ((ranking, asked), event) = load(state.by(&caller).at(&slug), operation).await?;
    if let Some(row) = row_of_rank(&query, &ranking, &slug) {
        return Ok(see(&row));
    }
    let (frame, model) = model(ranking, asked, &event, &query);
    Ok(public(event_response(&state, &caller, &event, frame, || results_page(model))))
}

/// The row that a search for a number means.
fn row_of_rank(query: &Query, ranking: &Ranking, slug: &str) -> Option<String> {
    let rank = query.get("q").trim().parse().ok()?;
    place_of_rank(&ranking.full.as_ref()?.results.projects, rank, slug, columns(query))
}

fn model(
    ranking: Ranking,
    (questions, may_ask): (Vec<ResultsQuestion>, bool),
    event: &EventView,
    query: &Query,
) -> (Frame, ResultsPage) {
    // As in the API: before the first run there is nothing, also for organizers.
    let status = if ranking.full.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let title = format!("Results of {}", event.name());
    let path = format!("/events/{}/results", ranking.at.slug);
    let state = ranking_state(&ranking);
    let shown = ranking.full.as_deref().filter(|_| state == view::RankingState::Published);
    let description = shown.map(described);
    let frame = Frame { status, description, ..Frame::new(title, path) };
    let just_published =
        query.get("published") == "1" && event.organizes && state == view::RankingState::Published;
    let model = ResultsPage {
        now: ranking.at.now,
        state,
        just_published,
        ties: ranking.full.as_deref().map_or_else(Ties::default, ties),
        by_need: seen_more_often(&ranking),
        part: part(query),
        columns: columns(query),
        modelled: ranking.full.as_deref().map(modelled).unwrap_or_default(),
        signed: ranking.full.as_ref().is_some_and(|full| full.signed),
        winners: ranking.full.as_deref().map(|full| full.winners.clone()).unwrap_or_default(),
        results: ranking.full.map(|full| Arc::unwrap_or_clone(full).results),
        own: ranking.own,
        questions,
        questions_until: ranking.at.facts.event.questions_until,
        may_ask,
    };
    (frame, model)
}

/// Who is first, for other sites.
fn described(full: &FullRanking) -> String {
    let entries = &full.results.projects;
    let first: Vec<String> = entries.iter().filter(|e| e.rank == 1).map(|e| e.title.clone()).collect();
    words::outside::results(&first, entries.len(), full.results.provisional_until.is_some())
}

fn modelled(full: &FullRanking) -> ModelParts {
    let RunEvidence { own_noise, own_scale, own_levels, .. } = full.evidence;
    let panels = full.results.panels.is_some_and(|panels| panels.used);
    ModelParts { noises: own_noise, scales: own_scale, levels: own_levels, panels }
}

fn columns(query: &Query) -> Columns {
    Columns::of(query.get("columns"))
}

/// The part that is asked for; anything unreadable is the first one.
fn part(query: &Query) -> AskedPart {
    let words: String = query.get("q").chars().take(SEARCH).collect();
    let page = query.get("page");
    let number = page.parse().unwrap_or(1);
    match (words.trim().is_empty(), page) {
        (false, _) => AskedPart::Search(words, number),
        (true, "all") => AskedPart::Whole,
        (true, _) if number > 1 => AskedPart::Page(number),
        (true, _) => AskedPart::First,
    }
}

fn ties(full: &FullRanking) -> Ties {
    let FullRanking { results, evidence, .. } = full;
    if evidence.parts.is_empty() {
        return Ties { parts: Vec::new(), weak: evidence.level == Level::Warning };
    }
    let titles: BTreeMap<ProjectId, &str> =
        results.projects.iter().map(|e| (e.project, e.title.as_str())).collect();
    let part = |projects: &Vec<ProjectId>| {
        projects.iter().filter_map(|id| Some((*titles.get(id)?).to_owned())).collect()
    };
    Ties { parts: evidence.parts.iter().map(part).collect(), weak: evidence.level == Level::Warning }
}

fn ranking_state(ranking: &Ranking) -> view::RankingState {
    match ranking.view {
        ResultsView::Preview => view::RankingState::Preview,
        ResultsView::Published if ranking.hidden => {
            view::RankingState::HiddenByVote(ranking.at.facts.event.voting.close)
        }
        ResultsView::Published => view::RankingState::Published,
    }
}

/// Whether further reviews went by need, and some projects have more than others.
fn seen_more_often(ranking: &Ranking) -> bool {
    let reviews = || ranking.full.iter().flat_map(|full| full.results.projects.iter().map(|p| p.reviews));
    ranking.at.facts.event.review_rule == ReviewRule::Need && reviews().min() != reviews().max()
}

/// `GET /events/<slug>/results/how`.
pub async fn how(PublicRequest(At { state, caller, slug, .. }): PublicRequest) -> PageResult {
    let operation = async |call: &mut Call<'_>| {
        let ranking = results::ranking(call, state.kept_results()).await?;
        let open_data = open_data::is_public(call.conn, &ranking.at).await?;
        Ok((with_event(call.conn, ranking).await?, open_data))
    };
    let (((ranking, event), open_data), view) = load(state.by(&caller).at(&slug), operation).await?;
    let by_need = seen_more_often(&ranking);
    let full = ranking.full.ok_or_else(Refusal::not_found)?;
    let results = &full.results;
    let reviews = results.projects.iter().map(|p| p.reviews).sum();
    let model = HowPage {
        plain_means: PlainMeans::of(&results.method, results.judges, reviews),
        by_need,
        own_noise: full.evidence.own_noise,
        offsets: full.evidence.offsets,
        open_data,
        criteria: event.criteria,
        results: results.clone(),
    };
    let frame = Frame::new("How this ranking was made", format!("/events/{slug}/results/how"));
    Ok(public(event_response(&state, &caller, &view, frame, || how_page(model))))
}
