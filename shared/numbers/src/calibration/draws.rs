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
        let n = design.projects.len();
        // A row of ranks for each draw.
        let mut ranks = vec![0_u32; n * DRAWS as usize];
        let mut among = vec![vec![0; n]; places.len()];
        let last_place = places.iter().copied().max().unwrap_or(0);
        let mut ahead = vec![0; n.saturating_sub(1)];
        let mut source = source(design, fit);
        let mut drawn = Sorted::default();
        for (b, ranks) in (0..DRAWS).zip(ranks.chunks_exact_mut(n)) {
            if b % TOLD == 0 {
                watch.tell(Progress::Draws(b));
            }
            drawn.values.clear();
            source.values(key, b, &mut |value| drawn.values.push(value));
            for (count, pair) in ahead.iter_mut().zip(order.windows(2)) {
                *count += u32::from(drawn.values[pair[0]] > drawn.values[pair[1]]);
            }
            for (i, rank) in drawn.ranked() {
                ranks[i] = rank;
                if rank <= last_place {
                    for (counts, &k) in among.iter_mut().zip(places) {
                        counts[i] += u32::from(rank <= k);
                    }
                }
            }
        }
        Self { intervals: intervals(&ranks, n), among, ahead, variances: source.variances() }
    }
}

/// So many projects' ranks are gathered at once: as many as lie side by side in what a processor reads.
const SIDE_BY_SIDE: usize = 16;

/// The interval of each of `n` projects' ranks, from a row of ranks for each draw.
fn intervals(ranks: &[u32], n: usize) -> Vec<[u32; 2]> {
    let draws = DRAWS as usize;
    // ⌊0.05·B⌋ and ⌈0.95·B⌉ − 1.
    let (low, high) = (draws * 5 / 100, (draws * 95).div_ceil(100) - 1);
    let mut of_project = vec![0; SIDE_BY_SIDE * draws];
    let mut intervals = Vec::with_capacity(n);
    for first in (0..n).step_by(SIDE_BY_SIDE) {
        let end = n.min(first + SIDE_BY_SIDE);
        for (b, row) in ranks.chunks_exact(n).enumerate() {
            for (k, rank) in row[first..end].iter().enumerate() {
                of_project[k * draws + b] = *rank;
            }
        }
        intervals.extend(
            of_project
                .chunks_exact_mut(draws)
                .take(end - first)
                .map(|own| [*own.select_nth_unstable(low).1, *own.select_nth_unstable(high).1]),
        );
    }
    intervals
}

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
#[derive(Default)]
struct Sorted {
    /// Each project's value.
    values: Vec<f64>,
    /// The part that each project lies in.
    part_of: Vec<usize>,
    /// Where each part is filled next.
    next: Vec<usize>,
    /// The projects, each with a key that sorts the highest value first.
    sorted: Vec<(u64, usize)>,
}

impl Sorted {
    /// (project, rank), best first; equal values share a rank.
    fn ranked(&mut self) -> impl Iterator<Item = (usize, u32)> {
        self.sort();
        let (mut rank, mut last) = (0, None);
        (1_u32..).zip(&self.sorted).map(move |(place, &(key, i))| {
            if last != Some(key) {
                rank = place;
                last = Some(key);
            }
            (i, rank)
        })
    }

    /// Puts the values into as many equal parts of their range as there are projects, then sorts inside each part: most parts
    /// hold one or two, so that no order of thousands is searched for.
    fn sort(&mut self) {
        let n = self.values.len();
        let low = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let per_unit = if high > low { n as f64 / (high - low) } else { 0.0 };
        self.part_of.clear();
        self.part_of
            .extend(self.values.iter().map(|value| (((high - value) * per_unit) as usize).min(n - 1)));
        self.next.clear();
        self.next.resize(n + 1, 0);
        for &part in &self.part_of {
            self.next[part + 1] += 1;
        }
        for part in 0..n {
            self.next[part + 1] += self.next[part];
        }
        self.sorted.clear();
        self.sorted.resize(n, (0, 0));
        for (i, (&value, &part)) in self.values.iter().zip(&self.part_of).enumerate() {
            self.sorted[self.next[part]] = (descending(value), i);
            self.next[part] += 1;
        }
        // Each part ends where it would be filled next.
        let mut begin = 0;
        for &end in &self.next[..n] {
            self.sorted[begin..end].sort_unstable();
            begin = end;
        }
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
    use super::{Sorted, descending};
    use crate::calibration::normals::Normals;

    #[test]
    fn keys_sort_from_high_to_low() {
        let values = [3.5, 1.0, 0.0, -0.25, -7.0];
        assert!(values.windows(2).all(|w| descending(w[0]) < descending(w[1])));
        assert_eq!(descending(-0.0), descending(0.0));
    }

    /// Ordinary values, equal ones, all equal, and one far from the others, which puts these into one part.
    #[test]
    fn ranks_are_those_of_a_plain_sort() {
        let mut normals = Normals::new(&[5; 32], 0);
        let mut ordinary: Vec<f64> = (0..500).map(|_| 0.1 * normals.next()).collect();
        ordinary.extend([ordinary[3], ordinary[7], 0.0, -0.0]);
        let mut far = ordinary.clone();
        far.push(1e300);
        for values in [ordinary, far, vec![0.5; 9], vec![0.25], vec![f64::MIN_POSITIVE, 0.0]] {
            let mut drawn = Sorted { values: values.clone(), ..Sorted::default() };
            let found: Vec<(usize, u32)> = drawn.ranked().collect();
            let mut expected: Vec<(usize, u32)> = (0..values.len())
                .map(|i| (i, 1 + values.iter().filter(|&&other| other > values[i]).count() as u32))
                .collect();
            expected.sort_by_key(|&(i, rank)| (rank, i));
            assert_eq!(found, expected);
        }
    }
}
