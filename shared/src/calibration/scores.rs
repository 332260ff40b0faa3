//! From a fit to what is shown: scores, standard errors, ranks, judges.

use super::DRAWS;
use super::design::Design;
use super::draws;
use super::fit::Fit;
use super::outcome::{FitSummary, Flag, JudgeOutcome, ProjectOutcome, Variances};
use super::posterior::support;
use super::ranking::{competition_ranks, micro, round6};
use std::collections::BTreeMap;

/// Ranked projects, by rank, then id. `plain` says that the ranking is the plain mean's.
pub(super) fn projects(design: &Design, fit: &Fit, key: &[u8; 32], plain: bool) -> Vec<ProjectOutcome> {
    let mut calibrated = calibrated(design, fit);
    if plain {
        level_ties(&mut calibrated, &design.raw_mean);
    }
    let se = standard_errors(design, fit);
    let intervals = draws::rank_intervals(design, fit, key);
    ranked(design, &calibrated, &se, |i, rank| {
        let [low, high] = intervals[i];
        [low.min(rank), high.max(rank)]
    })
}

/// Puts scores into rank order beside the plain means.
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
        })
        .collect();
    all.sort_by_key(|p| (p.rank, p.project));
    all
}

/// ȳ + γ_t(i) + mean b + θ̂_i: what an average judge would give.
fn calibrated(design: &Design, fit: &Fit) -> Vec<f64> {
    let post = &fit.posterior;
    let judges = design.judges.len();
    let mean_offset = mean_offset(design, fit);
    (0..design.projects.len())
        .map(|i| {
            let level = post.c[judges + design.group_of[i]];
            design.centre + level + mean_offset + post.theta[i]
        })
        .collect()
}

/// In a complete design scores rise with the plain mean; projects whose means are equal at
/// 6 decimals get one score, so that rounding cannot part them.
fn level_ties(calibrated: &mut [f64], raw_mean: &[f64]) {
    let mut first = BTreeMap::new();
    for (score, &raw) in calibrated.iter_mut().zip(raw_mean) {
        *score = *first.entry(micro(raw)).or_insert(*score);
    }
}

/// √[Var θ_i + Var(γ + mean b) + 2 Cov] · √(1 + 2/N).
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn standard_errors(design: &Design, fit: &Fit) -> Vec<f64> {
    let post = &fit.posterior;
    let judges = design.judges.len();
    let share = 1.0 / judges as f64;
    // Cov(c_a, mean b) for every place a.
    let with_mean: Vec<f64> =
        (0..post.size).map(|a| share * (0..judges).map(|j| post.cov(a, j)).sum::<f64>()).collect();
    let var_mean = share * with_mean[..judges].iter().sum::<f64>();
    let inflation = (1.0 + 2.0 / design.projects.len() as f64).sqrt();
    let mut w = vec![];
    (0..design.projects.len())
        .map(|i| {
            let g = judges + design.group_of[i];
            support(design, &fit.params, i, &mut w);
            let level = post.cov(g, g) + 2.0 * with_mean[g] + var_mean;
            let shared: f64 = w.iter().map(|&(a, wa)| wa * (post.cov(a, g) + with_mean[a])).sum();
            let variance = fit.moments.var_theta[i] + level - 2.0 * shared / post.d[i];
            variance.max(0.0).sqrt() * inflation
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn mean_offset(design: &Design, fit: &Fit) -> f64 {
    let judges = design.judges.len();
    fit.posterior.c[..judges].iter().sum::<f64>() / judges as f64
}

/// Judges by e-mail, with the flags given.
pub(super) fn judges(design: &Design, fit: &Fit, flags: &[Vec<Flag>]) -> Vec<JudgeOutcome> {
    let mean = mean_offset(design, fit);
    (0..design.judges.len())
        .map(|j| JudgeOutcome {
            judge: design.judges[j].clone(),
            reviews: count(design.load[j]),
            offset: round6(fit.posterior.c[j] - mean),
            scale: round6(fit.params.s[j]),
            noise: round6(1.0 / fit.params.lambda[j].sqrt()),
            flags: flags[j].clone(),
        })
        .collect()
}

/// What was fitted.
pub(super) fn summary(design: &Design, fit: &Fit, nu: Option<f64>, scale: bool) -> FitSummary {
    FitSummary {
        variances: Some(Variances {
            project: round12(fit.params.project),
            judge: round12(fit.params.judge),
            noise: round12(fit.params.noise),
            scale: if scale { round12(fit.params.scale) } else { 0.0 },
        }),
        nu: nu.map(round6),
        scale,
        noise: nu.is_some(),
        rounds: fit.rounds,
        converged: fit.converged,
        draws: DRAWS,
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
    }
}

/// A count as it is shown.
pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
