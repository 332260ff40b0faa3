//! What single reviews and judges change: the fit without a review, or without a judge, at the same variances.
//!
//! Leaving out reviews B moves the mean of any x by `−Cov(x, f_B)(R − Cov(f_B))⁻¹ r_B`, where f are the fitted values, r the
//! residuals and R the reviews' noise variances (a low-rank downdate; Cook & Weisberg 1982, chapter 2). For one review, with
//! h = λv, the residual of the fit without it is r/(1 − h), with variance (1/λ)/(1 − h).
//!
//! Most reviews change no winner, and a bound says so without their covariances: what [`Line`] keeps.

use super::design::Design;
use super::fit::Fit;
use super::line::Line;
use super::linear::{Factor, add_scaled};
use super::outcome::{Decisive, Influence, SurprisingReview};
use super::posterior::{Covariance, Means};
use super::ranking::{competition_ranks, micro, round6};
use super::variances::variances;

/// Reviews further away than this many standard errors are listed.
pub(super) const SURPRISING: f64 = 3.0;

/// Leaves out each review and each judge, by the covariances of the fit. `scores` are the calibrated scores; `places` how many
/// places win.
pub(super) fn of(
    design: &Design,
    fit: &Fit,
    covariance: &Covariance,
    scores: &[f64],
    places: &[u32],
) -> Influence {
    let given = |(variance, d): (f64, &f64)| (variance - 1.0 / d).max(0.0).sqrt();
    let spread: Vec<f64> =
        variances(design, fit, covariance).into_iter().zip(&fit.means.d).map(given).collect();
    let lines: Vec<Line> = places.iter().map(|&k| Line::new(scores, &spread, k)).collect();
    let mut downdate = Downdate::new(design, fit, covariance);
    let mut reviews = vec![];
    let mut without: Vec<Decisive> =
        places.iter().map(|&places| Decisive { places, reviews: 0, judges: vec![] }).collect();
    for (j, own) in reviews_by_judge(design).iter().enumerate() {
        downdate.load(own);
        for (at, &k) in own.iter().enumerate() {
            let i = downdate.project_of[k];
            let left = if design.reviews_of(i).len() == 1 { &[i][..] } else { &[] };
            let (step, reach) = downdate.step_of_review(at);
            for (count, line) in without.iter_mut().zip(&lines) {
                let key = |i: usize| micro(scores[i] + step * downdate.with_score(at, i));
                count.reviews += u32::from(line.changes(reach, &[i], left, key));
            }
            let residual = downdate.residual(at);
            if residual.abs() > SURPRISING {
                let rank_without =
                    left.is_empty().then(|| competition_ranks(&downdate.without_review(at, scores))[i]);
                let (project, judge) = (design.projects[i], design.judges[j].clone());
                reviews
                    .push((k, SurprisingReview { project, judge, residual: round6(residual), rank_without }));
            }
        }
        let left = only_by(design, own, j, &downdate.project_of);
        for place in downdate.decided_by_judge(j, scores, &lines, &left) {
            without[place].judges.push(design.judges[j].clone());
        }
    }
    reviews.sort_by_key(|(k, _)| *k);
    let reviews = reviews.into_iter().map(|(_, review)| review).collect();
    Influence { reviews, winners: without, beyond: 0 }
}

pub(super) fn reviews_by_judge(design: &Design) -> Vec<Vec<usize>> {
    let mut own = vec![vec![]; design.judges.len()];
    for (k, &j) in design.judge_of.iter().enumerate() {
        own[j].push(k);
    }
    own
}

/// The projects that nobody but this judge reviewed.
pub(super) fn only_by(design: &Design, own: &[usize], j: usize, project_of: &[usize]) -> Vec<usize> {
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
    /// Cov(c, f_k), for each loaded review.
    with_judges: Vec<Vec<f64>>,
    /// Var f_k of each loaded review.
    of_fitted: Vec<f64>,
}

impl<'a> Downdate<'a> {
    fn new(design: &'a Design, fit: &'a Fit, covariance: &'a Covariance) -> Self {
        let project_of =
            (0..design.projects.len()).flat_map(|i| design.reviews_of(i).map(move |_| i)).collect();
        Self { design, fit, covariance, project_of, own: vec![], with_judges: vec![], of_fitted: vec![] }
    }

    /// Computes the covariances of a judge's reviews, given ascending.
    fn load(&mut self, own: &[usize]) {
        self.own = own.to_vec();
        self.with_judges = own.iter().map(|&k| self.with_judges(k)).collect();
        self.of_fitted = own.iter().enumerate().map(|(at, &k)| self.with_fitted(at, k)).collect();
    }

    /// Cov(level + θ_i, f_k) of a loaded review.
    fn with_score(&self, at: usize, i: usize) -> f64 {
        let (design, params, q, own) = (self.design, &self.fit.params, &self.with_judges[at], self.own[at]);
        let level = design.level(i, q);
        let taken: f64 = design
            .reviews_of(i)
            .map(|k| params.weight(design.judge_of[k]) * (q[design.judge_of[k]] + level))
            .sum();
        let own = if i == self.project_of[own] { params.s[design.judge_of[own]] } else { 0.0 };
        level + (own - taken) / self.fit.means.d[i]
    }

    /// Cov(f_l, f_k) of any review and a loaded one.
    fn with_fitted(&self, at: usize, l: usize) -> f64 {
        let (i, j, q) = (self.project_of[l], self.design.judge_of[l], &self.with_judges[at]);
        // f = level + b + sθ.
        let level = self.design.level(i, q);
        level + q[j] + self.fit.params.s[j] * (self.with_score(at, i) - level)
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
        (1.0 - lambda * self.of_fitted[at]).max(1e-12)
    }

    /// A loaded review's residual of the fit without it, in its standard errors.
    fn residual(&self, at: usize) -> f64 {
        let k = self.own[at];
        let lambda = self.fit.params.lambda[self.design.judge_of[k]];
        self.fit.moments.residual[k] * (lambda / self.unexplained(at)).sqrt()
    }

    /// What a score moves by for each unit of its covariance with a loaded review, when that is left out; and how far, for each unit
    /// of its spread, a score may move that has no part in the review.
    fn step_of_review(&self, at: usize) -> (f64, f64) {
        let k = self.own[at];
        let (i, j) = (self.project_of[k], self.design.judge_of[k]);
        let (lambda, s) = (self.fit.params.lambda[j], self.fit.params.s[j]);
        let step = -self.fit.moments.residual[k] * lambda / self.unexplained(at);
        let given = self.of_fitted[at] - s * s / self.fit.means.d[i];
        (step, step.abs() * given.max(0.0).sqrt())
    }

    /// Scores without a loaded review.
    fn without_review(&self, at: usize, scores: &[f64]) -> Vec<f64> {
        let (step, _) = self.step_of_review(at);
        scores.iter().enumerate().map(|(i, score)| score + step * self.with_score(at, i)).collect()
    }

    /// The lines (by number) at which others would win without all of a judge's reviews, which are loaded: by a downdate, or by a
    /// fit anew where that is less work. `left` are the projects that only they reviewed.
    fn decided_by_judge(&self, j: usize, scores: &[f64], lines: &[Line], left: &[usize]) -> Vec<usize> {
        let decided = |changes: &dyn Fn(&Line) -> bool| {
            lines.iter().enumerate().filter(|(_, line)| changes(line)).map(|(place, _)| place).collect()
        };
        if self.own.len() >= self.fit.means.size {
            let moved = self.fitted_without(j);
            return decided(&|line| line.changes(f64::INFINITY, &[], left, |i| micro(moved[i])));
        }
        let (steps, reach) = self.steps_of_judge(j);
        let own: Vec<usize> = self.own.iter().map(|&k| self.project_of[k]).collect();
        decided(&|line| line.changes(reach, &own, left, |i| micro(self.moved(&steps, scores[i], i))))
    }

    /// As [`Self::step_of_review`], for all loaded reviews together.
    fn steps_of_judge(&self, j: usize) -> (Vec<f64>, f64) {
        let (lambda, s) = (self.fit.params.lambda[j], self.fit.params.s[j]);
        let n = self.own.len();
        let mut covariances = Vec::with_capacity(n * n);
        for at in 0..n {
            covariances.extend(self.own.iter().map(|&l| self.with_fitted(at, l)));
        }
        let mut system: Vec<f64> = covariances.iter().map(|v| -v).collect();
        for at in 0..n {
            system[at * n + at] += 1.0 / lambda;
        }
        let mut steps: Vec<f64> = self.own.iter().map(|&k| self.fit.moments.residual[k]).collect();
        Factor::of(system, n).solve(&mut steps);
        let mut given = 0.0;
        for (at, step) in steps.iter().enumerate() {
            let row = &covariances[at * n..(at + 1) * n];
            let all: f64 = row.iter().zip(&steps).map(|(v, other)| v * other).sum();
            given += step * (all - step * s * s / self.fit.means.d[self.project_of[self.own[at]]]);
        }
        (steps, given.max(0.0).sqrt())
    }

    /// The score of a project when the loaded reviews are left out.
    fn moved(&self, steps: &[f64], score: f64, i: usize) -> f64 {
        let moved = |score: f64, (at, step): (usize, &f64)| score + -step * self.with_score(at, i);
        steps.iter().enumerate().fold(score, moved)
    }

    fn fitted_without(&self, j: usize) -> Vec<f64> {
        let mut params = self.fit.params.clone();
        params.lambda[j] = 0.0;
        params.plain = false;
        let (Means { c, theta, .. }, _) = Means::solve(self.design, &params);
        theta.iter().enumerate().map(|(i, theta)| self.design.level(i, &c) + theta).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::calibration::fit::{Model, RUN, fit};
    use crate::calibration::line::first;
    use crate::calibration::normals::Normals;
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
                let (steps, _) = downdate.steps_of_judge(j);
                let moved = |(i, score): (usize, &f64)| downdate.moved(&steps, *score, i);
                let downdated: Vec<f64> = scores.iter().enumerate().map(moved).collect();
                assert!(near(&downdated, &downdate.fitted_without(j)), "judge {j}");
            }
        }
    }

    /// Without any bound: every score, without every review and judge.
    fn exhaustively(design: &Design, fit: &Fit, scores: &[f64], places: &[u32]) -> Vec<Decisive> {
        let mut downdate = Downdate::new(design, fit, fit.covariance.as_ref().unwrap());
        let mut all: Vec<Decisive> =
            places.iter().map(|&places| Decisive { places, reviews: 0, judges: vec![] }).collect();
        for (j, own) in reviews_by_judge(design).iter().enumerate() {
            downdate.load(own);
            let left = only_by(design, own, j, &downdate.project_of);
            let without_judge = if own.len() >= fit.means.size {
                downdate.fitted_without(j)
            } else {
                let (steps, _) = downdate.steps_of_judge(j);
                (0..scores.len()).map(|i| downdate.moved(&steps, scores[i], i)).collect()
            };
            for count in &mut all {
                let winners = first(scores, &[], count.places);
                for (at, &k) in own.iter().enumerate() {
                    let i = downdate.project_of[k];
                    let left = if design.reviews_of(i).len() == 1 { &[i][..] } else { &[] };
                    let moved = downdate.without_review(at, scores);
                    count.reviews += u32::from(first(&moved, left, count.places) != winners);
                }
                if first(&without_judge, &left, count.places) != winners {
                    count.judges.push(design.judges[j].clone());
                }
            }
        }
        all
    }

    /// `projects` with `each` reviews by some of `judges`, in `tracks`; some totals are equal.
    pub(in crate::calibration) fn event(
        seed: u8,
        projects: usize,
        judges: usize,
        each: usize,
        tracks: usize,
    ) -> Design {
        let mut normals = Normals::new(&[seed; 32], 0);
        let offsets: Vec<f64> = (0..judges).map(|_| 0.05 * normals.next()).collect();
        let mut reviews = vec![];
        for i in 0..projects {
            let worth = 0.5 + 0.1 * normals.next();
            for r in 0..each - usize::from(each > 1 && i % 5 == 0) {
                let judge = (i * each + r * (1 + i / judges)) % judges;
                let total = (worth + offsets[judge] + 0.1 * normals.next()).clamp(0.0, 1.0);
                reviews.push(Review {
                    project: i as i64,
                    track: (tracks > 1).then_some((i % tracks) as i64),
                    judge: format!("judge{judge:03}"),
                    total_micro: (total * 20.0).round() as i64 * 50_000,
                });
            }
        }
        reviews.sort_by(|a, b| (a.project, &a.judge).cmp(&(b.project, &b.judge)));
        reviews.dedup_by(|a, b| a.project == b.project && a.judge == b.judge);
        Design::of(&Input::new(reviews, true).unwrap())
    }

    pub(in crate::calibration) fn scores_of(design: &Design, fit: &Fit) -> Vec<f64> {
        let theta = fit.means.theta.iter().enumerate();
        theta.map(|(i, theta)| design.level(i, &fit.means.c) + theta).collect()
    }

    #[test]
    fn what_the_bound_leaves_out_changes_no_winner() {
        let (mut reviews, mut judges) = (0, 0);
        for (seed, (projects, panel, each, tracks)) in (1..).zip([
            (8, 3, 3, 1),
            (12, 4, 2, 1),
            (30, 8, 3, 1),
            (40, 30, 1, 1),
            (60, 9, 3, 4),
            (90, 20, 4, 1),
        ]) {
            let design = event(seed, projects, panel, each, tracks);
            for model in [Model::OFFSETS, Model { scale: true, noise: Some(6.0) }] {
                let fit = fit(&design, &model, &RUN, UNWATCHED);
                let scores = scores_of(&design, &fit);
                let places = [1, 2, 3, 7];
                let found = of(&design, &fit, fit.covariance.as_ref().unwrap(), &scores, &places).winners;
                assert_eq!(found, exhaustively(&design, &fit, &scores, &places), "event {seed}");
                reviews += found.iter().map(|line| line.reviews).sum::<u32>();
                judges += found.iter().map(|line| line.judges.len()).sum::<usize>();
            }
        }
        assert!(reviews > 100 && judges > 50, "{reviews} reviews, {judges} judges");
    }
}
