//! Judges' flags: what a human should look at before publishing.

use super::design::Design;
use super::fit::Fit;
use super::noise::Heterogeneity;
use super::outcome::Flag;

/// The flags of each judge.
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
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
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

/// Standard deviation (n − 1) of each judge's totals; none with a single review.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn deviations(design: &Design) -> Vec<Option<f64>> {
    let judges = design.judges.len();
    let (mut mean, mut squares) = (vec![0.0; judges], vec![0.0; judges]);
    for (&j, y) in design.judge_of.iter().zip(&design.y) {
        mean[j] += y / design.load[j] as f64;
    }
    for (&j, y) in design.judge_of.iter().zip(&design.y) {
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
