//! Rank intervals and chances from draws of the joint posterior (a model-based bootstrap).
//!
//! Each draw takes all offsets, levels and projects together, so that what projects share by a
//! judge moves together; resampling reviews would not, and covers far too rarely.

use super::DRAWS;
use super::design::Design;
use super::fit::Fit;
use super::normals::Normals;

/// What all draws together say.
pub(super) struct Drawn {
    /// The 90 % interval of each project's rank: low and high.
    pub(super) intervals: Vec<[u32; 2]>,
    /// In how many draws each project is among the first, a list for each number of places asked for.
    pub(super) among: Vec<Vec<u32>>,
    /// In how many draws each project is better than the one that follows it in `order`; nothing for the last one.
    pub(super) ahead: Vec<u32>,
}

impl Drawn {
    /// Draws [`DRAWS`] times. `order` lists the projects by rank, `places` the numbers of places to count for.
    pub(super) fn of(design: &Design, fit: &Fit, key: &[u8; 32], order: &[usize], places: &[u32]) -> Self {
        let draws = DRAWS as usize;
        let n = design.projects.len();
        let mut ranks = vec![0_u32; n * draws];
        let mut among = vec![vec![0; n]; places.len()];
        let mut ahead = vec![0; n.saturating_sub(1)];
        let mut draw = Draw::new(design, fit);
        for b in 0..draws {
            draw.values(&mut Normals::new(key, b as u64));
            for (count, pair) in ahead.iter_mut().zip(order.windows(2)) {
                *count += u32::from(draw.keys[pair[0]] < draw.keys[pair[1]]);
            }
            for (i, rank) in draw.ranked() {
                ranks[i * draws + b] = rank;
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
        Self { intervals, among, ahead }
    }
}

/// What every draw needs, laid out once.
struct Draw<'a> {
    design: &'a Design,
    fit: &'a Fit,
    /// w_ij of each review.
    weight: Vec<f64>,
    /// Σ_j w_ij of each project.
    weight_sum: Vec<f64>,
    /// 1/√D_i.
    spread: Vec<f64>,
    /// γ̂ + θ̂.
    centre: Vec<f64>,
    /// c − ĉ of the draw.
    moved: Vec<f64>,
    /// Each project's value in the draw, keyed so that the highest comes first.
    keys: Vec<u64>,
    /// The keys with their projects, to be sorted.
    sorted: Vec<(u64, usize)>,
}

impl<'a> Draw<'a> {
    fn new(design: &'a Design, fit: &'a Fit) -> Self {
        let means = &fit.posterior.means;
        let weight: Vec<f64> = design.judge_of.iter().map(|&j| fit.params.weight(j)).collect();
        let judges = design.judges.len();
        let n = means.d.len();
        Self {
            weight_sum: (0..n).map(|i| weight[design.reviews_of(i)].iter().sum()).collect(),
            weight,
            spread: means.d.iter().map(|d| 1.0 / d.sqrt()).collect(),
            centre: (0..n).map(|i| means.c[judges + design.group_of[i]] + means.theta[i]).collect(),
            moved: vec![0.0; means.size],
            keys: Vec::with_capacity(n),
            sorted: Vec::with_capacity(n),
            design,
            fit,
        }
    }

    /// Draws c, then θ: `c = ĉ + L⁻ᵀz`, `θ_i = θ̂_i − w_iᵀ(c−ĉ)/D_i + z/√D_i`.
    fn values(&mut self, normals: &mut Normals) {
        for z in &mut self.moved {
            *z = normals.next();
        }
        let means = &self.fit.posterior.means;
        means.factor.solve_transposed(&mut self.moved);
        let judges = self.design.judges.len();
        self.keys.clear();
        for (i, d) in means.d.iter().enumerate() {
            let level = self.moved[judges + self.design.group_of[i]];
            let mut pull = self.weight_sum[i] * level;
            for k in self.design.reviews_of(i) {
                pull += self.weight[k] * self.moved[self.design.judge_of[k]];
            }
            let value = self.centre[i] + level - pull / d + normals.next() * self.spread[i];
            self.keys.push(descending(value));
        }
    }

    /// (project, rank) of the draw, best first; equal values share a rank.
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
fn descending(value: f64) -> u64 {
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
