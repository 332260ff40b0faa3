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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::fit::{Model, RUN, SPARSE, fit};
    use crate::calibration::moments::Moments;
    use crate::calibration::normals::Normals;
    use crate::calibration::posterior::{Covariance, Means};
    use crate::calibration::{Input, Review, UNWATCHED, calibrate};

    const MODEL: Model = Model { scale: true, noise: None };

    /// Sixty projects with four of fifteen judges each. With a habit, generous judges take the better projects.
    fn event(habit: f64) -> (Vec<f64>, Vec<Review>) {
        let mut normals = Normals::new(&[3; 32], 0);
        let worth: Vec<f64> = (0..60).map(|_| 0.1 * normals.next()).collect();
        let offsets: Vec<f64> = (0..15).map(|_| 0.06 * normals.next()).collect();
        let mut load = [0.0; 15];
        let mut reviews = vec![];
        for (i, worth) in worth.iter().enumerate() {
            let mut order: Vec<(f64, usize)> = (0..15)
                .map(|j| (load[j] + 0.5 * normals.next() - habit * offsets[j] * worth / 0.006, j))
                .collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            for &(_, j) in &order[..4] {
                load[j] += 1.0;
                let total = (0.5 + worth + offsets[j] + 0.08 * normals.next()).clamp(0.0, 1.0);
                let total_micro = (total * 1e6) as i64;
                reviews.push(Review {
                    project: i as i64,
                    track: None,
                    judge: format!("j{j:02}"),
                    total_micro,
                });
            }
        }
        (worth, reviews)
    }

    fn error(worth: &[f64], input: &Input) -> f64 {
        let mut found = calibrate(input).unwrap().projects;
        found.sort_by_key(|project| project.project);
        let level = found.iter().map(|p| p.calibrated).sum::<f64>() / 60.0 - worth.iter().sum::<f64>() / 60.0;
        found.iter().zip(worth).map(|(p, w)| (p.calibrated - level - w) * (p.calibrated - level - w)).sum()
    }

    #[test]
    fn where_the_generous_choose_the_best_it_is_used_and_comes_closer_to_the_truth() {
        let (worth, reviews) = event(1.0);
        let chosen = Input::new(reviews, false).unwrap();
        let panels = calibrate(&chosen).unwrap().fit.panels.unwrap();
        assert!(panels.used && panels.z.unwrap() > GATE, "{panels:?}");
        let dealt = chosen.as_dealt(true);
        let left = calibrate(&dealt).unwrap().fit.panels.unwrap();
        assert!(!left.used && left.z.unwrap() > GATE, "z is said of dealt reviews too: {left:?}");
        let (with, without) = (error(&worth, &chosen), error(&worth, &dealt));
        assert!(with < 0.9 * without, "{with} and {without}");
    }

    #[test]
    fn where_nobody_chose_nothing_changes() {
        let (_, reviews) = event(0.0);
        let [dealt, unknown] =
            [true, false].map(|dealt| calibrate(&Input::new(reviews.clone(), dealt).unwrap()).unwrap());
        assert_eq!(dealt.projects, unknown.projects);
        assert_eq!(dealt.fit.panels.unwrap().z, unknown.fit.panels.unwrap().z);
    }

    #[test]
    fn samples_find_what_the_dense_method_finds() {
        let (_, reviews) = event(1.0);
        let design = Design::of(&Input::new(reviews, false).unwrap());
        let look_by = |settings| {
            let fit_again = |design: &Design| fit(design, &MODEL, settings, UNWATCHED);
            let without = fit_again(&design);
            let (used, panels) = look(&design, &without, false, fit_again);
            let z = at_variances_of(&design, &without, &generosity(&design, &without));
            (used.unwrap().1.params.panel, panels.z.unwrap(), z)
        };
        let (dense, sparse) = (look_by(&RUN), look_by(&SPARSE));
        assert!((dense.0 - sparse.0).abs() < 0.1 * dense.0, "{dense:?} {sparse:?}");
        assert!((dense.1 - sparse.1).abs() < 0.1 * dense.1, "{dense:?} {sparse:?}");
        assert!((dense.2 - sparse.2).abs() < 0.1 * dense.2, "{dense:?} {sparse:?}");
    }

    #[test]
    fn at_the_same_variances_it_is_the_fits_own_z() {
        let (_, reviews) = event(0.3);
        let design = Design::of(&Input::new(reviews, false).unwrap());
        let panel = generosity(&design, &fit(&design, &MODEL, &RUN, UNWATCHED));
        let design_with = design.with_panel(panel.clone());
        let with = fit(&design_with, &MODEL, &RUN, UNWATCHED);
        let z = with.means.c[design_with.size() - 1] / variance_of_last(&design_with, &with).sqrt();
        let (means, factor) = Means::solve(&design, &with.params);
        let covariance = Covariance::of(factor, means.size);
        let moments = Moments::of(&design, &with.params, &means, &covariance);
        let without = Fit { means, covariance: Some(covariance), moments, ..with };
        let held = at_variances_of(&design, &without, &panel);
        assert!((z - held).abs() < 1e-4, "{z} and {held}");
    }
}
