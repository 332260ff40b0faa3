//! The system `S x = b` for judges and groups, with projects eliminated, without building S.

use super::{LANES, Lanes};
use crate::calibration::design::Design;
use crate::calibration::posterior::Params;

/// Most steps of conjugate gradients.
const STEPS: u32 = 500;

/// S of a design at some parameters.
pub(super) struct System<'a> {
    design: &'a Design,
    params: &'a Params,
    /// w of each review.
    pub(super) weight: Vec<f64>,
    /// 1/D_i.
    pub(super) d_inverse: Vec<f64>,
    /// The preconditioner: one over S's diagonal.
    diagonal_inverse: Vec<f64>,
}

impl<'a> System<'a> {
    /// Prepares S.
    pub(super) fn new(design: &'a Design, params: &'a Params) -> Self {
        let weight: Vec<f64> = design.judge_of.iter().map(|&j| params.weight(j)).collect();
        let mut diagonal = priors(design, params);
        let mut d_inverse = Vec::with_capacity(design.projects.len());
        for i in 0..design.projects.len() {
            let mut d = 1.0 / params.project;
            for k in design.reviews_of(i) {
                d += weight[k] * params.s[design.judge_of[k]];
            }
            let mut sum = 0.0;
            for k in design.reviews_of(i) {
                let j = design.judge_of[k];
                diagonal[j] += params.lambda[j] - weight[k] * weight[k] / d;
                for (g, factor) in design.levels(i) {
                    diagonal[g] += factor * factor * params.lambda[j];
                }
                sum += weight[k];
            }
            for (g, factor) in design.levels(i) {
                diagonal[g] -= factor * factor * sum * sum / d;
            }
            d_inverse.push(1.0 / d);
        }
        let diagonal_inverse = diagonal.iter().map(|d| 1.0 / d.max(1e-300)).collect();
        Self { design, params, weight, d_inverse, diagonal_inverse }
    }

    /// Sets `out` to S x.
    fn apply(&self, x: &[Lanes], out: &mut [Lanes]) {
        let (design, params) = (self.design, self.params);
        for ((out, x), prior) in out.iter_mut().zip(x).zip(priors(design, params)) {
            for r in 0..LANES {
                out[r] = prior * x[r];
            }
        }
        for i in 0..design.projects.len() {
            let level = level(design, i, x);
            let mut pull = [0.0; LANES];
            for k in design.reviews_of(i) {
                let (w, own) = (self.weight[k], &x[design.judge_of[k]]);
                for r in 0..LANES {
                    pull[r] += w * (own[r] + level[r]);
                }
            }
            let mut of_level = [0.0; LANES];
            for k in design.reviews_of(i) {
                let j = design.judge_of[k];
                let (lambda, share) = (params.lambda[j], self.weight[k] * self.d_inverse[i]);
                for r in 0..LANES {
                    let term = lambda * (x[j][r] + level[r]) - share * pull[r];
                    out[j][r] += term;
                    of_level[r] += term;
                }
            }
            for (g, factor) in design.levels(i) {
                for r in 0..LANES {
                    out[g][r] += factor * of_level[r];
                }
            }
        }
    }

    /// Solves `S x = b` from the given `x` on, until each residual is at most `tolerance` of its right side.
    pub(super) fn solve(&self, b: &[Lanes], x: &mut [Lanes], tolerance: f64) {
        let size = b.len();
        let mut applied = vec![[0.0; LANES]; size];
        self.apply(x, &mut applied);
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
            self.apply(&direction, &mut applied);
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

/// The level of project `i` by the values at the places of `c`.
pub(super) fn level(design: &Design, i: usize, c: &[Lanes]) -> Lanes {
    let mut level = [0.0; LANES];
    for (g, factor) in design.levels(i) {
        for r in 0..LANES {
            level[r] += factor * c[g][r];
        }
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
