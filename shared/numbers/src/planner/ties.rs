//! How well a deal lets judges be compared: its parts, and λ₂ of R − NᵀK⁻¹N over the mean load.

use super::deal::Deal;
use super::dice::Dice;
use crate::calibration::design::root;
use crate::calibration::linear::{add_scaled, dot};
use crate::calibration::spectrum::{second_smallest, smallest_of_three_diagonals};
use serde::{Deserialize, Serialize};

/// Up to this many judges the whole matrix is taken apart; above, Lanczos steps find its low end.
const DENSE: usize = 200;
/// Lanczos steps. At 2,000 judges the value no longer moves in its fourth digit.
const STEPS: usize = 160;

/// How well judges can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ties {
    /// Parts that share no judge, counting only projects with a judge.
    pub parts: usize,
    /// 0 in several parts, about 0.5 to 0.8 for good plans; none with fewer than two judges.
    pub lambda2_over_load: Option<f64>,
}

impl Ties {
    pub(super) fn of(deal: &Deal<'_>, dice: &mut Dice) -> Self {
        let (_, parts) = parts(deal);
        let graph = Graph::of(deal);
        let lambda2_over_load = (graph.load.len() > 1).then(|| {
            let value =
                if parts > 1 { 0.0 } else { graph.lambda2(dice) * graph.load.len() as f64 / graph.reviews };
            (value * 1e6).round() / 1e6
        });
        Self { parts, lambda2_over_load }
    }

    /// Fewer parts, then stronger ties.
    pub(super) fn better_than(&self, other: &Self) -> bool {
        let strength = |ties: &Self| ties.lambda2_over_load.unwrap_or(0.0);
        self.parts < other.parts || self.parts == other.parts && strength(self) > strength(other)
    }
}

/// For each project the number of its part, by union-find over judges, and how many parts have a judge and a project.
/// A project without a judge has the number of projects.
pub(super) fn parts(deal: &Deal<'_>) -> (Vec<usize>, usize) {
    let mut parent: Vec<usize> = (0..deal.load.len()).collect();
    for panel in &deal.panels {
        for pair in panel.windows(2) {
            let (a, b) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
            parent[a.max(b)] = a.min(b);
        }
    }
    let none = deal.panels.len() + deal.load.len();
    let of: Vec<usize> =
        deal.panels.iter().map(|panel| panel.first().map_or(none, |&j| root(&mut parent, j))).collect();
    let mut roots: Vec<usize> = of.iter().copied().filter(|&r| r != none).collect();
    roots.sort_unstable();
    roots.dedup();
    (of, roots.len())
}

/// The panels of judges who have a project.
struct Graph {
    panels: Vec<Vec<usize>>,
    load: Vec<f64>,
    reviews: f64,
}

impl Graph {
    fn of(deal: &Deal<'_>) -> Self {
        let mut load = vec![0_usize; deal.load.len()];
        for &judge in deal.panels.iter().flatten() {
            load[judge] += 1;
        }
        let mut number = vec![0; load.len()];
        let mut active = vec![];
        for (judge, &reviews) in load.iter().enumerate().filter(|&(_, &reviews)| reviews > 0) {
            number[judge] = active.len();
            active.push(reviews as f64);
        }
        let panels: Vec<Vec<usize>> =
            deal.panels.iter().map(|panel| panel.iter().map(|&j| number[j]).collect()).collect();
        let reviews = active.iter().sum();
        Self { panels, load: active, reviews }
    }

    fn lambda2(&self, dice: &mut Dice) -> f64 {
        let bound = self.load.iter().copied().fold(0.0, f64::max);
        let judges = self.load.len();
        if judges <= DENSE {
            second_smallest(self.matrix(), judges, bound)
        } else {
            self.lanczos(dice, bound)
        }
    }

    fn matrix(&self) -> Vec<f64> {
        let judges = self.load.len();
        let mut a = vec![0.0; judges * judges];
        for (j, &load) in self.load.iter().enumerate() {
            a[j * judges + j] = load;
        }
        for panel in &self.panels {
            for &j in panel {
                for &other in panel {
                    a[j * judges + other] -= 1.0 / panel.len() as f64;
                }
            }
        }
        a
    }

    /// (R − NᵀK⁻¹N)·v.
    fn times(&self, v: &[f64]) -> Vec<f64> {
        let mut product: Vec<f64> = self.load.iter().zip(v).map(|(load, x)| load * x).collect();
        for panel in self.panels.iter().filter(|panel| !panel.is_empty()) {
            let mean = panel.iter().map(|&j| v[j]).sum::<f64>() / panel.len() as f64;
            for &j in panel {
                product[j] -= mean;
            }
        }
        product
    }

    /// The lowest eigenvalue apart from the constant vector's 0, from above. Each vector is made orthogonal to all
    /// before it twice: without that, rounding brings the low end back as copies.
    fn lanczos(&self, dice: &mut Dice, bound: f64) -> f64 {
        let judges = self.load.len();
        let constant = vec![1.0 / (judges as f64).sqrt(); judges];
        let mut basis: Vec<Vec<f64>> = vec![constant];
        let mut v: Vec<f64> = (0..judges).map(|_| dice.uniform()).collect();
        let (mut diagonal, mut off) = (vec![], vec![]);
        for _ in 0..STEPS.min(judges - 1) {
            for _ in 0..2 {
                for before in &basis {
                    let along = dot(before, &v);
                    add_scaled(&mut v, -along, before);
                }
            }
            let norm = dot(&v, &v).sqrt();
            if norm <= 1e-9 * bound {
                break;
            }
            for x in &mut v {
                *x /= norm;
            }
            if !diagonal.is_empty() {
                off.push(norm);
            }
            let next = self.times(&v);
            diagonal.push(dot(&v, &next));
            basis.push(std::mem::replace(&mut v, next));
        }
        smallest_of_three_diagonals(&diagonal, &off, bound)
    }
}
