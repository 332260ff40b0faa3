//! Does who saw a project say something of its worth? Where judges choose what they see, the generous ones may choose the good
//! projects, and taking their generosity out would take a part of the worth along. One shrunk coefficient ζ says how a project's
//! worth goes with m_i, the generosity of its judges.

use super::design::Design;
use super::fit::{Fit, PANEL, Prior};
use super::outcome::Panels;
use super::posterior::support;
use super::ranking::round6;
use super::sparse;

/// Beyond this |z|, ζ is used.
const GATE: f64 = 2.0;
/// Below this |z| at the variances of the fit without ζ, they are not fitted anew: of hundreds of events, one had passed the gate then.
const SMALL: f64 = 1.5;
/// How often σζ² is updated where the other variances are held.
const ROUNDS: u32 = 40;
/// ζ is fitted again until no m_i moves by this much, but not more often than [`MOST_FITS`].
const STILL: f64 = 1e-3;
/// See [`STILL`].
const MOST_FITS: u32 = 8;

/// The fit with ζ, where that is used; and what is said of it. `fit_again` fits a design with the variances anew.
pub(super) fn look(
    design: &Design,
    without: &Fit,
    dealt: bool,
    fit_again: impl Fn(&Design) -> Fit,
) -> (Option<(Design, Fit)>, Panels) {
    let said = |z: Option<f64>, used| Panels { dealt, z: z.map(round6), used };
    if design.complete {
        // Everybody saw everything.
        return (None, said(None, false));
    }
    let mut panel = generosity(design, without);
    let z = at_variances_of(design, without, &panel);
    if dealt || z.abs() < SMALL {
        return (None, said(Some(z), false));
    }
    let mut fits = 0;
    loop {
        fits += 1;
        let with = design.with_panel(panel);
        let fit = fit_again(&with);
        let next = generosity(&with, &fit);
        let still = with.panel.iter().zip(&next).all(|(a, b)| (a - b).abs() < STILL);
        if still || fits == MOST_FITS {
            let zeta = with.size() - 1;
            let z = fit.means.c[zeta] / variance_of_last(&with, &fit).sqrt();
            let used = z.abs() > GATE;
            return (used.then_some((with, fit)), said(Some(z), used));
        }
        panel = next;
    }
}

/// m_i: the mean over a project's judges of their offsets, each in standard deviations of all offsets and without what the judge
/// gave this project; centred over the projects.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn generosity(design: &Design, fit: &Fit) -> Vec<f64> {
    // What is left of a review when the project is taken out: b_j + ε_ij.
    let left: Vec<f64> =
        fit.moments.residual.iter().zip(&design.judge_of).map(|(r, &j)| r + fit.means.c[j]).collect();
    let mut sum = vec![0.0; design.judges.len()];
    for (left, &j) in left.iter().zip(&design.judge_of) {
        sum[j] += left;
    }
    let unit = fit.params.judge.sqrt();
    let without = |k: usize| {
        let j = design.judge_of[k];
        let lambda = fit.params.lambda[j];
        let others = (design.load[j] - 1) as f64;
        lambda * (sum[j] - left[k]) / (others * lambda + 1.0 / fit.params.judge)
    };
    let mut panel: Vec<f64> = (0..design.projects.len())
        .map(|i| {
            let reviews = design.reviews_of(i);
            let count = reviews.len() as f64;
            reviews.map(without).sum::<f64>() / (count * unit)
        })
        .collect();
    let mean = panel.iter().sum::<f64>() / panel.len() as f64;
    for m in &mut panel {
        *m -= mean;
    }
    panel
}

/// ζ̂ in its standard errors, with all variances but σζ² as in the fit without it.
fn at_variances_of(design: &Design, fit: &Fit, panel: &[f64]) -> f64 {
    let params = &fit.params;
    let (mut score, mut information) = (0.0, 0.0);
    let mut q = vec![0.0; design.size()];
    let mut w = vec![];
    for (i, m) in panel.iter().enumerate() {
        support(design, params, i, &mut w);
        let sum = w.iter().zip(design.reviews_of(i)).map(|(&(_, weight), _)| weight).sum::<f64>();
        let share = sum / fit.means.d[i];
        let mut precision = 0.0;
        for k in design.reviews_of(i) {
            let lambda = params.lambda[design.judge_of[k]];
            score += m * lambda * fit.moments.residual[k];
            precision += lambda;
            q[design.judge_of[k]] += m * lambda;
        }
        for (place, factor) in design.levels(i) {
            q[place] += m * factor * precision;
        }
        for &(place, weight) in &w {
            q[place] -= m * share * weight;
        }
        information += m * m * (precision - share * sum);
    }
    let solved = solve(design, fit, q.clone());
    information -= q.iter().zip(&solved).map(|(a, b)| a * b).sum::<f64>();
    let Prior { count, at } = PANEL;
    let mut prior = at * design.variance;
    for _ in 0..ROUNDS {
        let variance = 1.0 / (information + 1.0 / prior);
        let zeta = score * variance;
        prior = (zeta * zeta + variance + count * at * design.variance) / (1.0 + count);
    }
    score / (information + 1.0 / prior).sqrt()
}

/// V_ζζ.
fn variance_of_last(design: &Design, fit: &Fit) -> f64 {
    let last = design.size() - 1;
    let mut unit = vec![0.0; design.size()];
    unit[last] = 1.0;
    solve(design, fit, unit)[last]
}

/// S⁻¹ b.
fn solve(design: &Design, fit: &Fit, mut b: Vec<f64>) -> Vec<f64> {
    match &fit.covariance {
        Some(covariance) => {
            covariance.factor.solve(&mut b);
            b
        }
        None => sparse::solve_one(design, &fit.params, &b),
    }
}
