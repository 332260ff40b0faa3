//! Does noise differ between judges? A moment test on the offsets-only fit, less one standard error.

use super::fit::Fit;

/// Below this squared coefficient of variation one noise serves all.
const ENOUGH: f64 = 0.02;

/// How judges' residuals compare.
pub(super) struct Heterogeneity {
    /// v, the pooled residual variance.
    pub(super) pooled: f64,
    /// T_j = RSS_j/(df_j·v).
    pub(super) ratio: Vec<f64>,
    /// df_j.
    pub(super) df: Vec<f64>,
}

impl Heterogeneity {
    /// Reads the residuals of the offsets-only fit.
    pub(super) fn of(offsets_only: &Fit) -> Self {
        let m = &offsets_only.moments;
        let usable = || m.rss.iter().zip(&m.df).filter(|&(_, &df)| df > 0.5);
        let (rss, df) = usable().fold((0.0, 0.0), |(r, d), (rss, df)| (r + rss, d + df));
        let pooled = if df > 0.0 { rss / df } else { 0.0 };
        let ratio = m
            .rss
            .iter()
            .zip(&m.df)
            .map(|(rss, df)| if *df > 0.0 && pooled > 0.0 { rss / (df * pooled) } else { 1.0 })
            .collect();
        Self { pooled, ratio, df: m.df.clone() }
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
