//! Reading a ranking: the published one, or an organizer's preview of the latest run.

use super::full_ranking::{FullRanking, KeptRankings, RunEvidence};
use super::kept_runs::{KeptRun, KeptRuns};
use crate::prelude::*;
use model::publication as publication_model;
use shared::calibration::{Component, Connectivity, Decisive, JudgeOutcome, ProjectOutcome};
use shared::provenance::SignedMoreTime;
use shared::strictness::{FEWEST_JUDGES, Strictness};
use shared::wire::{AwardedPrize, Correction, MoreTime, PrizeWinner, ResultEntry, Results, WinnersWithout};
use store::{evidence, freshness, more_time, prize, project, publication, run, run_input};

/// A ranking as its reader may see it, with what the page says around it.
#[derive(Clone, Debug)]
pub struct Ranking {
    pub at: Context,
    /// The ranking; `None` where an organizer looks before the first run.
    pub full: Option<Arc<FullRanking>>,
    /// Published, or the latest run before that.
    pub view: ResultsView,
    /// Published, but for now shown to organizers only: the community vote is open.
    pub hidden: bool,
    /// Ranked projects of the reader's own team.
    pub own: Vec<ProjectId>,
}
model::in_event!(Ranking);

/// The rankings and runs that this process keeps.
#[derive(Clone, Copy, Debug)]
pub struct KeptResults<'a> {
    pub rankings: &'a KeptRankings,
    pub runs: &'a KeptRuns,
}

/// The ranking that the caller sees.
/// Errors: 404 for a caller who may not know; 403 for an organizer who takes part, before publication; 404 before the first run.
pub async fn read(call: &mut Call<'_>, kept: KeptResults<'_>) -> Outcome<Arc<FullRanking>> {
    Ok(ranking(call, kept).await?.full.ok_or_else(Refusal::not_found)?)
}

/// The ranking that the caller sees, and what the page says around it.
/// Errors: 404 for a caller who may not know; 403 for an organizer who takes part, before publication.
pub async fn ranking(call: &mut Call<'_>, kept: KeptResults<'_>) -> Outcome<Ranking> {
    let at = call.context().await?;
    // The clock and the rules come first: what they hide is not looked for.
    let view = results_view(call.caller.actor.as_ref(), &at.facts, at.now)?;
    // What a visitor would see.
    let hidden = view == ResultsView::Published && results_view(None, &at.facts, at.now).is_err();
    let full = match view {
        ResultsView::Published => {
            let version = freshness::version(call.conn, at.event).await?;
            let ranking = Box::pin(published(call.conn, &at, kept.runs));
            Some(kept.rankings.of_event(at.event, version, ranking).await?)
        }
        ResultsView::Preview => Box::pin(preview(call.conn, &at)).await?.map(Arc::new),
    };
    let own = match (&full, at.facts.standing.team) {
        (Some(full), Some(team)) => {
            let mine = project::of_team(call.conn, at.event, team).await?;
            let is_mine = |id: &ProjectId| mine.iter().any(|project| project.id == *id);
            full.results.projects.iter().map(|entry| entry.project).filter(is_mine).collect()
        }
        _ => Vec::new(),
    };
    Ok(Ranking { at, full, view, hidden, own })
}

/// The published ranking, with the corrections before it.
async fn published(conn: &mut Conn, at: &Context, runs: &KeptRuns) -> Outcome<FullRanking> {
    let publication = publication::newest(conn, at.event).await?.ok_or_else(Refusal::not_found)?;
    let run = runs.find(conn, at, publication.run).await?;
    let mut full = full(conn, at, &run, Some(publication)).await?;
    let corrections = publication::corrections(conn, at.event).await?.into_iter();
    full.results.corrections = corrections.map(correction).collect();
    Ok(full)
}

/// The ranking of the latest run.
async fn preview(conn: &mut Conn, at: &Context) -> Outcome<Option<FullRanking>> {
    let Some(stored) = run::latest(conn, at.event).await? else { return Ok(None) };
    let run = KeptRun::of(conn, at.event, stored).await?;
    Ok(Some(full(conn, at, &run, None).await?))
}

async fn full(
    conn: &mut Conn,
    at: &Context,
    KeptRun { stored, strictness }: &KeptRun,
    publication: Option<Publication>,
) -> Outcome<FullRanking> {
    let names = run_input::names(conn, at.event).await?;
    // Who may read this ranking may read the winners: both follow one rule.
    let won = prize::winners(conn, at.event).await?;
    let prizes = awarded_to(prize::list(conn, at.event).await?, &won);
    let winners = faces(won);
    let signed = publication.as_ref().is_some_and(|p| p.signed);
    let evidence = RunEvidence {
        parts: parts(&stored.outcome.connectivity),
        level: stored.outcome.connectivity.level,
        own_noise: stored.outcome.fit.noise,
        own_scale: stored.outcome.fit.scale,
        own_levels: stored.outcome.fit.groups > 1,
        offsets: offsets(&stored.outcome.judges),
    };
    let mut results = results(&at.slug, (stored, strictness), publication, &names, prizes)?;
    results.more_time = given_time(conn, at, None).await?;
    Ok(FullRanking { results, signed, evidence, winners })
}

/// The teams that had more time to submit, as results name them: not those whose time ended before that of all, since the close was
/// moved behind it. Once results are published they stay as they were named, wherever the close is moved. More time ends with the
/// first publication, at `published_at`.
pub(super) async fn given_time(
    conn: &mut Conn,
    at: &Context,
    published_at: Option<DateTime<Utc>>,
) -> Outcome<Vec<MoreTime>> {
    if let Some(named) = publication::more_time(conn, at.event).await? {
        let named = named.into_iter();
        return Ok(named
            .map(|SignedMoreTime { team, until, reason }| MoreTime { team, until, reason })
            .collect());
    }
    let close = at.facts.event.submissions.close;
    let mut given = more_time::of_event(conn, at.event).await?;
    for one in &mut given {
        one.until = published_at.map_or(one.until, |end| one.until.min(end));
    }
    given.retain(|one| one.is_longer(close));
    let told = given.into_iter();
    Ok(told.map(|given| MoreTime { team: given.name, until: given.until, reason: given.reason }).collect())
}

/// What is shown of the winners.
fn faces(won: Vec<Winner>) -> BTreeMap<ProjectId, WinnerFace> {
    let face = |won: Winner| (won.project, WinnerFace { tagline: won.tagline, picture: won.picture });
    won.into_iter().map(face).collect()
}

fn offsets(judges: &[JudgeOutcome]) -> Option<[f64; 2]> {
    if judges.len() < FEWEST_JUDGES {
        return None;
    }
    let offsets = || judges.iter().map(|judge| judge.offset);
    Some([offsets().min_by(f64::total_cmp)?, offsets().max_by(f64::total_cmp)?])
}

fn parts(connectivity: &Connectivity) -> Vec<Vec<ProjectId>> {
    let ids = |part: &Component| part.projects.iter().copied().map(ProjectId).collect();
    connectivity.parts().iter().map(ids).collect()
}

/// A project's place, where everybody may read the results now; `None` also where it is not ranked.
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

/// Where HEAD of a project's repository was at the close, once everybody may read the results.
pub async fn code_at_close(conn: &mut Conn, at: &Context, project: ProjectId) -> Outcome<Option<String>> {
    if results_view(None, &at.facts, at.now).is_err() {
        return Ok(None);
    }
    evidence::head_at_close(conn, project).await
}

/// The Results object of a run: numbers as the run stored them, titles and teams as they are now.
/// Errors: broken, where a ranked project has no name.
pub fn results(
    slug: &str,
    (stored, strictness): (&StoredRun, &BTreeMap<ProjectId, Strictness>),
    publication: Option<Publication>,
    names: &BTreeMap<ProjectId, ProjectName>,
    prizes: Vec<AwardedPrize>,
) -> Outcome<Results> {
    let left_out = |why: Exclusion| {
        u32::try_from(stored.excluded.values().filter(|e| **e == why).count()).unwrap_or(u32::MAX)
    };
    let (duplicates, unreviewed) = (left_out(Exclusion::Duplicate), left_out(Exclusion::NoReviews));
    let entries = stored.outcome.projects.iter().map(|outcome| -> Outcome<ResultEntry> {
        let strictness = strictness.get(&ProjectId(outcome.project)).copied();
        Ok(ResultEntry { strictness, ..entry(outcome, names)? })
    });
    let (number, published_at) = publication.as_ref().map(|p| (p.number, p.published_at)).unzip();
    let (reason, supersedes, provisional_until, owed, final_of) = publication
        .map(|p| (p.reason, p.supersedes, p.provisional_until, p.owed, p.final_of))
        .unwrap_or_default();
    Ok(Results {
        event: slug.to_owned(),
        published_at,
        publication: number,
        run: stored.run,
        input_digest: stored.outcome.input_digest.clone(),
        method: stored.outcome.method.clone(),
        reason,
        supersedes,
        provisional_until,
        owed,
        final_of,
        converged: stored.outcome.fit.converged,
        panels: stored.outcome.fit.panels,
        judges: stored.outcome.fit.judges,
        duplicates,
        unreviewed,
        contenders: stored.outcome.contenders.iter().copied().map(ProjectId).collect(),
        winners_without: stored.outcome.influence.winners.iter().map(without).collect(),
        prizes,
        corrections: Vec::new(),
        more_time: Vec::new(),
        projects: entries.collect::<Outcome<_>>()?,
    })
}

/// The prizes whose winners are confirmed, with them.
pub async fn awarded(conn: &mut Conn, event: EventId) -> Outcome<Vec<AwardedPrize>> {
    let winners = prize::winners(conn, event).await?;
    Ok(awarded_to(prize::list(conn, event).await?, &winners))
}

fn awarded_to(prizes: Vec<Prize>, winners: &[Winner]) -> Vec<AwardedPrize> {
    let mut awarded = Vec::new();
    for prize in prizes {
        let won = winners.iter().filter(|winner| winner.prize == prize.id);
        let winners: Vec<PrizeWinner> = won
            .map(|w| object! { PrizeWinner from w: project, repeats; title: w.title.clone(), team: w.team.clone() })
            .collect();
        if !winners.is_empty() {
            awarded.push(AwardedPrize {
                id: prize.id,
                name: prize.terms.name,
                sponsor: prize.terms.sponsor,
                rule: prize.terms.rule.name().to_owned(),
                decided: prize.decided.name().to_owned(),
                reason: prize.reason,
                winners,
            });
        }
    }
    awarded
}

pub(super) fn correction(correction: publication_model::Correction) -> Correction {
    let publication_model::Correction { run, published_at, reason } = correction;
    Correction { run, published_at, reason }
}

fn entry(outcome: &ProjectOutcome, names: &BTreeMap<ProjectId, ProjectName>) -> Outcome<ResultEntry> {
    let project = ProjectId(outcome.project);
    let named = names
        .get(&project)
        .ok_or_else(|| Failure::broken(format!("ranked project {project} has no name")))?;
    Ok(object! { ResultEntry from outcome:
        rank, raw_rank, calibrated, se, raw_mean, reviews, rank_interval, better_than_next;
        project: ProjectId(outcome.project),
        title: named.title.clone(),
        team: named.team.clone(),
        chances: outcome.chances.clone(),
        strictness: None
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
