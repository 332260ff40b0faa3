//! Rank intervals and chances from draws of the joint posterior (a model-based bootstrap).
//!
//! Each draw takes all offsets, levels and projects together, so that what projects share by a
//! judge moves together; resampling reviews would not, and covers far too rarely.

use super::design::Design;
use super::fit::Fit;
use super::normals::Normals;
use super::posterior::Covariance;
use super::sparse::SampledDraws;
use super::{DRAWS, Progress, Watch};

/// After how many draws the watch is told.
const TOLD: u32 = 20;

/// What all draws together say.
pub(super) struct Drawn {
    /// The 90 % interval of each project's rank: low and high.
    pub(super) intervals: Vec<[u32; 2]>,
    /// In how many draws each project is among the first, a list for each number of places asked for.
    pub(super) among: Vec<Vec<u32>>,
    /// In how many draws each project is better than the one that follows it in `order`; nothing for the last one.
    pub(super) ahead: Vec<u32>,
    /// The variance of each project's score over the draws, where the fit has no covariances; else empty.
    pub(super) variances: Vec<f64>,
}

impl Drawn {
    /// Draws [`DRAWS`] times. `order` lists the projects by rank, `places` the numbers of places to count for.
    pub(super) fn of(
        (design, fit): (&Design, &Fit),
        key: &[u8; 32],
        order: &[usize],
        places: &[u32],
        watch: Watch<'_>,
    ) -> Self {
        let draws = DRAWS as usize;
        let n = design.projects.len();
        let mut ranks = vec![0_u32; n * draws];
        let mut among = vec![vec![0; n]; places.len()];
        let mut ahead = vec![0; n.saturating_sub(1)];
        let mut source = source(design, fit);
        let mut order_of = Sorted { keys: Vec::with_capacity(n), sorted: Vec::with_capacity(n) };
        for b in 0..DRAWS {
            if b % TOLD == 0 {
                watch.tell(Progress::Draws(b));
            }
            order_of.keys.clear();
            source.values(key, b, &mut |value| order_of.keys.push(descending(value)));
            for (count, pair) in ahead.iter_mut().zip(order.windows(2)) {
                *count += u32::from(order_of.keys[pair[0]] < order_of.keys[pair[1]]);
            }
            for (i, rank) in order_of.ranked() {
                ranks[i * draws + b as usize] = rank;
                for (counts, &k) in among.iter_mut().zip(places) {
                    counts[i] += u32::from(rank <= k);
                }
            }
        }
        // ⌊0.05·B⌋ and ⌈0.95·B⌉ − 1.
        let (low, high) = (draws * 5 / 100, (draws * 95).div_ceil(100) - 1);
        let intervals = ranks
            .chunks_exact_mut(draws)
            .map(|own| [*own.select_nth_unstable(low).1, *own.select_nth_unstable(high).1])
            .collect();
        Self { intervals, among, ahead, variances: source.variances() }
    }
}

/// What draws from the posterior of this fit.
pub(super) fn source<'a>(design: &'a Design, fit: &'a Fit) -> Box<dyn Source + 'a> {
    match &fit.covariance {
        Some(covariance) => Box::new(Draw::new(design, fit, covariance)),
        None => Box::new(SampledDraws::new(design, fit)),
    }
}

/// Where draws come from.
pub(super) trait Source {
    /// Gives the value (level + θ) of each project in draw number `b`. Draws are asked for in order.
    fn values(&mut self, key: &[u8; 32], b: u32, value: &mut dyn FnMut(f64));

    /// The variance of level + θ + mean b of each project over the draws so far, where it was not known before.
    fn variances(&self) -> Vec<f64>;
}

/// Draws by the factor of S, for events of ordinary size.
struct Draw<'a> {
    design: &'a Design,
    fit: &'a Fit,
    covariance: &'a Covariance,
    /// w_ij of each review.
    weight: Vec<f64>,
    /// Σ_j w_ij of each project.
    weight_sum: Vec<f64>,
    /// 1/√D_i.
    spread: Vec<f64>,
    /// The estimated level + θ̂.
    centre: Vec<f64>,
    /// c − ĉ of the draw.
    moved: Vec<f64>,
}

impl<'a> Draw<'a> {
    fn new(design: &'a Design, fit: &'a Fit, covariance: &'a Covariance) -> Self {
        let weight: Vec<f64> = design.judge_of.iter().map(|&j| fit.params.weight(j)).collect();
        let n = fit.means.d.len();
        Self {
            weight_sum: (0..n).map(|i| weight[design.reviews_of(i)].iter().sum()).collect(),
            weight,
            spread: fit.means.d.iter().map(|d| 1.0 / d.sqrt()).collect(),
            centre: centres(design, fit),
            moved: vec![0.0; fit.means.size],
            design,
            fit,
            covariance,
        }
    }
}

impl Source for Draw<'_> {
    /// Draws c, then θ: `c = ĉ + L⁻ᵀz`, `θ_i = θ̂_i − w_iᵀ(c−ĉ)/D_i + z/√D_i`.
    fn values(&mut self, key: &[u8; 32], b: u32, value: &mut dyn FnMut(f64)) {
        let mut normals = Normals::new(key, u64::from(b));
        for z in &mut self.moved {
            *z = normals.next();
        }
        self.covariance.factor.solve_transposed(&mut self.moved);
        for (i, d) in self.fit.means.d.iter().enumerate() {
            let level = self.design.level(i, &self.moved);
            let mut pull = self.weight_sum[i] * level;
            for k in self.design.reviews_of(i) {
                pull += self.weight[k] * self.moved[self.design.judge_of[k]];
            }
            value(self.centre[i] + level - pull / d + normals.next() * self.spread[i]);
        }
    }

    fn variances(&self) -> Vec<f64> {
        vec![]
    }
}

/// The estimated level and θ̂ of each project, added.
pub(super) fn centres(design: &Design, fit: &Fit) -> Vec<f64> {
    fit.means.theta.iter().enumerate().map(|(i, theta)| design.level(i, &fit.means.c) + theta).collect()
}

/// The projects of a draw in order.
struct Sorted {
    /// Each project's value, keyed so that the highest comes first.
    keys: Vec<u64>,
    /// The keys with their projects.
    sorted: Vec<(u64, usize)>,
}

impl Sorted {
    /// (project, rank), best first; equal values share a rank.
    fn ranked(&mut self) -> impl Iterator<Item = (usize, u32)> {
        self.sorted.clear();
        self.sorted.extend(self.keys.iter().enumerate().map(|(i, &key)| (key, i)));
        self.sorted.sort_unstable();
        let (mut rank, mut last) = (0, None);
        (1_u32..).zip(&self.sorted).map(move |(place, &(key, i))| {
            if last != Some(key) {
                rank = place;
                last = Some(key);
            }
            (i, rank)
        })
    }
}

/// A key that sorts numbers from the highest to the lowest (IEEE 754 total order, reversed).
pub(super) fn descending(value: f64) -> u64 {
    let bits = (value + 0.0).to_bits();
    let ascending = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    !ascending
}

#[cfg(test)]
mod tests {
    use super::descending;

    #[test]
    fn keys_sort_from_high_to_low() {
        let values = [3.5, 1.0, 0.0, -0.25, -7.0];
        assert!(values.windows(2).all(|w| descending(w[0]) < descending(w[1])));
        assert_eq!(descending(-0.0), descending(0.0));
    }
}
