//! Rank intervals from draws of the joint posterior (a model-based bootstrap).
//!
//! Each draw takes all offsets, levels and projects together, so that what projects share by a
//! judge moves together; resampling reviews would not, and covers far too rarely.

use super::DRAWS;
use super::design::Design;
use super::fit::Fit;
use super::normals::Normals;

/// The 90 % interval of each project's rank: low and high.
pub(super) fn rank_intervals(design: &Design, fit: &Fit, key: &[u8; 32]) -> Vec<[u32; 2]> {
    let draws = DRAWS as usize;
    let n = design.projects.len();
    let mut ranks = vec![0_u32; n * draws];
    let mut draw = Draw::new(design, fit);
    for b in 0..draws {
        draw.values(&mut Normals::new(key, b as u64));
        for (i, rank) in draw.ranked() {
            ranks[i * draws + b] = rank;
        }
    }
    // ⌊0.05·B⌋ and ⌈0.95·B⌉ − 1.
    let (low, high) = (draws * 5 / 100, (draws * 95).div_ceil(100) - 1);
    ranks
        .chunks_exact_mut(draws)
        .map(|own| [*own.select_nth_unstable(low).1, *own.select_nth_unstable(high).1])
        .collect()
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
    /// The draw's values, keyed so that the highest comes first.
    order: Vec<(u64, usize)>,
}

impl<'a> Draw<'a> {
    fn new(design: &'a Design, fit: &'a Fit) -> Self {
        let post = &fit.posterior;
        let weight: Vec<f64> = design.judge_of.iter().map(|&j| fit.params.weight(j)).collect();
        let judges = design.judges.len();
        Self {
            weight_sum: (0..post.d.len()).map(|i| weight[design.reviews_of(i)].iter().sum()).collect(),
            weight,
            spread: post.d.iter().map(|d| 1.0 / d.sqrt()).collect(),
            centre: (0..post.d.len()).map(|i| post.c[judges + design.group_of[i]] + post.theta[i]).collect(),
            moved: vec![0.0; post.size],
            order: Vec::with_capacity(post.d.len()),
            design,
            fit,
        }
    }

    /// Draws c, then θ: `c = ĉ + L⁻ᵀz`, `θ_i = θ̂_i − w_iᵀ(c−ĉ)/D_i + z/√D_i`.
    fn values(&mut self, normals: &mut Normals) {
        for z in &mut self.moved {
            *z = normals.next();
        }
        let post = &self.fit.posterior;
        post.factor.solve_transposed(&mut self.moved);
        let judges = self.design.judges.len();
        self.order.clear();
        for i in 0..post.d.len() {
            let level = self.moved[judges + self.design.group_of[i]];
            let mut pull = self.weight_sum[i] * level;
            for k in self.design.reviews_of(i) {
                pull += self.weight[k] * self.moved[self.design.judge_of[k]];
            }
            let value = self.centre[i] + level - pull / post.d[i] + normals.next() * self.spread[i];
            self.order.push((descending(value), i));
        }
    }

    /// (project, rank) of the draw, best first; equal values share a rank.
    fn ranked(&mut self) -> impl Iterator<Item = (usize, u32)> {
        self.order.sort_unstable();
        let (mut rank, mut last) = (0, None);
        (1_u32..).zip(&self.order).map(move |(place, &(key, i))| {
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
