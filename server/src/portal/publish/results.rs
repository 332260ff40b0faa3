//! Reading a ranking: the published one, or an organizer's preview of the latest run.

use super::kept_runs::KeptRuns;
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::model::context::{Context, EventKey};
use crate::model::publication::{self as publication_model, Publication, PublishedPlace};
use crate::model::run::{Exclusion, ProjectName, StoredRun};
use crate::portal::context;
use crate::store::Conn;
use crate::store::{prize, publication, run, run_input};
use shared::calibration::{Component, Connectivity, Decisive, Level, ProjectOutcome};
use shared::ids::{EventId, ProjectId};
use shared::refusal::Refusal;
use shared::rules::{ResultsView, results_view};
use shared::wire::{AwardedPrize, Correction, PrizeWinner, ResultEntry, Results, WinnersWithout};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A ranking as its reader may see it, with what the page says around it.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The event, and the reader in it.
    pub at: Context,
    /// The ranking; `None` where an organizer looks before the first run.
    pub results: Option<Results>,
    /// Published, or the latest run before that.
    pub view: ResultsView,
    /// Published, but for now shown to organizers only: the community vote is open.
    pub hidden: bool,
    /// Ranked projects of the reader's own team.
    pub own: Vec<ProjectId>,
    /// There is a signed form of this ranking.
    pub signed: bool,
    /// What the run found about the reviews; none before the first run.
    pub evidence: Option<RunEvidence>,
}

/// What a run found about the reviews, beside the ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEvidence {
    /// Parts of the projects that cannot be compared, or hardly; none where all can.
    pub parts: Vec<Vec<ProjectId>>,
    /// How well the reviews connect the projects.
    pub level: Level,
    /// The judges' noises differ, and reviews weigh by them.
    pub own_noise: bool,
}

/// The ranking that the caller sees.
///
/// # Errors
/// 404 for a caller who may not know; 403 for an organizer who takes part, before publication; 404 before the
/// first run.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str, runs: &KeptRuns) -> Outcome<Results> {
    Ok(ranking(conn, caller, slug, runs).await?.results.ok_or_else(Refusal::not_found)?)
}

/// The ranking that the caller sees, and what the page says around it.
///
/// # Errors
/// 404 for a caller who may not know; 403 for an organizer who takes part, before publication.
pub async fn ranking(conn: &mut Conn, caller: &Caller, slug: &str, runs: &KeptRuns) -> Outcome<Ranking> {
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let view = results_view(caller.actor.as_ref(), &at.facts, at.now)?;
    let publication = match view {
        ResultsView::Published => publication::newest(conn, at.event).await?,
        ResultsView::Preview => None,
    };
    let stored = match &publication {
        Some(publication) => runs.find(conn, at.event, publication.run).await?,
        None => run::latest(conn, at.event).await?.map(Arc::new),
    };
    // What a visitor would see.
    let hidden = view == ResultsView::Published && results_view(None, &at.facts, at.now).is_err();
    let signed = publication.as_ref().is_some_and(|p| p.signed_document.is_some());
    let mut ranking = Ranking { at, results: None, view, hidden, own: Vec::new(), signed, evidence: None };
    let Some(stored) = stored else { return Ok(ranking) };
    ranking.evidence = Some(RunEvidence {
        parts: parts(&stored.outcome.connectivity),
        level: stored.outcome.connectivity.level,
        own_noise: stored.outcome.fit.noise,
    });
    let names = run_input::names(conn, ranking.at.event).await?;
    // Who may read this ranking may read the winners: both follow one rule.
    let prizes = awarded(conn, ranking.at.event).await?;
    let mut results = results(slug, &stored, publication, &names, prizes)?;
    if ranking.view == ResultsView::Published {
        let corrections = publication::corrections(conn, ranking.at.event).await?.into_iter();
        results.corrections = corrections.map(correction).collect();
    }
    let team = ranking.at.facts.standing.team;
    ranking.own = results
        .projects
        .iter()
        .map(|entry| entry.project)
        .filter(|id| team.is_some() && names.get(id).map(|n| n.team_id) == team)
        .collect();
    ranking.results = Some(results);
    Ok(ranking)
}

fn parts(connectivity: &Connectivity) -> Vec<Vec<ProjectId>> {
    let ids = |part: &Component| part.projects.iter().copied().map(ProjectId).collect();
    connectivity.parts().iter().map(ids).collect()
}

/// A project's place, where everybody may read the results now; `None` also where it is not ranked.
///
/// # Errors
/// A lost database.
pub async fn published_place(
    conn: &mut Conn,
    at: &Context,
    project: ProjectId,
) -> Outcome<Option<PublishedPlace>> {
    if results_view(None, &at.facts, at.now).is_err() {
        return Ok(None);
    }
    publication::place(conn, at.event, project).await
}

/// The Results object of a run: numbers as the run stored them, titles and teams as they are now.
///
/// # Errors
/// Broken, where a ranked project has no name.
pub fn results(
    slug: &str,
    stored: &StoredRun,
    publication: Option<Publication>,
    names: &BTreeMap<ProjectId, ProjectName>,
    prizes: Vec<AwardedPrize>,
) -> Outcome<Results> {
    let left_out = |why: Exclusion| {
        u32::try_from(stored.excluded.values().filter(|e| **e == why).count()).unwrap_or(u32::MAX)
    };
    let (duplicates, unreviewed) = (left_out(Exclusion::Duplicate), left_out(Exclusion::NoReviews));
    let entries = stored.outcome.projects.iter().map(|outcome| entry(outcome, names));
    let (published_at, reason, supersedes) = match publication {
        Some(p) => (Some(p.published_at), p.reason, p.supersedes),
        None => (None, None, None),
    };
    Ok(Results {
        event: slug.to_owned(),
        published_at,
        run: stored.run,
        input_digest: stored.outcome.input_digest.clone(),
        method: stored.outcome.method.clone(),
        reason,
        supersedes,
        converged: stored.outcome.fit.converged,
        judges: stored.outcome.fit.judges,
        duplicates,
        unreviewed,
        contenders: stored.outcome.contenders.iter().copied().map(ProjectId).collect(),
        winners_without: stored.outcome.influence.winners.iter().map(without).collect(),
        prizes,
        corrections: Vec::new(),
        projects: entries.collect::<Outcome<_>>()?,
    })
}

/// The prizes whose winners are confirmed, with them.
///
/// # Errors
/// A lost database.
pub async fn awarded(conn: &mut Conn, event: EventId) -> Outcome<Vec<AwardedPrize>> {
    let winners = prize::winners(conn, event).await?;
    let mut awarded = Vec::new();
    for prize in prize::list(conn, event).await? {
        let won = winners.iter().filter(|winner| winner.prize == prize.id);
        let winners: Vec<PrizeWinner> = won
            .map(|w| PrizeWinner { project: w.project, title: w.title.clone(), team: w.team.clone() })
            .collect();
        if !winners.is_empty() {
            awarded.push(AwardedPrize {
                id: prize.id,
                name: prize.terms.name,
                sponsor: prize.terms.sponsor,
                rule: prize.terms.rule.name().to_owned(),
                reason: prize.reason,
                winners,
            });
        }
    }
    Ok(awarded)
}

fn correction(correction: publication_model::Correction) -> Correction {
    let publication_model::Correction { run, published_at, reason } = correction;
    Correction { run, published_at, reason }
}

fn entry(outcome: &ProjectOutcome, names: &BTreeMap<ProjectId, ProjectName>) -> Outcome<ResultEntry> {
    let project = ProjectId(outcome.project);
    let named = names
        .get(&project)
        .ok_or_else(|| Failure::broken(format!("ranked project {project} has no name")))?;
    Ok(ResultEntry {
        rank: outcome.rank,
        raw_rank: outcome.raw_rank,
        project,
        title: named.title.clone(),
        team: named.team.clone(),
        calibrated: outcome.calibrated,
        se: outcome.se,
        raw_mean: outcome.raw_mean,
        reviews: outcome.reviews,
        rank_interval: outcome.rank_interval,
        chances: outcome.chances.clone(),
        better_than_next: outcome.better_than_next,
    })
}

/// Without the judges' names, which only organizers see.
fn without(winners: &Decisive) -> WinnersWithout {
    WinnersWithout {
        places: winners.places,
        reviews: winners.reviews,
        judges: u32::try_from(winners.judges.len()).unwrap_or(u32::MAX),
    }
}
