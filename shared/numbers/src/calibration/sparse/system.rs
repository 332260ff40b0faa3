//! The system `S x = b` for judges and groups, with projects eliminated, without building S.

use super::{LANES, Lanes};
use crate::calibration::design::Design;
use crate::calibration::posterior::Params;

/// Most steps of conjugate gradients.
const STEPS: u32 = 500;

/// S of a design at some parameters: C − Σ w_i w_iᵀ/D_i, where C holds little beside its diagonal.
pub(super) struct System<'a> {
    pub(super) design: &'a Design,
    /// w of each judge.
    weight: Vec<f64>,
    /// Σ_j w_ij of each project.
    weight_sum: Vec<f64>,
    /// 1/D_i.
    pub(super) d_inverse: Vec<f64>,
    /// C's diagonal.
    diagonal: Vec<f64>,
    /// What else C holds: two places, and the number that stands where they meet, on both sides of the diagonal.
    beside: Vec<(usize, usize, f64)>,
    /// The preconditioner: one over S's diagonal.
    diagonal_inverse: Vec<f64>,
}

/// What is computed for each judge while S is applied.
pub(super) struct Scratch {
    /// w_j x_j.
    weighted: Vec<Lanes>,
    /// Σ_i w_iᵀx/D_i over a judge's projects.
    taken: Vec<Lanes>,
}

impl<'a> System<'a> {
    /// Prepares S. `ties` are the design's own.
    pub(super) fn new(design: &'a Design, ties: &[(usize, usize, f64)], params: &Params) -> Self {
        let weight: Vec<f64> = (0..design.judges.len()).map(|j| params.weight(j)).collect();
        let mut diagonal = priors(design, params);
        // What the projects take off the diagonal.
        let mut less = vec![0.0; diagonal.len()];
        let zeta = design.judges.len() + design.groups;
        let mut with_zeta = vec![0.0; design.groups];
        let (mut weight_sum, mut d_inverse) = (vec![], vec![]);
        for i in 0..design.projects.len() {
            let (mut d, mut sum, mut precision) = (1.0 / params.project, 0.0, 0.0);
            for k in design.reviews_of(i) {
                let j = design.judge_of[k];
                d += weight[j] * params.s[j];
                sum += weight[j];
                precision += params.lambda[j];
                diagonal[j] += params.lambda[j];
            }
            for k in design.reviews_of(i) {
                let j = design.judge_of[k];
                less[j] += weight[j] * weight[j] / d;
            }
            for (g, factor) in design.levels(i) {
                diagonal[g] += factor * factor * precision;
                less[g] += factor * factor * sum * sum / d;
            }
            if let Some(m) = design.panel.get(i) {
                with_zeta[design.group_of[i]] += m * precision;
            }
            weight_sum.push(sum);
            d_inverse.push(1.0 / d);
        }
        let mut beside: Vec<(usize, usize, f64)> =
            ties.iter().map(|&(j, g, factors)| (j, g, params.lambda[j] * factors)).collect();
        if !design.panel.is_empty() {
            let groups = with_zeta.into_iter().zip(design.judges.len()..);
            beside.extend(groups.map(|(sum, g)| (g, zeta, sum)));
        }
        let diagonal_inverse =
            diagonal.iter().zip(less).map(|(own, less)| 1.0 / (own - less).max(1e-300)).collect();
        Self { design, weight, weight_sum, d_inverse, diagonal, beside, diagonal_inverse }
    }

    /// Room for [`Self::weigh`] and [`Self::take`].
    pub(super) fn scratch(&self) -> Scratch {
        let none = vec![[0.0; LANES]; self.weight.len()];
        Scratch { weighted: none.clone(), taken: none }
    }

    /// Begins a pass over the projects: sets w_j x_j of all judges, of whom nothing is taken yet.
    pub(super) fn weigh(&self, x: &[Lanes], scratch: &mut Scratch) {
        for ((weighted, x), w) in scratch.weighted.iter_mut().zip(x).zip(&self.weight) {
            *weighted = x.map(|x| w * x);
        }
        scratch.taken.fill([0.0; LANES]);
    }

    /// w_iᵀx/D_i, after [`Self::weigh`].
    #[inline]
    pub(super) fn pull(&self, i: usize, x: &[Lanes], scratch: &Scratch) -> Lanes {
        let sum = self.weight_sum[i];
        let mut pull = level(self.design, i, x).map(|level| sum * level);
        for k in self.design.reviews_of(i) {
            add(&mut pull, &scratch.weighted[self.design.judge_of[k]]);
        }
        let share = self.d_inverse[i];
        pull.map(|pull| pull * share)
    }

    /// Takes w_i·`by` off `out`: from the levels at once, from the judges in [`Self::take_from_judges`].
    #[inline]
    pub(super) fn take(&self, i: usize, by: &Lanes, scratch: &mut Scratch, out: &mut [Lanes]) {
        for k in self.design.reviews_of(i) {
            add(&mut scratch.taken[self.design.judge_of[k]], by);
        }
        for (g, factor) in self.design.levels(i) {
            add_scaled(&mut out[g], -factor * self.weight_sum[i], by);
        }
    }

    /// Ends a pass over the projects.
    pub(super) fn take_from_judges(&self, scratch: &Scratch, out: &mut [Lanes]) {
        for ((out, taken), w) in out.iter_mut().zip(&scratch.taken).zip(&self.weight) {
            add_scaled(out, -w, taken);
        }
    }

    /// Sets `out` to S x. Weights belong to judges: they are put to x before the pass over the reviews and to the sums after it,
    /// so that the pass itself only adds.
    fn apply(&self, x: &[Lanes], out: &mut [Lanes], scratch: &mut Scratch) {
        for ((out, x), own) in out.iter_mut().zip(x).zip(&self.diagonal) {
            *out = x.map(|x| own * x);
        }
        for &(a, b, value) in &self.beside {
            add_scaled(&mut out[a], value, &x[b]);
            add_scaled(&mut out[b], value, &x[a]);
        }
        self.weigh(x, scratch);
        for i in 0..self.d_inverse.len() {
            let pull = self.pull(i, x, scratch);
            self.take(i, &pull, scratch, out);
        }
        self.take_from_judges(scratch, out);
    }

    /// Solves `S x = b` from the given `x` on, until each residual is at most `tolerance` of its right side.
    pub(super) fn solve(&self, b: &[Lanes], x: &mut [Lanes], tolerance: f64) {
        let size = b.len();
        let mut scratch = self.scratch();
        let mut applied = vec![[0.0; LANES]; size];
        self.apply(x, &mut applied, &mut scratch);
        let mut residual = vec![[0.0; LANES]; size];
        let (mut enough, mut rest) = ([0.0; LANES], [0.0; LANES]);
        let mut direction = vec![[0.0; LANES]; size];
        for a in 0..size {
            for r in 0..LANES {
                residual[a][r] = b[a][r] - applied[a][r];
                direction[a][r] = residual[a][r] * self.diagonal_inverse[a];
                rest[r] += residual[a][r] * direction[a][r];
                enough[r] += b[a][r] * b[a][r] * self.diagonal_inverse[a];
            }
        }
        for enough in &mut enough {
            *enough *= tolerance * tolerance;
        }
        for _ in 0..STEPS {
            if rest.iter().zip(&enough).all(|(rest, enough)| rest <= enough) {
                return;
            }
            self.apply(&direction, &mut applied, &mut scratch);
            let mut curvature = [0.0; LANES];
            for (direction, applied) in direction.iter().zip(&applied) {
                for r in 0..LANES {
                    curvature[r] += direction[r] * applied[r];
                }
            }
            let mut step = [0.0; LANES];
            for r in 0..LANES {
                step[r] = if curvature[r] > 0.0 { rest[r] / curvature[r] } else { 0.0 };
            }
            let mut next = [0.0; LANES];
            for a in 0..size {
                for r in 0..LANES {
                    x[a][r] += step[r] * direction[a][r];
                    residual[a][r] -= step[r] * applied[a][r];
                    next[r] += residual[a][r] * residual[a][r] * self.diagonal_inverse[a];
                }
            }
            for a in 0..size {
                for r in 0..LANES {
                    let share = if rest[r] > 0.0 { next[r] / rest[r] } else { 0.0 };
                    direction[a][r] = residual[a][r] * self.diagonal_inverse[a] + share * direction[a][r];
                }
            }
            rest = next;
        }
    }
}

/// Each judge with each place of a level that the judge's projects have, and the sum of its factors over the judge's reviews.
pub(super) fn ties(design: &Design) -> Vec<(usize, usize, f64)> {
    let mut of_judge: Vec<Vec<(usize, f64)>> = vec![vec![]; design.judges.len()];
    for i in 0..design.projects.len() {
        for k in design.reviews_of(i) {
            let own = &mut of_judge[design.judge_of[k]];
            for (g, factor) in design.levels(i) {
                match own.iter_mut().find(|(known, _)| *known == g) {
                    Some((_, sum)) => *sum += factor,
                    None => own.push((g, factor)),
                }
            }
        }
    }
    let with_judge = |(j, own): (usize, Vec<(usize, f64)>)| own.into_iter().map(move |(g, sum)| (j, g, sum));
    of_judge.into_iter().enumerate().flat_map(with_judge).collect()
}

/// `y += x`.
#[inline]
pub(in crate::calibration) fn add(y: &mut Lanes, x: &Lanes) {
    for r in 0..LANES {
        y[r] += x[r];
    }
}

/// `y += f·x`.
#[inline]
pub(in crate::calibration) fn add_scaled(y: &mut Lanes, f: f64, x: &Lanes) {
    for r in 0..LANES {
        y[r] += f * x[r];
    }
}

/// The level of project `i` by the values at the places of `c`.
pub(super) fn level(design: &Design, i: usize, c: &[Lanes]) -> Lanes {
    let mut level = [0.0; LANES];
    for (g, factor) in design.levels(i) {
        add_scaled(&mut level, factor, &c[g]);
    }
    level
}

/// The precisions of the priors of `c`: a single group's level has none.
pub(super) fn priors(design: &Design, params: &Params) -> Vec<f64> {
    let level = if design.groups > 1 { 1.0 / params.group } else { 0.0 };
    let mut priors = vec![1.0 / params.judge; design.judges.len()];
    priors.resize(design.judges.len() + design.groups, level);
    priors.resize(design.size(), 1.0 / params.panel);
    priors
}
