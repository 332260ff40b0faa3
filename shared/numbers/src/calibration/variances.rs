//! How far the scores of a fit may be off.

use super::design::Design;
use super::fit::Fit;
use super::posterior::{Covariance, support};

/// Var θ_i + Var(level + mean b) + 2 Cov.
pub(super) fn variances(design: &Design, fit: &Fit, post: &Covariance) -> Vec<f64> {
    let judges = design.judges.len();
    let share = 1.0 / judges as f64;
    // Cov(c_a, mean b) for every place a.
    let with_mean: Vec<f64> =
        (0..fit.means.size).map(|a| share * (0..judges).map(|j| post.cov(a, j)).sum::<f64>()).collect();
    let var_mean = share * with_mean[..judges].iter().sum::<f64>();
    let mut w = vec![];
    (0..design.projects.len())
        .map(|i| {
            support(design, &fit.params, i, &mut w);
            let with_level = |a: usize| design.levels(i).map(|(g, m)| m * post.cov(a, g)).sum::<f64>();
            let var_level: f64 = design.levels(i).map(|(g, m)| m * with_level(g)).sum();
            let level = var_level + 2.0 * design.level(i, &with_mean) + var_mean;
            let shared: f64 = w.iter().map(|&(a, wa)| wa * (with_level(a) + with_mean[a])).sum();
            fit.moments.var_theta[i] + level - 2.0 * shared / fit.means.d[i]
        })
        .collect()
}
