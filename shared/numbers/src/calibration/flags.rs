//! Judges' flags: what a human should look at before publishing.

use super::design::Design;
use super::fit::Fit;
use super::noise::Heterogeneity;
use super::outcome::Flag;

pub(super) fn raise(design: &Design, fit: &Fit, noise: &Heterogeneity) -> Vec<Vec<Flag>> {
    let slopes = Slope::of_each(design, fit, 0.25 * noise.pooled);
    let deviations = deviations(design);
    let median = median(deviations.iter().flatten().copied().collect());
    (0..design.judges.len())
        .map(|j| {
            let mut flags = vec![];
            if let Some(Slope { b, se }) = slopes[j] {
                if b + 2.0 * se < 0.0 {
                    flags.push(Flag::Reversed);
                } else if b + 1.645 * se < 0.5 {
                    flags.push(Flag::WeakAgreement);
                }
            }
            if noise.df[j] >= 2.0 && noise.ratio[j] > erratic_limit(noise.df[j]) {
                flags.push(Flag::Erratic);
            }
            if design.load[j] >= 4 && deviations[j].is_some_and(|sd| sd < 0.35 * median) {
                flags.push(Flag::Flat);
            }
            flags.extend(few(design.load[j]));
            flags.sort_unstable();
            flags
        })
        .collect()
}

/// Judges with fewer reviews than this say nothing about themselves or about how well projects are connected.
pub(super) const FEW: usize = 3;

/// The flag of a judge with too few reviews to say anything about.
pub(super) fn few(load: usize) -> Option<Flag> {
    (load < FEW).then_some(Flag::Few)
}

/// The 99.75 % point of χ²/df by Wilson and Hilferty's cube (1931).
fn erratic_limit(df: f64) -> f64 {
    let a = 2.0 / (9.0 * df);
    let root = 1.0 - a + 2.807 * a.sqrt();
    root * root * root
}

/// Slope of a judge's totals on what the projects are worth without that judge.
#[derive(Clone, Copy)]
struct Slope {
    b: f64,
    se: f64,
}

impl Slope {
    /// Slopes of the judges with five or more projects that somebody else reviewed too.
    fn of_each(design: &Design, fit: &Fit, least_variance: f64) -> Vec<Option<Self>> {
        let means = &fit.means;
        let mut points: Vec<Vec<(f64, f64)>> = vec![vec![]; design.judges.len()];
        for i in 0..design.projects.len() {
            let reviews = design.reviews_of(i);
            if reviews.len() < 2 {
                continue;
            }
            for k in reviews {
                let j = design.judge_of[k];
                // The project's level is not the judge's doing.
                let y = design.y[k] - design.level(i, &means.c);
                let weight = fit.params.weight(j);
                let others = means.d[i] - weight * fit.params.s[j];
                let theta = (means.d[i] * means.theta[i] - weight * (y - means.c[j])) / others;
                points[j].push((theta, y));
            }
        }
        points.iter().map(|p| Self::of(p, least_variance)).collect()
    }

    /// Least squares on (x, y).
    fn of(points: &[(f64, f64)], least_variance: f64) -> Option<Self> {
        if points.len() < 5 {
            return None;
        }
        let n = points.len() as f64;
        let mean_x = points.iter().map(|p| p.0).sum::<f64>() / n;
        let mean_y = points.iter().map(|p| p.1).sum::<f64>() / n;
        let (mut sxx, mut sxy, mut syy) = (0.0, 0.0, 0.0);
        for (x, y) in points {
            sxx += (x - mean_x) * (x - mean_x);
            sxy += (x - mean_x) * (y - mean_y);
            syy += (y - mean_y) * (y - mean_y);
        }
        if sxx <= 1e-12 {
            return None;
        }
        let b = sxy / sxx;
        let variance = ((syy - b * sxy) / (n - 2.0)).max(least_variance);
        Some(Self { b, se: (variance / sxx).sqrt() })
    }
}

/// Standard deviation (n − 1) of each judge's totals; none with a single review. Taken from the first of them, so that it is exactly 0
/// where all are equal: else rounding would decide which of several such judges is flat.
fn deviations(design: &Design) -> Vec<Option<f64>> {
    let judges = design.judges.len();
    let mut first = vec![None; judges];
    let from_first = |(&j, y): (&usize, &f64)| (j, y - *first[j].get_or_insert(*y));
    let totals: Vec<(usize, f64)> = design.judge_of.iter().zip(&design.y).map(from_first).collect();
    let (mut mean, mut squares) = (vec![0.0; judges], vec![0.0; judges]);
    for &(j, y) in &totals {
        mean[j] += y / design.load[j] as f64;
    }
    for &(j, y) in &totals {
        squares[j] += (y - mean[j]) * (y - mean[j]);
    }
    (0..judges)
        .map(|j| (design.load[j] > 1).then(|| (squares[j] / (design.load[j] - 1) as f64).sqrt()))
        .collect()
}

/// The middle value, or the mean of the two middle ones; 0 of none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    match n {
        0 => 0.0,
        _ if n % 2 == 1 => values[n / 2],
        _ => 0.5 * (values[n / 2 - 1] + values[n / 2]),
    }
}

#[cfg(test)]
mod tests {
    use crate::calibration::{Flag, Input, Review, calibrate};

    /// Who is flat where these totals were given, by project and judge; none where a judge did not see a project.
    fn flat(projects: i64, judges: i64, total: impl Fn(i64, i64) -> Option<i64>) -> Vec<String> {
        let pairs = (1..=projects).flat_map(|project| (1..=judges).map(move |judge| (project, judge)));
        let review = |(project, judge): (i64, i64)| {
            let judge_name = format!("judge{judge}");
            total(project, judge).map(|total_micro| Review {
                project,
                track: None,
                judge: judge_name,
                total_micro,
            })
        };
        let run = calibrate(&Input::new(pairs.filter_map(review).collect(), true).unwrap()).unwrap();
        let flat = run.judges.into_iter().filter(|judge| judge.flags.contains(&Flag::Flat));
        flat.map(|judge| judge.judge).collect()
    }

    #[test]
    fn a_judge_is_flat_beside_others_who_are_not() {
        let differs =
            |project: i64, judge: i64| 300_000 + project * 31_000 + (project * 7 + judge * 5) % 11 * 9_000;
        let total = |alike: i64| {
            move |project: i64, judge: i64| {
                Some(if judge <= alike { 700_000 } else { differs(project, judge) })
            }
        };
        assert_eq!(flat(12, 5, total(0)), [] as [&str; 0]);
        assert_eq!(flat(12, 5, total(2)), ["judge1", "judge2"]);
        assert_eq!(flat(12, 5, total(4)), [] as [&str; 0], "most are");
    }

    #[test]
    fn no_rounding_decides_who_is_flat() {
        // All give .5, but for one review: some of the deviations would be 0, others what rounding makes of 0.
        let total = |project: i64, judge: i64| {
            let total = 500_000 + i64::from(project == 3 && judge == 2) * 1_000;
            ((project + judge) % 3 != 0).then_some(total)
        };
        assert_eq!(flat(8, 4, total), [] as [&str; 0]);
    }
}
