//! From a fit to what is shown: scores, standard errors, ranks, judges.

use super::DRAWS;
use super::Watch;
use super::design::Design;
use super::draws::Drawn;
use super::fit::Fit;
use super::fitted::Fitted;
use super::influence;
use super::outcome::{
    Chance, FitSummary, Flag, Grouping, Influence, JudgeOutcome, ProjectOutcome, Variances,
};
use super::ranking::{competition_ranks, micro, round6};
use super::sampled_influence;
use super::variances::variances;
use super::version::Version;
use std::collections::BTreeMap;

/// What the draws are counted for beside the places that win.
const PLACES: [u32; 3] = [1, 3, 10];
/// Contenders hold the best project with at least this many of a hundred draws.
const CONTENDERS: u32 = 95;

pub(super) struct Ranking {
    /// By rank, then id.
    pub(super) projects: Vec<ProjectOutcome>,
    /// As in [`Outcome`](super::Outcome).
    pub(super) contenders: Vec<i64>,
    /// As in [`Outcome`](super::Outcome).
    pub(super) influence: Influence,
}

/// Ranks the projects. `plain` says that the ranking is the plain mean's; `winners` how many places win.
pub(super) fn ranking(
    (design, fit, version): (&Design, &Fit, &Version),
    key: &[u8; 32],
    plain: bool,
    (winners, watch): (&[u32], Watch<'_>),
) -> Ranking {
    let mut calibrated = calibrated(design, fit);
    if plain {
        level_ties(&mut calibrated, &design.raw_mean);
    }
    let ranks = competition_ranks(&calibrated);
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&i| (ranks[i], i));
    let places = places(winners, order.len());
    let drawn = Drawn::of((design, fit), key, &order, &places, watch);
    let se = standard_errors(design, fit, &drawn);
    let mut projects = ranked(design, &calibrated, &se, |i, rank| {
        let [low, high] = drawn.intervals[i];
        [low.min(rank), high.max(rank)]
    });
    for (place, (&i, project)) in order.iter().zip(&mut projects).enumerate() {
        let chance = |(&places, counts): (&u32, &Vec<u32>)| Chance { places, chance: share(counts[i]) };
        project.chances = places.iter().zip(&drawn.among).map(chance).collect();
        let next = order.get(place + 1).filter(|&&next| ranks[next] > ranks[i]);
        project.better_than_next = next.map(|_| share(drawn.ahead[place]));
    }
    let contenders = contenders(&order, &drawn.among[0]).map(|i| design.projects[i]).collect();
    let influence = match &fit.covariance {
        Some(covariance) => influence::of(design, fit, covariance, &calibrated, &places),
        None if version.sampled_influence => sampled_influence::of(design, fit, &calibrated, &places),
        None => Influence::default(),
    };
    Ranking { projects, contenders, influence }
}

/// The numbers of places to count for, ascending from 1; all others leave somebody out.
fn places(winners: &[u32], projects: usize) -> Vec<u32> {
    let asked = PLACES.iter().chain(winners).copied();
    let mut places: Vec<u32> = asked.filter(|&k| k == 1 || (k > 1 && (k as usize) < projects)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The fewest projects that together are first in 95 of 100 draws, the likeliest first, equal ones by rank. A draw that two
/// projects share counts for both.
fn contenders<'a>(order: &'a [usize], first: &'a [u32]) -> impl Iterator<Item = usize> {
    let mut likeliest = order.to_vec();
    likeliest.sort_by_key(|&i| std::cmp::Reverse(first[i]));
    let mut held = 0;
    likeliest.into_iter().take_while(move |&i| {
        let more = held * 100 < CONTENDERS * DRAWS;
        held += first[i];
        more
    })
}

/// A share of the draws, at 3 decimals.
fn share(draws: u32) -> f64 {
    (f64::from(draws) * 1000.0 / f64::from(DRAWS)).round() / 1000.0
}

/// Puts scores into rank order beside the plain means, without chances.
pub(super) fn ranked(
    design: &Design,
    calibrated: &[f64],
    se: &[f64],
    interval: impl Fn(usize, u32) -> [u32; 2],
) -> Vec<ProjectOutcome> {
    let ranks = competition_ranks(calibrated);
    let raw_ranks = competition_ranks(&design.raw_mean);
    let mut all: Vec<ProjectOutcome> = (0..design.projects.len())
        .map(|i| ProjectOutcome {
            project: design.projects[i],
            rank: ranks[i],
            raw_rank: raw_ranks[i],
            calibrated: round6(calibrated[i]),
            se: round6(se[i]),
            raw_mean: round6(design.raw_mean[i]),
            reviews: count(design.reviews_of(i).len()),
            rank_interval: interval(i, ranks[i]),
            chances: vec![],
            better_than_next: None,
        })
        .collect();
    all.sort_by_key(|p| (p.rank, p.project));
    all
}

/// ȳ + γ_t(i) + ζm_i + mean b + θ̂_i: what an average judge would give.
fn calibrated(design: &Design, fit: &Fit) -> Vec<f64> {
    let mean_offset = mean_offset(design, fit);
    let score = |i| design.centre + design.level(i, &fit.means.c) + mean_offset + fit.means.theta[i];
    (0..design.projects.len()).map(score).collect()
}

/// In a complete design scores rise with the plain mean; projects whose means are equal at
/// 6 decimals get one score, so that rounding cannot part them.
fn level_ties(calibrated: &mut [f64], raw_mean: &[f64]) {
    let mut first = BTreeMap::new();
    for (score, &raw) in calibrated.iter_mut().zip(raw_mean) {
        *score = *first.entry(micro(raw)).or_insert(*score);
    }
}

/// √[Var θ_i + Var(level + mean b) + 2 Cov] · √(1 + 2/N); above [`DENSE`](super::fit::DENSE) judges the root of the variance
/// over the draws, with a relative error of about 2 %.
fn standard_errors(design: &Design, fit: &Fit, drawn: &Drawn) -> Vec<f64> {
    let inflation = (1.0 + 2.0 / design.projects.len() as f64).sqrt();
    match &fit.covariance {
        Some(post) => {
            variances(design, fit, post).into_iter().map(|v| v.max(0.0).sqrt() * inflation).collect()
        }
        None => drawn.variances.iter().map(|v| v.sqrt() * inflation).collect(),
    }
}

fn mean_offset(design: &Design, fit: &Fit) -> f64 {
    let judges = design.judges.len();
    fit.means.c[..judges].iter().sum::<f64>() / judges as f64
}

/// Judges by e-mail, with the flags given.
pub(super) fn judges(design: &Design, fit: &Fit, flags: &[Vec<Flag>]) -> Vec<JudgeOutcome> {
    let mean = mean_offset(design, fit);
    (0..design.judges.len())
        .map(|j| JudgeOutcome {
            judge: design.judges[j].clone(),
            reviews: count(design.load[j]),
            offset: round6(fit.means.c[j] - mean),
            scale: round6(fit.params.s[j]),
            noise: round6(1.0 / fit.params.lambda[j].sqrt()),
            weight: round6(fit.params.weight(j) * fit.params.noise),
            flags: flags[j].clone(),
        })
        .collect()
}

pub(super) fn summary(fitted: &Fitted, grouping: Grouping) -> FitSummary {
    let Fitted { design, fit, heterogeneity, plain, panels } = fitted;
    let (nu, scale) = (heterogeneity.nu(), !plain);
    FitSummary {
        variances: Some(Variances {
            project: round12(fit.params.project),
            judge: round12(fit.params.judge),
            group: if design.groups > 1 { round12(fit.params.group) } else { 0.0 },
            panel: (!design.panel.is_empty()).then(|| round12(fit.params.panel)),
            noise: round12(fit.params.noise),
            scale: if scale { round12(fit.params.scale) } else { 0.0 },
        }),
        nu: nu.map(round6),
        scale,
        noise: nu.is_some(),
        rounds: fit.rounds,
        converged: fit.converged,
        draws: DRAWS,
        grouping: panels.map(|_| grouping),
        panels: *panels,
        ..nothing_fitted(design)
    }
}

/// A variance at 12 decimals (scores have 6): few enough digits to survive any JSON reader.
fn round12(variance: f64) -> f64 {
    (variance * 1e12).round() / 1e12
}

/// The summary of a run without a model.
pub(super) fn nothing_fitted(design: &Design) -> FitSummary {
    FitSummary {
        reviews: count(design.y.len()),
        projects: count(design.projects.len()),
        judges: count(design.judges.len()),
        groups: count(design.groups),
        variances: None,
        nu: None,
        scale: false,
        noise: false,
        rounds: 0,
        converged: true,
        draws: 0,
        grouping: None,
        panels: None,
    }
}

/// A count as it is shown.
pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
