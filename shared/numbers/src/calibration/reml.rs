//! The special case that other programs can check: offsets only, one group, no priors. Then the fit
//! is plain REML for `y_ij = μ + θ_i + b_j + ε_ij`, as `lmer(y ~ 1 + (1|project) + (1|judge))` in R.

use super::design::Design;
use super::fit::{self, Model};
use super::input::Input;
use super::moments::Moments;
use super::posterior::{Covariance, Means, Params, support};
use super::{NoReviews, UNWATCHED};

/// The three variance components, on the squared scale of totals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelVariances {
    /// Between projects.
    pub project: f64,
    /// Between judges.
    pub judge: f64,
    /// Of a review.
    pub noise: f64,
}

/// Best linear unbiased predictions at given variances.
#[derive(Clone, Debug, PartialEq)]
pub struct Blups {
    /// μ̂.
    pub mean: f64,
    /// Standard error of μ̂.
    pub mean_se: f64,
    /// Each project's id, prediction, and standard deviation given μ, by id.
    pub projects: Vec<(i64, f64, f64)>,
    /// Each judge's e-mail, prediction, and standard deviation given μ, by e-mail.
    pub judges: Vec<(String, f64, f64)>,
}

/// Predictions at the variances given.
///
/// # Errors
/// [`NoReviews`] when the input is empty.
pub fn at(input: &Input, variances: ModelVariances) -> Result<Blups, NoReviews> {
    let design = one_group(input)?;
    let judges = design.judges.len();
    let params = Params {
        project: variances.project,
        judge: variances.judge,
        // One group: its level has a flat prior.
        group: variances.project,
        panel: variances.project,
        noise: variances.noise,
        scale: 0.0,
        s: vec![1.0; judges],
        lambda: vec![1.0 / variances.noise; judges],
        plain: true,
    };
    Ok(blups(&design, &params))
}

/// The REML optimum and its predictions.
///
/// # Errors
/// [`NoReviews`] when the input is empty.
pub fn optimum(input: &Input) -> Result<(ModelVariances, Blups), NoReviews> {
    let design = one_group(input)?;
    let fit = fit::fit(&design, &Model::OFFSETS, &fit::REML, UNWATCHED);
    let Params { project, judge, noise, .. } = fit.params;
    Ok((ModelVariances { project, judge, noise }, blups(&design, &fit.params)))
}

fn one_group(input: &Input) -> Result<Design, NoReviews> {
    if input.reviews().is_empty() {
        return Err(NoReviews);
    }
    Ok(Design::of(input).ungrouped())
}

/// Our variances integrate over μ; lme4's condition on it, hence Var − Cov²/Var(μ).
fn blups(design: &Design, params: &Params) -> Blups {
    let (means, factor) = Means::solve(design, params);
    let post = Covariance::of(factor, means.size);
    let moments = Moments::of(design, params, &means, &post);
    let mu = design.judges.len();
    let var_mu = post.cov(mu, mu);
    let given_mu = |var: f64, cov: f64| (var - cov * cov / var_mu).max(0.0).sqrt();
    let mut w = vec![];
    let projects = (0..design.projects.len())
        .map(|i| {
            support(design, params, i, &mut w);
            let cov = -w.iter().map(|&(a, wa)| wa * post.cov(a, mu)).sum::<f64>() / means.d[i];
            (design.projects[i], means.theta[i], given_mu(moments.var_theta[i], cov))
        })
        .collect();
    let judges = (0..mu)
        .map(|j| (design.judges[j].clone(), means.c[j], given_mu(post.cov(j, j), post.cov(j, mu))))
        .collect();
    Blups { mean: means.c[mu], mean_se: var_mu.sqrt(), projects, judges }
}
