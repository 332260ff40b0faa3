//! What one round of the fit needs from the posterior: expected squares, residuals, and the sums
//! behind each judge's scale.

use super::design::Design;
use super::posterior::{Params, Posterior, support};

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
    /// Σ [θ̂(y − γ̂ − b̂) − Cov(θ, γ + b)] over a judge's reviews.
    pub(super) scale_cross: Vec<f64>,
    /// Σ (θ̂² + Var θ) over a judge's reviews.
    pub(super) scale_square: Vec<f64>,
}

impl Moments {
    /// Takes the sums for the posterior that belongs to `params`.
    pub(super) fn of(design: &Design, params: &Params, post: &Posterior) -> Self {
        let judges = design.judges.len();
        let none = || vec![0.0; judges];
        let square_of = |a: usize| post.means.c[a] * post.means.c[a] + post.cov(a, a);
        let mut m = Self {
            var_theta: Vec::with_capacity(design.projects.len()),
            theta_squares: 0.0,
            offset_squares: (0..judges).map(square_of).sum(),
            level_squares: (judges..post.means.size).map(square_of).sum(),
            residual: Vec::with_capacity(design.y.len()),
            fitted_variance: Vec::with_capacity(design.y.len()),
            rss: none(),
            expected_rss: none(),
            df: none(),
            scale_cross: none(),
            scale_square: none(),
        };
        let (mut w, mut u) = (vec![], vec![]);
        for i in 0..design.projects.len() {
            support(design, params, i, &mut w);
            u.clear();
            u.extend(w.iter().map(|&(a, _)| w.iter().map(|&(b, wb)| post.cov(a, b) * wb).sum::<f64>()));
            let wu: f64 = w.iter().zip(&u).map(|(&(_, wa), ua)| wa * ua).sum();
            let (theta, d) = (post.means.theta[i], post.means.d[i]);
            let var_theta = 1.0 / d + wu / (d * d);
            let square = theta * theta + var_theta;
            m.theta_squares += square;
            m.var_theta.push(var_theta);
            let g = judges + design.group_of[i];
            let u_group = u[w.len() - 1];
            for (k, &u_judge) in design.reviews_of(i).zip(&u) {
                let j = design.judge_of[k];
                let (s, lambda) = (params.s[j], params.lambda[j]);
                // −Cov(θ_i, γ + b_j).
                let minus_cov = (u_group + u_judge) / d;
                let level = post.cov(g, g) + post.cov(j, j) + 2.0 * post.cov(g, j);
                let v = (s * s * var_theta + level - 2.0 * s * minus_cov).max(0.0);
                let left = design.y[k] - post.means.c[g] - post.means.c[j];
                let r = left - s * theta;
                m.residual.push(r);
                m.fitted_variance.push(v);
                m.rss[j] += r * r;
                m.expected_rss[j] += r * r + v;
                m.df[j] += (1.0 - v * lambda).max(0.0);
                m.scale_cross[j] += theta * left + minus_cov;
                m.scale_square[j] += square;
            }
        }
        m
    }
}
