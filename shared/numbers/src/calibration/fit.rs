//! Empirical Bayes: rounds of posterior and update until nothing moves (an ECM algorithm; Dempster,
//! Laird & Rubin 1977, Meng & Rubin 1993). With no priors and one noise it is plain REML.

use super::design::Design;
use super::moments::Moments;
use super::posterior::{Covariance, Means, Params};
use super::sparse::Solver;
use super::squarem::Squarem;
use super::version::Version;
use super::{Progress, Watch};

/// What is fitted besides offsets.
#[derive(Clone, Copy)]
pub(super) struct Model {
    /// Each judge has a scale.
    pub(super) scale: bool,
    /// Each judge has a noise, with this many degrees of freedom ν.
    pub(super) noise: Option<f64>,
}

impl Model {
    /// Offsets only, one noise.
    pub(super) const OFFSETS: Self = Self { scale: false, noise: None };
}

/// A weak prior on a variance: `count` pseudo-observations at `at` (in units of s_y², except τ²).
pub(super) struct Prior {
    pub(super) count: f64,
    pub(super) at: f64,
}

/// Priors and stopping rule of a fit.
pub(super) struct Settings {
    project: Prior,
    judge: Prior,
    noise: Prior,
    scale: Prior,
    /// Largest relative move of a variance.
    variance_move: f64,
    /// Largest move of a θ̂, in standard deviations s_y.
    theta_move: f64,
    max_rounds: u32,
    /// Events with more judges are solved by `sparse`.
    dense_judges: usize,
}

/// Above this many judges a run's fit is by `sparse`.
pub const DENSE: usize = 300;

/// What a run uses.
pub(super) const RUN: Settings = Settings {
    project: Prior { count: 4.0, at: Version::CURRENT.project_prior },
    judge: Prior { count: 2.0, at: 0.08 },
    noise: Prior { count: 8.0, at: 0.47 },
    scale: Prior { count: 10.0, at: 0.02 },
    variance_move: 1e-6,
    theta_move: 1e-5,
    max_rounds: 500,
    dense_judges: DENSE,
};

/// The settings of a run, solved by `sparse` whatever its size.
#[cfg(test)]
pub(super) const SPARSE: Settings = Settings { dense_judges: 0, ..RUN };

/// No priors: plain REML, stopped late enough to be compared with another program's optimum.
#[cfg(test)]
pub(super) const REML: Settings = Settings {
    project: Prior { count: 0.0, at: 0.40 },
    judge: Prior { count: 0.0, at: 0.15 },
    noise: Prior { count: 0.0, at: 0.45 },
    scale: Prior { count: 0.0, at: 0.0 },
    variance_move: 1e-11,
    theta_move: 1e-9,
    max_rounds: 3_000,
    dense_judges: usize::MAX,
};

/// The prior of σγ²: two pseudo-groups whose levels vary a tenth as much as projects do. A fixed σγ² either gave away what
/// equal groups could gain, or lost on very unequal ones.
const LEVELS: Prior = Prior { count: 2.0, at: 0.10 };
/// The prior of σζ²: two pseudo-coefficients.
pub(super) const PANEL: Prior = Prior { count: 2.0, at: 0.10 };
/// Where σγ² starts, as a share of σθ².
const FIRST_LEVELS: f64 = 0.25;
/// τ² is never larger.
const MAX_SCALE_VARIANCE: f64 = 0.25;
/// No judge's scale is smaller: nobody is turned upside down.
const MIN_SCALE: f64 = 0.05;
/// Variances stay above this share of s_y², so that their inverses stay finite.
const FLOOR: f64 = 1e-10;

/// A finished fit: parameters and the posterior that belongs to exactly them.
pub(super) struct Fit {
    pub(super) params: Params,
    pub(super) means: Means,
    /// None above [`DENSE`] judges: there variances are estimated from samples.
    pub(super) covariance: Option<Covariance>,
    pub(super) moments: Moments,
    pub(super) rounds: u32,
    pub(super) converged: bool,
    /// What takes the moments from more samples, where that is still to be done.
    pub(super) unfinished: Option<Solver>,
}

impl Fit {
    /// Takes the moments from more samples above [`DENSE`] judges. Only a fit that something is told of needs that: parameters,
    /// means and residuals stay.
    pub(super) fn finish(&mut self, design: &Design) {
        if let Some(solver) = self.unfinished.take() {
            self.moments = solver.last_round(design, &self.params);
        }
    }
}

/// Fits `model` to a design whose totals are not all equal.
pub(super) fn fit(design: &Design, model: &Model, settings: &Settings, watch: Watch<'_>) -> Fit {
    let mut fit = unfinished(design, model, settings, watch);
    fit.finish(design);
    fit
}

/// As [`fit`], without what [`Fit::finish`] does.
pub(super) fn unfinished(design: &Design, model: &Model, settings: &Settings, watch: Watch<'_>) -> Fit {
    let mut params = start(design, settings);
    let mut squarem = (!model.scale && model.noise.is_none()).then(Squarem::default);
    let mut sparse = (design.judges.len() > settings.dense_judges).then(|| Solver::new(design));
    let mut last_theta: Option<Vec<f64>> = None;
    let mut rounds = 0;
    loop {
        rounds += 1;
        watch.tell(Progress::Round(rounds));
        let (means, covariance, moments) = match &mut sparse {
            None => {
                let (means, factor) = Means::solve(design, &params);
                let covariance = Covariance::of(factor, means.size);
                let moments = Moments::of(design, &params, &means, &covariance);
                (means, Some(covariance), moments)
            }
            Some(solver) => {
                let (means, moments) = solver.round(design, &params);
                (means, None, moments)
            }
        };
        let next = update(design, model, settings, &params, &moments);
        let converged = variances_rest(&params, &next, settings.variance_move)
            && last_theta.as_ref().is_some_and(|last| {
                let step = settings.theta_move * design.variance.sqrt();
                last.iter().zip(&means.theta).all(|(a, b)| (a - b).abs() < step)
            });
        if converged || rounds >= settings.max_rounds {
            return Fit { params, means, covariance, moments, rounds, converged, unfinished: sparse };
        }
        last_theta = Some(means.theta);
        params = match &mut squarem {
            Some(squarem) => squarem.step(&params, next, FLOOR * design.variance),
            None => next,
        };
    }
}

/// The settings of a run: events above [`DENSE`] judges stop a little earlier, within what their samples can tell.
pub(super) fn settings(design: &Design, version: &Version) -> Settings {
    let run = Settings { project: Prior { at: version.project_prior, ..RUN.project }, ..RUN };
    if design.judges.len() > DENSE { Settings { variance_move: 1e-4, theta_move: 1e-3, ..run } } else { run }
}

fn start(design: &Design, settings: &Settings) -> Params {
    let judges = design.judges.len();
    let noise = settings.noise.at * design.variance;
    Params {
        project: settings.project.at * design.variance,
        judge: settings.judge.at * design.variance,
        group: FIRST_LEVELS * settings.project.at * design.variance,
        panel: PANEL.at * design.variance,
        noise,
        scale: settings.scale.at,
        s: vec![1.0; judges],
        lambda: vec![1.0 / noise; judges],
        plain: true,
    }
}

fn variances_rest(a: &Params, b: &Params, limit: f64) -> bool {
    let rests = |a: f64, b: f64| (b - a).abs() <= limit * a;
    rests(a.project, b.project)
        && rests(a.judge, b.judge)
        && rests(a.group, b.group)
        && rests(a.panel, b.panel)
        && rests(a.noise, b.noise)
        && rests(a.scale, b.scale)
}

/// One round's new parameters.
fn update(design: &Design, model: &Model, settings: &Settings, old: &Params, m: &Moments) -> Params {
    let floor = FLOOR * design.variance;
    let (projects, judges) = (design.projects.len() as f64, design.judges.len() as f64);
    let pooled = |sum: f64, count: f64, prior: &Prior| {
        ((sum + prior.count * prior.at * design.variance) / (count + prior.count)).max(floor)
    };
    let mut new = old.clone();
    new.project = pooled(m.theta_squares, projects, &settings.project);
    new.judge = pooled(m.offset_squares, judges, &settings.judge);
    if design.groups > 1 {
        let Prior { count, at } = LEVELS;
        new.group =
            ((m.level_squares + count * at * old.project) / (design.groups as f64 + count)).max(floor);
    }
    if !design.panel.is_empty() {
        new.panel = pooled(m.panel_square, 1.0, &PANEL);
    }
    match model.noise {
        None => {
            new.noise = pooled(m.expected_rss.iter().sum(), design.n(), &settings.noise);
            new.lambda.fill(1.0 / new.noise);
        }
        Some(nu) => {
            for (j, lambda) in new.lambda.iter_mut().enumerate() {
                let n = design.load[j] as f64;
                *lambda = (nu + n) / (nu * old.noise + m.expected_rss[j]);
            }
            let Prior { count, at } = settings.noise;
            let precision: f64 = new.lambda.iter().sum();
            new.noise =
                ((judges * nu + count) / (nu * precision + count / (at * design.variance))).max(floor);
        }
    }
    if model.scale {
        update_scales(settings, old, m, &mut new);
    }
    new.plain = !model.scale && model.noise.is_none();
    new
}

/// New scales and τ²; afterwards the mean scale is 1 again, and σθ² has taken up the difference.
fn update_scales(settings: &Settings, old: &Params, m: &Moments, new: &mut Params) {
    let judges = new.s.len() as f64;
    let mut spread = 0.0;
    for (j, s) in new.s.iter_mut().enumerate() {
        let den = old.lambda[j] * m.scale_square[j] + 1.0 / old.scale;
        *s = ((old.lambda[j] * m.scale_cross[j] + 1.0 / old.scale) / den).max(MIN_SCALE);
        spread += (*s - 1.0) * (*s - 1.0) + 1.0 / den;
    }
    let Prior { count, at } = settings.scale;
    new.scale = ((spread + count * at) / (judges + count)).min(MAX_SCALE_VARIANCE);
    let mean = new.s.iter().sum::<f64>() / judges;
    for s in &mut new.s {
        *s /= mean;
    }
    new.project *= mean * mean;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Input, Review, UNWATCHED};

    #[test]
    fn a_fit_cut_off_by_its_cap_says_so() {
        let totals =
            [(1, "a", 900_000), (1, "b", 700_000), (2, "a", 400_000), (2, "b", 100_000), (3, "a", 600_000)];
        let review = |(project, judge, total_micro): (i64, &str, i64)| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro,
        };
        let design = Design::of(&Input::new(totals.map(review).into(), false).unwrap());
        let cut_off = Settings { max_rounds: 2, ..RUN };
        assert!(fit(&design, &Model::OFFSETS, &RUN, UNWATCHED).converged);
        let fit = fit(&design, &Model::OFFSETS, &cut_off, UNWATCHED);
        assert_eq!((fit.rounds, fit.converged), (2, false));
    }
}
