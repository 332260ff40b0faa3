//! Does noise differ between judges? A moment test on the offsets-only fit, less one standard error.
//!
//! The test looks inside projects: each project's own spread is divided out first (double dispersion; Lee & Nelder 2006).
//! Otherwise a project that divides its judges would make all of them look noisy. Judges' spreads are fitted beside the
//! projects'. Otherwise an erratic judge of a small event would make their projects look divided, and be excused by it.

use super::design::Design;
use super::fit::Fit;
use super::version::Version;

/// Below this squared coefficient of variation one noise serves all.
const ENOUGH: f64 = 0.02;
/// How many reviews of ordinary spread a project's own spread is averaged with.
const SPREAD_PRIOR: f64 = 4.0;
/// The same for a judge's.
const JUDGE_PRIOR: f64 = 2.0;

/// How judges' residuals compare.
pub(super) struct Heterogeneity {
    /// The pooled residual variance, before any project's spread is divided out.
    pub(super) pooled: f64,
    /// T_j = RSS_j/(df_j·v), where RSS_j and v are of residuals with their project's spread divided out.
    pub(super) ratio: Vec<f64>,
    /// df_j.
    pub(super) df: Vec<f64>,
}

impl Heterogeneity {
    pub(super) fn of(design: &Design, offsets_only: &Fit, version: &Version) -> Self {
        let m = &offsets_only.moments;
        let rss = rss_inside_projects(design, offsets_only, version.spread_rounds);
        let inside = pooled(&rss, &m.df);
        let ratio = rss
            .iter()
            .zip(&m.df)
            .map(|(rss, df)| if *df > 0.0 && inside > 0.0 { rss / (df * inside) } else { 1.0 })
            .collect();
        Self { pooled: pooled(&m.rss, &m.df), ratio, df: m.df.clone() }
    }

    /// ν where noise differs enough to be worth modelling.
    pub(super) fn nu(&self) -> Option<f64> {
        let (mut excess, mut variance, mut total) = (0.0, 0.0, 0.0);
        for (&t, &df) in self.ratio.iter().zip(&self.df).filter(|&(_, &df)| df > 0.5) {
            excess += df * ((t - 1.0) * (t - 1.0) - 2.0 / df);
            variance += 8.0 + 48.0 / df;
            total += df;
        }
        if total < 1.0 || self.pooled <= 0.0 {
            return None;
        }
        let cv2 = (excess - f64::sqrt(variance)) / total;
        (cv2 >= ENOUGH).then(|| (4.0 + 2.0 / cv2).max(5.0))
    }
}

/// Σ r²/ω over each judge's reviews, where ω_i is the spread of the review's project beside an ordinary one's:
/// ω_i = (4 + Σ e/φ)/(4 + Σ d) with e = r²/σ0², d = 1 − v/σ0², and φ_j = (2 + Σ e/ω)/(2 + Σ d) the spread of its judge. They are
/// fitted to one another in so many `rounds`; without any, φ is 1.
fn rss_inside_projects(design: &Design, offsets_only: &Fit, rounds: u32) -> Vec<f64> {
    let m = &offsets_only.moments;
    let noise = offsets_only.params.noise;
    let squares: Vec<f64> = m.residual.iter().map(|r| r * r / noise).collect();
    let freedom: Vec<f64> = m.fitted_variance.iter().map(|v| 1.0 - v / noise).collect();
    let (mut of_project, mut of_judge) = (vec![1.0; design.projects.len()], vec![1.0; design.judges.len()]);
    let mut freedom_of_judge = vec![0.0; design.judges.len()];
    for (&j, d) in design.judge_of.iter().zip(&freedom) {
        freedom_of_judge[j] += d;
    }
    let all_freedom: f64 = freedom_of_judge.iter().sum();
    for round in 0..rounds.max(1) {
        if round < rounds {
            let mut own = vec![JUDGE_PRIOR; design.judges.len()];
            for (i, spread) in of_project.iter().enumerate() {
                for k in design.reviews_of(i) {
                    own[design.judge_of[k]] += squares[k] / spread;
                }
            }
            let mut mean = 0.0;
            for (j, own) in own.iter().enumerate() {
                of_judge[j] = own / (JUDGE_PRIOR + freedom_of_judge[j]);
                mean += of_judge[j] * freedom_of_judge[j] / all_freedom;
            }
            if mean > 0.0 {
                of_judge.iter_mut().for_each(|spread| *spread /= mean);
            }
        }
        for (i, spread) in of_project.iter_mut().enumerate() {
            let (mut own, mut free) = (SPREAD_PRIOR, SPREAD_PRIOR);
            for k in design.reviews_of(i) {
                own += squares[k] / of_judge[design.judge_of[k]];
                free += freedom[k];
            }
            *spread = own / free;
        }
    }
    let mut rss = vec![0.0; design.judges.len()];
    for (i, spread) in of_project.iter().enumerate() {
        for k in design.reviews_of(i) {
            rss[design.judge_of[k]] += m.residual[k] * m.residual[k] / spread;
        }
    }
    rss
}

/// ΣRSS/Σdf over the judges with enough degrees of freedom.
fn pooled(rss: &[f64], df: &[f64]) -> f64 {
    let usable = rss.iter().zip(df).filter(|&(_, &df)| df > 0.5);
    let (rss, df) = usable.fold((0.0, 0.0), |(r, d), (rss, df)| (r + rss, d + df));
    if df > 0.0 { rss / df } else { 0.0 }
}
