//! What one round of the fit needs from the posterior: expected squares, residuals, and the sums
//! behind each judge's scale.

use super::design::Design;
use super::posterior::{Covariance, Means, Params, support};
use super::sparse::{Lanes, Sample, add, add_scaled};

/// Sums over the posterior. Everything per judge is indexed as in the design.
pub(super) struct Moments {
    /// Var θ_i.
    pub(super) var_theta: Vec<f64>,
    /// Σ(θ̂² + Var θ).
    pub(super) theta_squares: f64,
    /// Σ(b̂² + V_jj).
    pub(super) offset_squares: f64,
    /// Σ(γ̂² + V_tt).
    pub(super) level_squares: f64,
    /// ζ̂² + V_ζζ; 0 where ζ is not fitted.
    pub(super) panel_square: f64,
    /// r of each review.
    pub(super) residual: Vec<f64>,
    /// v of each review: the variance of what was fitted to it.
    pub(super) fitted_variance: Vec<f64>,
    /// Σ r² over a judge's reviews.
    pub(super) rss: Vec<f64>,
    /// Σ (r² + v) over a judge's reviews.
    pub(super) expected_rss: Vec<f64>,
    /// df_j = Σ (1 − v λ_j).
    pub(super) df: Vec<f64>,
    /// Σ [θ̂(y − level − b̂) − Cov(θ, level + b)] over a judge's reviews.
    pub(super) scale_cross: Vec<f64>,
    /// Σ (θ̂² + Var θ) over a judge's reviews.
    pub(super) scale_square: Vec<f64>,
}

impl Moments {
    /// Sums of nothing yet, but for the squares of `c`, whose variances are given.
    fn begin(design: &Design, means: &Means, variance: impl Fn(usize) -> f64) -> Self {
        let judges = design.judges.len();
        let levels = judges + design.groups;
        let none = || vec![0.0; judges];
        let square_of = |a: usize| means.c[a] * means.c[a] + variance(a);
        Self {
            var_theta: Vec::with_capacity(design.projects.len()),
            theta_squares: 0.0,
            offset_squares: (0..judges).map(square_of).sum(),
            level_squares: (judges..levels).map(square_of).sum(),
            panel_square: (levels..means.size).map(square_of).sum(),
            residual: Vec::with_capacity(design.y.len()),
            fitted_variance: Vec::with_capacity(design.y.len()),
            rss: none(),
            expected_rss: none(),
            df: none(),
            scale_cross: none(),
            scale_square: none(),
        }
    }

    /// Takes the sums for the posterior that belongs to `params`.
    pub(super) fn of(design: &Design, params: &Params, means: &Means, post: &Covariance) -> Self {
        let mut m = Self::begin(design, means, |a| post.cov(a, a));
        let (mut w, mut u) = (vec![], vec![]);
        for i in 0..design.projects.len() {
            support(design, params, i, &mut w);
            u.clear();
            u.extend(w.iter().map(|&(a, _)| {
                let row = post.row(a);
                w.iter().map(|&(b, wb)| row[b] * wb).sum::<f64>()
            }));
            let wu: f64 = w.iter().zip(&u).map(|(&(_, wa), ua)| wa * ua).sum();
            let d = means.d[i];
            m.add_project(means.theta[i], 1.0 / d + wu / (d * d));
            let panel = design.reviews_of(i).len();
            let u_level: f64 = design.levels(i).zip(&u[panel..]).map(|((_, factor), u)| factor * u).sum();
            // Cov(level, c_a) for a place a.
            let with_level =
                |a: usize| design.levels(i).map(|(b, factor)| factor * post.cov(b, a)).sum::<f64>();
            let var_level: f64 = design.levels(i).map(|(a, factor)| factor * with_level(a)).sum();
            for (k, &u_judge) in design.reviews_of(i).zip(&u) {
                let j = design.judge_of[k];
                let s = params.s[j];
                // −Cov(θ_i, level + b_j).
                let minus_cov = (u_level + u_judge) / d;
                let level = var_level + post.cov(j, j) + 2.0 * with_level(j);
                let v = (s * s * m.var_theta[i] + level - 2.0 * s * minus_cov).max(0.0);
                m.add_review(design, params, means, (i, k), v, minus_cov);
            }
        }
        m
    }

    /// Estimates the sums from samples of the posterior around its means.
    pub(super) fn of_samples(design: &Design, params: &Params, means: &Means, samples: &[Sample]) -> Self {
        let share = 1.0 / samples.iter().map(|sample| sample.lanes().len()).sum::<usize>().max(1) as f64;
        let mean_square = |of: &dyn Fn(&Sample) -> Lanes| {
            let one = |sample: &Sample| sample.sum(&of(sample).map(|x| x * x));
            share * samples.iter().map(one).sum::<f64>()
        };
        let mut m = Self::begin(design, means, |a| mean_square(&|sample| sample.c[a]));
        let mut levels = vec![];
        for i in 0..design.projects.len() {
            // What is left of θ given c is known: only the rest is estimated.
            let left = 1.0 / means.d[i];
            m.add_project(means.theta[i], left + mean_square(&|sample| sample.given_c[i]));
            levels.clear();
            levels.extend(samples.iter().map(|sample| sample.levels(design, i)));
            for k in design.reviews_of(i) {
                let j = design.judge_of[k];
                let s = params.s[j];
                let (mut square, mut minus_cov) = (0.0, 0.0);
                for (sample, level) in samples.iter().zip(&levels) {
                    let given_c = &sample.given_c[i];
                    let mut with_judge = *level;
                    add(&mut with_judge, &sample.c[j]);
                    let mut moved = with_judge;
                    add_scaled(&mut moved, s, given_c);
                    square += sample.sum(&moved.map(|moved| moved * moved));
                    for (with_judge, given_c) in with_judge.iter_mut().zip(given_c) {
                        *with_judge *= -given_c;
                    }
                    minus_cov += sample.sum(&with_judge);
                }
                let v = s * s * left + share * square;
                m.add_review(design, params, means, (i, k), v, share * minus_cov);
            }
        }
        m
    }

    fn add_project(&mut self, theta: f64, variance: f64) {
        self.theta_squares += theta * theta + variance;
        self.var_theta.push(variance);
    }

    /// Adds review `k` of project `i`, with v and −Cov(θ_i, level + b_j).
    fn add_review(
        &mut self,
        design: &Design,
        params: &Params,
        means: &Means,
        (i, k): (usize, usize),
        v: f64,
        minus_cov: f64,
    ) {
        let j = design.judge_of[k];
        let theta = means.theta[i];
        let left = design.y[k] - design.level(i, &means.c) - means.c[j];
        let r = left - params.s[j] * theta;
        self.residual.push(r);
        self.fitted_variance.push(v);
        self.rss[j] += r * r;
        self.expected_rss[j] += r * r + v;
        self.df[j] += (1.0 - v * params.lambda[j]).max(0.0);
        self.scale_cross[j] += theta * left + minus_cov;
        self.scale_square[j] += theta * theta + self.var_theta[i];
    }
}
