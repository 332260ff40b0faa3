//! The exact Gaussian posterior of offsets, group levels and projects, given the parameters.
//!
//! This is the dense solution, for events of ordinary size; `sparse` has the one for large events.
//!
//! Projects are eliminated: only judges and groups, `c = (b, γ)`, are solved for (a Schur
//! complement, as in mixed-model equations; Henderson 1975, Searle, Casella & McCulloch 1992).

use super::design::Design;
use super::linear::Factor;

/// The parameters of the model. Variances are on the squared scale of totals.
#[derive(Clone)]
pub(super) struct Params {
    /// σθ², between projects.
    pub(super) project: f64,
    /// σb², between judges' offsets.
    pub(super) judge: f64,
    /// σγ², between the levels of groups; used with two or more groups.
    pub(super) group: f64,
    /// σ0², (typical) noise of a review.
    pub(super) noise: f64,
    /// σζ², of the coefficient of panels; used where it is fitted.
    pub(super) panel: f64,
    /// τ², between judges' scales.
    pub(super) scale: f64,
    /// s_j; 1 for all where scales are not fitted.
    pub(super) s: Vec<f64>,
    /// λ_j, the precision of judge j's noise; 1/σ0² for all where it does not differ.
    pub(super) lambda: Vec<f64>,
    /// All scales are 1 and all noises equal, so sums may be taken before weighting.
    pub(super) plain: bool,
}

impl Params {
    /// w_ij for the judge of review `k`.
    pub(super) fn weight(&self, j: usize) -> f64 {
        self.lambda[j] * self.s[j]
    }
}

pub(super) struct Means {
    /// Size of `c`: judges first, then groups, then ζ.
    pub(super) size: usize,
    /// ĉ.
    pub(super) c: Vec<f64>,
    /// θ̂.
    pub(super) theta: Vec<f64>,
    /// D_i.
    pub(super) d: Vec<f64>,
}

impl Means {
    /// Solves for the means by L of S = LLᵀ, which comes along. A judge whose λ is 0 takes no part.
    pub(super) fn solve(design: &Design, params: &Params) -> (Self, Factor) {
        let judges = design.judges.len();
        let (size, levels) = (design.size(), judges + design.groups);
        let mut s = vec![0.0; size * size];
        let mut right = vec![0.0; size];
        for (j, &n) in design.load.iter().enumerate() {
            s[j * size + j] = n as f64 * params.lambda[j] + 1.0 / params.judge;
        }
        if design.groups > 1 {
            for g in judges..levels {
                s[g * size + g] = 1.0 / params.group;
            }
        }
        if size > levels {
            s[levels * size + levels] = 1.0 / params.panel;
        }
        let (mut d, mut r_theta) = (vec![], vec![]);
        let mut w = vec![];
        for i in 0..design.projects.len() {
            let g = judges + design.group_of[i];
            let mut d_i = 1.0 / params.project;
            let mut r_i = 0.0;
            for k in design.reviews_of(i) {
                let (j, y) = (design.judge_of[k], design.y[k]);
                let lambda = params.lambda[j];
                d_i += lambda * params.s[j] * params.s[j];
                r_i += lambda * params.s[j] * y;
                right[j] += lambda * y;
                right[g] += lambda * y;
                s[g * size + g] += lambda;
                s[g * size + j] += lambda;
                if let Some(m) = design.panel.get(i) {
                    right[levels] += m * lambda * y;
                    s[levels * size + j] += m * lambda;
                    s[levels * size + g] += m * lambda;
                    s[levels * size + levels] += m * m * lambda;
                }
            }
            if params.plain {
                // One weight for all: the exact sum keeps equal projects equal to the last bit.
                r_i = params.lambda[0] * design.sum_of[i];
            }
            support(design, params, i, &mut w);
            for (place, &(a, wa)) in w.iter().enumerate() {
                right[a] -= wa * r_i / d_i;
                let row = &mut s[a * size..(a + 1) * size];
                // Judges ascend, and the group and ζ come last: this is the lower triangle.
                for &(b, wb) in &w[..=place] {
                    row[b] -= wa * wb / d_i;
                }
            }
            d.push(d_i);
            r_theta.push(r_i);
        }
        let factor = Factor::of(s, size);
        let mut c = right;
        factor.solve(&mut c);
        let theta = (0..d.len())
            .map(|i| {
                support(design, params, i, &mut w);
                let taken: f64 = w.iter().map(|&(a, wa)| wa * c[a]).sum();
                (r_theta[i] - taken) / d[i]
            })
            .collect();
        (Self { size, c, theta, d }, factor)
    }
}

pub(super) struct Covariance {
    size: usize,
    /// L of S = LLᵀ.
    pub(super) factor: Factor,
    /// V = S⁻¹, row-major.
    v: Vec<f64>,
}

impl Covariance {
    /// Inverts S.
    pub(super) fn of(factor: Factor, size: usize) -> Self {
        Self { size, v: factor.inverse(), factor }
    }

    /// V's row for a place of `c`.
    pub(super) fn row(&self, a: usize) -> &[f64] {
        &self.v[a * self.size..(a + 1) * self.size]
    }

    /// V's entry for two places of `c`.
    pub(super) fn cov(&self, a: usize, b: usize) -> f64 {
        self.v[a * self.size + b]
    }
}

/// w_i as (place in `c`, weight): the project's judges ascending, then what makes up its level.
pub(super) fn support(design: &Design, params: &Params, i: usize, w: &mut Vec<(usize, f64)>) {
    w.clear();
    let mut sum = 0.0;
    for k in design.reviews_of(i) {
        let j = design.judge_of[k];
        let weight = params.weight(j);
        sum += weight;
        w.push((j, weight));
    }
    w.extend(design.levels(i).map(|(place, factor)| (place, factor * sum)));
}
