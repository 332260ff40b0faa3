//! What single reviews and judges change: the fit without a review, or without a judge, at the same variances.
//!
//! Leaving out reviews B moves the mean of any x by `−Cov(x, f_B)(R − Cov(f_B))⁻¹ r_B`, where f are the fitted values, r the
//! residuals and R the reviews' noise variances (a low-rank downdate; Cook & Weisberg 1982, chapter 2). For one review, with
//! h = λv, the residual of the fit without it is r/(1 − h), with variance (1/λ)/(1 − h).

use super::design::Design;
use super::fit::Fit;
use super::linear::{Factor, add_scaled};
use super::outcome::{Decisive, Influence, SurprisingReview};
use super::posterior::{Covariance, Means};
use super::ranking::{competition_ranks, micro, round6};

/// Reviews further away than this many standard errors are listed.
const SURPRISING: f64 = 3.0;

/// Leaves out each review and each judge; nothing above [`DENSE`](super::fit::DENSE) judges, where covariances are not known.
/// `scores` are the calibrated scores; `places` how many places win.
pub(super) fn of(design: &Design, fit: &Fit, scores: &[f64], places: &[u32]) -> Influence {
    let Some(covariance) = &fit.covariance else { return Influence::default() };
    let mut downdate = Downdate::new(design, fit, covariance);
    let winners: Vec<Vec<bool>> = places.iter().map(|&k| first(scores, &[], k)).collect();
    let mut reviews = vec![];
    let mut without: Vec<Decisive> =
        places.iter().map(|&places| Decisive { places, reviews: 0, judges: vec![] }).collect();
    for (j, own) in reviews_by_judge(design).iter().enumerate() {
        downdate.load(own);
        for (at, &k) in own.iter().enumerate() {
            let moved = downdate.without_review(at, scores);
            let i = downdate.project_of[k];
            let left = if design.reviews_of(i).len() == 1 { &[i][..] } else { &[] };
            for (count, winners) in without.iter_mut().zip(&winners) {
                count.reviews += u32::from(first(&moved, left, count.places) != *winners);
            }
            let residual = downdate.residual(at);
            if residual.abs() > SURPRISING {
                reviews.push((
                    k,
                    SurprisingReview {
                        project: design.projects[i],
                        judge: design.judges[j].clone(),
                        residual: round6(residual),
                        rank_without: left.is_empty().then(|| competition_ranks(&moved)[i]),
                    },
                ));
            }
        }
        let moved = downdate.without_judge(j, scores);
        let left = only_by(design, own, j, &downdate.project_of);
        for (count, winners) in without.iter_mut().zip(&winners) {
            if first(&moved, &left, count.places) != *winners {
                count.judges.push(design.judges[j].clone());
            }
        }
    }
    reviews.sort_by_key(|(k, _)| *k);
    Influence { reviews: reviews.into_iter().map(|(_, review)| review).collect(), winners: without }
}

/// Which projects have one of the first `places` ranks; `left` are not ranked.
fn first(scores: &[f64], left: &[usize], places: u32) -> Vec<bool> {
    let mut keys: Vec<i64> = scores.iter().map(|&score| micro(score)).collect();
    for &i in left {
        keys[i] = i64::MIN;
    }
    let mut sorted = keys.clone();
    let last = (places as usize).min(sorted.len()).saturating_sub(1);
    let (_, &mut threshold, _) = sorted.select_nth_unstable_by_key(last, |key| std::cmp::Reverse(*key));
    keys.into_iter().map(|key| key >= threshold && key > i64::MIN).collect()
}

/// The reviews of each judge, ascending.
fn reviews_by_judge(design: &Design) -> Vec<Vec<usize>> {
    let mut own = vec![vec![]; design.judges.len()];
    for (k, &j) in design.judge_of.iter().enumerate() {
        own[j].push(k);
    }
    own
}

/// The projects that nobody but this judge reviewed.
fn only_by(design: &Design, own: &[usize], j: usize, project_of: &[usize]) -> Vec<usize> {
    let projects = own.iter().map(|&k| project_of[k]);
    projects.filter(|&i| design.judge_of[design.reviews_of(i)].iter().all(|&other| other == j)).collect()
}

/// The fit without some reviews of one judge.
struct Downdate<'a> {
    design: &'a Design,
    fit: &'a Fit,
    covariance: &'a Covariance,
    project_of: Vec<usize>,
    /// The judge's reviews that were loaded.
    own: Vec<usize>,
    /// Cov(level + θ of each project, f_k), a row for each loaded review.
    with_scores: Vec<f64>,
    /// Cov(f_l, f_k) of the loaded reviews, row-major.
    with_fitted: Vec<f64>,
}

impl<'a> Downdate<'a> {
    fn new(design: &'a Design, fit: &'a Fit, covariance: &'a Covariance) -> Self {
        let project_of =
            (0..design.projects.len()).flat_map(|i| design.reviews_of(i).map(move |_| i)).collect();
        Self { design, fit, covariance, project_of, own: vec![], with_scores: vec![], with_fitted: vec![] }
    }

    /// Computes the covariances of a judge's reviews, given ascending.
    fn load(&mut self, own: &[usize]) {
        let (design, params, means) = (self.design, &self.fit.params, &self.fit.means);
        self.own = own.to_vec();
        self.with_scores.clear();
        self.with_fitted.clear();
        for &k in own {
            let q = self.with_judges(k);
            let theta = |i: usize, itself: bool| {
                let level = design.level(i, &q);
                let taken: f64 = design
                    .reviews_of(i)
                    .map(|k| params.weight(design.judge_of[k]) * (q[design.judge_of[k]] + level))
                    .sum();
                let own = if itself { params.s[design.judge_of[k]] } else { 0.0 };
                (own - taken) / means.d[i]
            };
            let scores =
                (0..design.projects.len()).map(|i| design.level(i, &q) + theta(i, i == self.project_of[k]));
            let start = self.with_scores.len();
            self.with_scores.extend(scores);
            let row = &self.with_scores[start..];
            for &l in own {
                let (i, j) = (self.project_of[l], design.judge_of[l]);
                // f = level + b + sθ, and the row holds level + θ.
                let level = design.level(i, &q);
                self.with_fitted.push(level + q[j] + params.s[j] * (row[i] - level));
            }
        }
    }

    /// Cov(c, f_k) = V(e − s·w_i/D_i), where e picks the judge and the project's level.
    fn with_judges(&self, k: usize) -> Vec<f64> {
        let (design, params, means) = (self.design, &self.fit.params, &self.fit.means);
        let (i, j) = (self.project_of[k], design.judge_of[k]);
        let share = params.s[j] / means.d[i];
        let mut q = vec![0.0; means.size];
        let mut sum = 0.0;
        for k in design.reviews_of(i) {
            let judge = design.judge_of[k];
            let weight = params.weight(judge);
            sum += weight;
            add_scaled(&mut q, -share * weight, self.covariance.row(judge));
        }
        add_scaled(&mut q, 1.0, self.covariance.row(j));
        for (g, factor) in design.levels(i) {
            add_scaled(&mut q, factor * (1.0 - share * sum), self.covariance.row(g));
        }
        q
    }

    /// 1 − h of a loaded review.
    fn unexplained(&self, at: usize) -> f64 {
        let lambda = self.fit.params.lambda[self.design.judge_of[self.own[at]]];
        (1.0 - lambda * self.with_fitted[at * self.own.len() + at]).max(1e-12)
    }

    /// A loaded review's residual of the fit without it, in its standard errors.
    fn residual(&self, at: usize) -> f64 {
        let k = self.own[at];
        let lambda = self.fit.params.lambda[self.design.judge_of[k]];
        self.fit.moments.residual[k] * (lambda / self.unexplained(at)).sqrt()
    }

    /// Scores without a loaded review.
    fn without_review(&self, at: usize, scores: &[f64]) -> Vec<f64> {
        let k = self.own[at];
        let lambda = self.fit.params.lambda[self.design.judge_of[k]];
        let step = -self.fit.moments.residual[k] * lambda / self.unexplained(at);
        let mut moved = scores.to_vec();
        add_scaled(&mut moved, step, self.row(at));
        moved
    }

    /// Scores without all of a judge's reviews, which are loaded: by a downdate, or anew where that is less work.
    fn without_judge(&self, j: usize, scores: &[f64]) -> Vec<f64> {
        if self.own.len() >= self.fit.means.size {
            return self.fitted_without(j);
        }
        let lambda = self.fit.params.lambda[j];
        let n = self.own.len();
        let mut system: Vec<f64> = self.with_fitted.iter().map(|v| -v).collect();
        for at in 0..n {
            system[at * n + at] += 1.0 / lambda;
        }
        let mut steps: Vec<f64> = self.own.iter().map(|&k| self.fit.moments.residual[k]).collect();
        Factor::of(system, n).solve(&mut steps);
        let mut moved = scores.to_vec();
        for (at, step) in steps.iter().enumerate() {
            add_scaled(&mut moved, -step, self.row(at));
        }
        moved
    }

    fn fitted_without(&self, j: usize) -> Vec<f64> {
        let mut params = self.fit.params.clone();
        params.lambda[j] = 0.0;
        params.plain = false;
        let (Means { c, theta, .. }, _) = Means::solve(self.design, &params);
        theta.iter().enumerate().map(|(i, theta)| self.design.level(i, &c) + theta).collect()
    }

    fn row(&self, at: usize) -> &[f64] {
        let n = self.design.projects.len();
        &self.with_scores[at * n..(at + 1) * n]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::fit::{Model, RUN, fit};
    use crate::calibration::{Input, Review, UNWATCHED};

    /// Eight projects, three of five judges each, whose totals differ without a pattern.
    fn reviews() -> Vec<Review> {
        let pair = |(i, r): (i64, i64)| Review {
            project: i,
            track: None,
            judge: format!("judge{}", (i + r * r) % 5),
            total_micro: (i * 7_919 + r * 104_729 + i * i * r * 31_337) % 1_000_000,
        };
        (1..=8).flat_map(|i| (0..3).map(move |r| (i, r))).map(pair).collect()
    }

    /// γ + θ of a fit of these reviews at given parameters.
    fn scores_at(reviews: Vec<Review>, params: &crate::calibration::posterior::Params) -> Vec<f64> {
        let design = Design::of(&Input::new(reviews, false).unwrap());
        let (means, _) = Means::solve(&design, params);
        means.theta.iter().map(|theta| means.c[design.judges.len()] + theta).collect()
    }

    #[test]
    fn leaving_out_is_what_a_fit_without_it_gives_at_the_same_variances() {
        let all = reviews();
        let design = Design::of(&Input::new(all.clone(), false).unwrap());
        for model in [Model::OFFSETS, Model { scale: true, noise: Some(6.0) }] {
            let mut fit = fit(&design, &model, &RUN, UNWATCHED);
            fit.params.plain = false;
            let scores = scores_at(all.clone(), &fit.params);
            let mut downdate = Downdate::new(&design, &fit, fit.covariance.as_ref().unwrap());
            for (j, own) in reviews_by_judge(&design).iter().enumerate() {
                downdate.load(own);
                let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
                for (at, &k) in own.iter().enumerate() {
                    let mut rest = all.clone();
                    rest.sort_by(|a, b| (a.project, &a.judge).cmp(&(b.project, &b.judge)));
                    rest.remove(k);
                    assert!(near(&downdate.without_review(at, &scores), &scores_at(rest, &fit.params)));
                }
                let downdated = downdate.without_judge(j, &scores);
                assert!(near(&downdated, &downdate.fitted_without(j)), "judge {j}");
            }
        }
    }

    #[test]
    fn the_first_places_hold_ties_and_nobody_left_out() {
        assert_eq!(first(&[0.5, 0.9, 0.9, 0.1], &[], 1), [false, true, true, false]);
        assert_eq!(first(&[0.5, 0.9, 0.8, 0.1], &[1], 1), [false, false, true, false]);
        assert_eq!(first(&[0.5], &[0], 1), [false]);
    }
}
