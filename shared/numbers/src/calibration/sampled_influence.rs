//! What single reviews and judges change in a large event, where covariances are solved for one by one.
//!
//! A review moves its own project most, by 1/D, which is known, and by what judges and levels add, which samples tell. All other
//! projects move with the judges' offsets alone, so little that only those nearest to a line can cross it: one solution for each
//! of these gives its exact covariance with every review. Three things are bounded: these projects, the surprising reviews, each
//! of which takes a solution, too, and the judges, each of whom takes a fit at the same variances.

use super::design::Design;
use super::fit::Fit;
use super::influence::{SURPRISING, only_by, reviews_by_judge};
use super::line::Line;
use super::outcome::{Decisive, Influence, SurprisingReview};
use super::posterior::support;
use super::ranking::{competition_ranks, micro, round6};
use super::sparse::{self, Sample};

/// So many batches of samples tell what judges and levels add.
const BATCHES: u32 = 4;
/// So many projects near the lines are solved for.
const MOST_PROJECTS: usize = 192;
/// So many surprising reviews are solved for.
const MOST_REVIEWS: usize = 192;
/// Samples may be off: a review that is nearly surprising by them is solved for, too.
const NEARLY: f64 = 0.95 * SURPRISING;
/// So many judges are left out by a fit; of the others it is enough to know what they change where all offsets are held.
const MOST_JUDGES: usize = 48;

/// Leaves out each review and each judge. `scores` are the calibrated scores; `places` how many places win.
pub(super) fn of(design: &Design, fit: &Fit, scores: &[f64], places: &[u32]) -> Influence {
    let sampled = Sampled::new(design, fit);
    let lines: Vec<Line> = places.iter().map(|&k| Line::new(scores, &sampled.spread, k)).collect();
    let (reviews, mut beyond) = surprising(&sampled, scores);
    let near = Near::new(&sampled, &lines);
    let mut winners: Vec<Decisive> =
        places.iter().map(|&places| Decisive { places, reviews: 0, judges: vec![] }).collect();
    for (k, beyond) in beyond.iter_mut().enumerate() {
        let i = sampled.project_of[k];
        let left = if design.reviews_of(i).len() == 1 { &[i][..] } else { &[] };
        let (step, reach) = sampled.step(k);
        let mut unknown = false;
        for (at, (count, line)) in winners.iter_mut().zip(&lines).enumerate() {
            unknown |= reach > near.reach[at];
            let key = |i: usize| micro(scores[i] + step * near.with_score(&sampled, k, i));
            count.reviews += u32::from(line.changes(reach.min(near.reach[at]), &[i], left, key));
        }
        *beyond |= unknown;
    }
    for (at, judges) in decisive_judges(&sampled, scores, &lines).into_iter().enumerate() {
        winners[at].judges = judges.into_iter().map(|j| design.judges[j].clone()).collect();
    }
    let beyond = beyond.into_iter().filter(|&beyond| beyond).count();
    Influence { reviews, winners, beyond: u32::try_from(beyond).unwrap_or(u32::MAX) }
}

/// What samples say of the posterior.
struct Sampled<'a> {
    design: &'a Design,
    fit: &'a Fit,
    samples: Vec<Sample>,
    project_of: Vec<usize>,
    /// The standard deviation of each project's score by judges and levels.
    spread: Vec<f64>,
    /// Var f_k, by judges and levels.
    of_fitted: Vec<f64>,
}

impl<'a> Sampled<'a> {
    fn new(design: &'a Design, fit: &'a Fit) -> Self {
        let project_of =
            (0..design.projects.len()).flat_map(|i| design.reviews_of(i).map(move |_| i)).collect();
        let samples = sparse::samples(design, &fit.params, BATCHES);
        let mut sampled = Self { design, fit, samples, project_of, spread: vec![], of_fitted: vec![] };
        sampled.spread = sampled.spreads();
        let of_fitted = |k: usize| sampled.mean(|sample, r| square(sampled.fitted(sample, r, k)));
        sampled.of_fitted = (0..design.y.len()).map(of_fitted).collect();
        sampled
    }

    /// The root of the mean square of level + θ given c + mean b.
    fn spreads(&self) -> Vec<f64> {
        let judges = self.design.judges.len();
        let mut squares = vec![0.0; self.design.projects.len()];
        let mut lanes = 0.0;
        for sample in &self.samples {
            for r in sample.lanes() {
                lanes += 1.0;
                let mean = sample.c[..judges].iter().map(|c| c[r]).sum::<f64>() / judges as f64;
                for (i, sum) in squares.iter_mut().enumerate() {
                    *sum += square(self.score(sample, r, i) + mean);
                }
            }
        }
        squares.into_iter().map(|sum| (sum / lanes).sqrt()).collect()
    }

    /// level + θ given c.
    fn score(&self, sample: &Sample, r: usize, i: usize) -> f64 {
        sample.level(self.design, i, r) + sample.given_c[i][r]
    }

    /// f_k given c.
    fn fitted(&self, sample: &Sample, r: usize, k: usize) -> f64 {
        let (i, j) = (self.project_of[k], self.design.judge_of[k]);
        sample.level(self.design, i, r) + sample.c[j][r] + self.fit.params.s[j] * sample.given_c[i][r]
    }

    /// The mean over all lanes of all samples.
    fn mean(&self, of: impl Fn(&Sample, usize) -> f64) -> f64 {
        let (mut sum, mut lanes) = (0.0, 0.0);
        for sample in &self.samples {
            for r in sample.lanes() {
                sum += of(sample, r);
                lanes += 1.0;
            }
        }
        sum / lanes
    }

    /// 1 − h, where judges and levels add this much to the variance of f_k.
    fn unexplained(&self, k: usize, by_judges: f64) -> f64 {
        let (i, j) = (self.project_of[k], self.design.judge_of[k]);
        let (lambda, s) = (self.fit.params.lambda[j], self.fit.params.s[j]);
        (1.0 - lambda * (s * s / self.fit.means.d[i] + by_judges)).max(1e-12)
    }

    /// What a score moves by for each unit of its covariance with f_k when the review is left out; and how far, for each unit of
    /// its spread, one may that has no part in it.
    fn step(&self, k: usize) -> (f64, f64) {
        let lambda = self.fit.params.lambda[self.design.judge_of[k]];
        let step = -self.fit.moments.residual[k] * lambda / self.unexplained(k, self.of_fitted[k]);
        (step, step.abs() * self.of_fitted[k].sqrt())
    }

    /// The residual of the fit without the review, in its standard errors.
    fn residual(&self, k: usize, by_judges: f64) -> f64 {
        let lambda = self.fit.params.lambda[self.design.judge_of[k]];
        self.fit.moments.residual[k] * (lambda / self.unexplained(k, by_judges)).sqrt()
    }

    /// S times Cov(c, level + θ_i): picks the level, less the share of the reviews.
    fn score_right(&self, i: usize) -> Vec<f64> {
        let mut right = vec![0.0; self.design.size()];
        self.add_score(&mut right, i, 1.0);
        right
    }

    /// Adds the level of a project, and `s` times its θ.
    fn add_score(&self, right: &mut [f64], i: usize, s: f64) {
        let mut w = vec![];
        support(self.design, &self.fit.params, i, &mut w);
        for (g, factor) in self.design.levels(i) {
            right[g] += factor;
        }
        for (place, weight) in w {
            right[place] -= s * weight / self.fit.means.d[i];
        }
    }

    /// −Cov(θ_i, x) by judges and levels, where `q` are the covariances of c with x.
    fn theta(&self, i: usize, q: &[f64]) -> f64 {
        let (design, params) = (self.design, &self.fit.params);
        let level = design.level(i, q);
        let taken = |k: usize| params.weight(design.judge_of[k]) * (q[design.judge_of[k]] + level);
        design.reviews_of(i).map(taken).sum::<f64>() / self.fit.means.d[i]
    }
}

fn square(x: f64) -> f64 {
    x * x
}

/// The surprising reviews, by their order; and which further ones might be.
fn surprising(sampled: &Sampled<'_>, scores: &[f64]) -> (Vec<SurprisingReview>, Vec<bool>) {
    let (design, fit) = (sampled.design, sampled.fit);
    let mut beyond = vec![false; design.y.len()];
    let far = |k: usize| sampled.residual(k, sampled.of_fitted[k]).abs();
    let mut order: Vec<(f64, usize)> =
        (0..design.y.len()).map(|k| (far(k), k)).filter(|(far, _)| *far > NEARLY).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, k) in order.drain(order.len().min(MOST_REVIEWS)..) {
        beyond[k] = true;
    }
    let mut chosen: Vec<usize> = order.into_iter().map(|(_, k)| k).collect();
    chosen.sort_unstable();
    let right = |&k: &usize| {
        let (i, j) = (sampled.project_of[k], design.judge_of[k]);
        let mut right = vec![0.0; design.size()];
        sampled.add_score(&mut right, i, fit.params.s[j]);
        right[j] += 1.0;
        right
    };
    let rights: Vec<Vec<f64>> = chosen.iter().map(right).collect();
    let solved = sparse::solve_many(design, &fit.params, &rights);
    let mut found = vec![];
    for (&k, q) in chosen.iter().zip(&solved) {
        let (i, j) = (sampled.project_of[k], design.judge_of[k]);
        let (lambda, s) = (fit.params.lambda[j], fit.params.s[j]);
        let by_judges = design.level(i, q) + q[j] - s * sampled.theta(i, q);
        let residual = sampled.residual(k, by_judges);
        if residual.abs() <= SURPRISING {
            continue;
        }
        let step = -fit.moments.residual[k] * lambda / sampled.unexplained(k, by_judges);
        let moved = |(l, score): (usize, &f64)| {
            let own = if l == i { s / fit.means.d[i] } else { 0.0 };
            score + step * (design.level(l, q) + own - sampled.theta(l, q))
        };
        let rank = || competition_ranks(&scores.iter().enumerate().map(moved).collect::<Vec<_>>())[i];
        found.push(SurprisingReview {
            project: design.projects[i],
            judge: design.judges[j].clone(),
            residual: round6(residual),
            rank_without: (design.reviews_of(i).len() > 1).then(rank),
        });
    }
    (found, beyond)
}

/// The projects near the lines.
struct Near {
    /// Where each project's solution is, if it has one.
    place: Vec<Option<usize>>,
    /// Cov(c, level + θ_i) of each that has one.
    with_judges: Vec<Vec<f64>>,
    /// Up to which reach those that have to be looked at have one, for each line.
    reach: Vec<f64>,
}

impl Near {
    fn new(sampled: &Sampled<'_>, lines: &[Line]) -> Self {
        let design = sampled.design;
        let farthest = (0..design.y.len()).map(|k| sampled.step(k).1).fold(0.0, f64::max);
        let mut all: Vec<(f64, usize)> = lines.iter().flat_map(Line::needs).copied().collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (mut place, mut chosen) = (vec![None; design.projects.len()], vec![]);
        for (need, i) in all {
            if need > farthest || chosen.len() == MOST_PROJECTS {
                break;
            }
            if place[i].is_none() {
                place[i] = Some(chosen.len());
                chosen.push(i);
            }
        }
        let rights: Vec<Vec<f64>> = chosen.iter().map(|&i| sampled.score_right(i)).collect();
        let with_judges = sparse::solve_many(design, &sampled.fit.params, &rights);
        let reach = |line: &Line| {
            let first = line.needs().iter().find(|&&(_, i)| place[i].is_none());
            first.map_or(f64::INFINITY, |&(need, _)| need * (1.0 - 1e-5))
        };
        let reach = lines.iter().map(reach).collect();
        Self { place, with_judges, reach }
    }

    /// Cov(level + θ_i, f_k): exactly where the project is near, else as samples tell.
    fn with_score(&self, sampled: &Sampled<'_>, k: usize, i: usize) -> f64 {
        let (m, j) = (sampled.project_of[k], sampled.design.judge_of[k]);
        let s = sampled.fit.params.s[j];
        let own = if i == m { s / sampled.fit.means.d[i] } else { 0.0 };
        own + match self.place[i] {
            Some(place) => {
                let q = &self.with_judges[place];
                sampled.design.level(m, q) + q[j] - s * sampled.theta(m, q)
            }
            None => sampled.mean(|sample, r| sampled.score(sample, r, i) * sampled.fitted(sample, r, k)),
        }
    }
}

/// The judges without whom others would win, for each line.
fn decisive_judges(sampled: &Sampled<'_>, scores: &[f64], lines: &[Line]) -> Vec<Vec<usize>> {
    let (design, fit) = (sampled.design, sampled.fit);
    let all = reviews_by_judge(design);
    let left_by: Vec<Vec<usize>> =
        all.iter().enumerate().map(|(j, own)| only_by(design, own, j, &sampled.project_of)).collect();
    // Their own projects without them, where all offsets are held.
    let margins: Vec<Vec<i64>> = all
        .iter()
        .enumerate()
        .map(|(j, reviews)| {
            let (lambda, s) = (fit.params.lambda[j], fit.params.s[j]);
            let own: Vec<usize> = reviews.iter().map(|&k| sampled.project_of[k]).collect();
            let key = |i: usize| {
                let review = reviews[own.iter().position(|&other| other == i).unwrap_or(0)];
                let by = -lambda * s * fit.moments.residual[review] / (fit.means.d[i] - lambda * s * s);
                micro(scores[i] + by)
            };
            lines.iter().map(|line| line.margin(&own, &left_by[j], key, |i| micro(scores[i]))).collect()
        })
        .collect();
    let mut order: Vec<(u64, usize)> = margins
        .iter()
        .enumerate()
        .map(|(j, margins)| (margins.iter().map(|margin| margin.unsigned_abs()).min().unwrap_or(u64::MAX), j))
        .collect();
    order.sort_unstable();
    let mut decided: Vec<Vec<bool>> =
        margins.iter().map(|margins| margins.iter().map(|&margin| margin <= 0).collect()).collect();
    for &(_, j) in order.iter().take(MOST_JUDGES) {
        let mut params = fit.params.clone();
        params.lambda[j] = 0.0;
        params.plain = false;
        let means = sparse::means_from(&fit.means.c, design, &params);
        let moved = |i: usize| micro(design.level(i, &means.c) + means.theta[i]);
        decided[j] = lines.iter().map(|line| line.changes(f64::INFINITY, &[], &left_by[j], moved)).collect();
    }
    (0..lines.len()).map(|at| (0..decided.len()).filter(|&j| decided[j][at]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::UNWATCHED;
    use crate::calibration::fit::{Model, RUN, fit};
    use crate::calibration::influence;
    use crate::calibration::influence::tests::{event, scores_of};

    #[test]
    fn samples_find_what_covariances_say() {
        let design = event(9, 600, 120, 5, 2);
        let fit = fit(&design, &Model { scale: true, noise: Some(8.0) }, &RUN, UNWATCHED);
        let (scores, places) = (scores_of(&design, &fit), [1, 3, 10, 60]);
        let exact = influence::of(&design, &fit, fit.covariance.as_ref().unwrap(), &scores, &places);
        let sampled = of(&design, &Fit { covariance: None, ..fit }, &scores, &places);
        let named = |influence: &Influence| -> Vec<(i64, String)> {
            influence.reviews.iter().map(|r| (r.project, r.judge.clone())).collect()
        };
        assert!(!exact.reviews.is_empty());
        assert_eq!(named(&exact), named(&sampled));
        for (a, b) in exact.reviews.iter().zip(&sampled.reviews) {
            assert!((a.residual - b.residual).abs() < 1e-3, "{a:?} {b:?}");
            assert_eq!(a.rank_without, b.rank_without);
        }
        for (a, b) in exact.winners.iter().zip(&sampled.winners) {
            assert!(a.reviews.abs_diff(b.reviews) <= 2 + a.reviews / 10, "{a:?} {b:?}");
            let apart = a.judges.iter().filter(|judge| !b.judges.contains(judge)).count()
                + b.judges.iter().filter(|judge| !a.judges.contains(judge)).count();
            assert!(apart <= 1 + a.judges.len() / 10, "{a:?} {b:?}");
        }
    }
}
