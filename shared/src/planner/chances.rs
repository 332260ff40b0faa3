//! What a plan is worth: simulated events, judged as planned and ranked by the model.
//!
//! Each event draws projects, judges' levels and noise with the spread that the calibration expects before it has seen a
//! review (0.45, 0.08 and 0.47 of the variance of totals), and ranks by the model's posterior means at these variances.
//! A real run has to estimate the variances too, so it does a little worse.

use super::report::Plan;
use crate::calibration::linear::{add_scaled, dot};
use crate::calibration::normals::Normals;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Spread of projects, of judges' levels and of noise, as shares of the variance of totals.
const SPREAD: [f64; 3] = [0.45, 0.08, 0.47];
/// Most simulated events, and the fewest.
const EVENTS: [usize; 2] = [100, 400];
/// Simulated reviews after which a large plan stops, so that it takes a second or two.
const REVIEWS: usize = 2_000_000;
/// The solution is exact enough to rank by once the residual has shrunk to this part.
const TOLERANCE: f64 = 1e-7;
/// Most steps of the solution. A few dozen do.
const STEPS: usize = 500;

/// What to expect of a plan, over simulated events.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chances {
    /// How many events were simulated.
    pub events: u32,
    /// In what share of them the best project comes first.
    pub best_first: f64,
    /// In what share of them the best project is among the first three.
    pub best_in_three: f64,
    /// How many of the true first ten come among the first ten, on average; none below 20 projects.
    pub ten_of_ten: Option<f64>,
}

/// Simulates events judged by this plan: 400, fewer in large events. None where fewer than three projects have a judge.
#[must_use]
pub fn chances(plan: &Plan) -> Option<Chances> {
    let panels: Vec<&Vec<i64>> =
        plan.panels.iter().map(|(_, judges)| judges).filter(|p| !p.is_empty()).collect();
    let mut number: BTreeMap<i64, usize> = panels.iter().flat_map(|p| p.iter()).map(|&j| (j, 0)).collect();
    for (n, slot) in number.values_mut().enumerate() {
        *slot = n;
    }
    let judges = number.len();
    if panels.len() < 3 {
        return None;
    }
    let panels: Vec<Vec<usize>> = panels.iter().map(|p| p.iter().map(|j| number[j]).collect()).collect();
    let model = Model::of(&panels, judges);
    let mut key = [0; 32];
    for (byte, digit) in key.iter_mut().zip(plan.digest.bytes()) {
        *byte = digit;
    }
    let reviews: usize = panels.iter().map(Vec::len).sum();
    let events = (REVIEWS / reviews).clamp(EVENTS[0], EVENTS[1]) as u32;
    let (mut first, mut in_three, mut ten) = (0_u32, 0_u32, 0_usize);
    for event in 0..events {
        let (truth, ranked) = model.play(&mut Normals::new(&key, u64::from(event)));
        first += u32::from(ranked[0] == truth[0]);
        in_three += u32::from(ranked[..3].contains(&truth[0]));
        if truth.len() >= 20 {
            ten += truth[..10].iter().filter(|i| ranked[..10].contains(i)).count();
        }
    }
    let share = |n: f64| n / f64::from(events);
    Some(Chances {
        events,
        best_first: share(f64::from(first)),
        best_in_three: share(f64::from(in_three)),
        ten_of_ten: (panels.len() >= 20).then(|| share(ten as f64)),
    })
}

/// The model at known variances, for one design: `docs/calibration.md`, with offsets only.
struct Model<'a> {
    panels: &'a [Vec<usize>],
    judges: usize,
    /// D_i·σ0², projects' precision in units of a review's.
    d: Vec<f64>,
    /// The diagonal of S over the judges' offsets and the mean, by which the solution is scaled.
    diagonal: Vec<f64>,
}

impl<'a> Model<'a> {
    fn of(panels: &'a [Vec<usize>], judges: usize) -> Self {
        let d: Vec<f64> = panels.iter().map(|p| p.len() as f64 + SPREAD[2] / SPREAD[0]).collect();
        let mut diagonal = vec![SPREAD[2] / SPREAD[1]; judges];
        diagonal.push(0.0);
        for (panel, d) in panels.iter().zip(&d) {
            let n = panel.len() as f64;
            for &j in panel {
                diagonal[j] += 1.0 - 1.0 / d;
            }
            diagonal[judges] += n - n * n / d;
        }
        Self { panels, judges, d, diagonal }
    }

    /// S·x, with the projects eliminated: each row of a panel without its share of the project.
    fn times(&self, x: &[f64]) -> Vec<f64> {
        let prior = SPREAD[2] / SPREAD[1];
        let mean = x[self.judges];
        let mut product: Vec<f64> = x.iter().map(|x| prior * x).collect();
        product[self.judges] = 0.0;
        for (panel, d) in self.panels.iter().zip(&self.d) {
            let n = panel.len() as f64;
            let sum = n * mean + panel.iter().map(|&j| x[j]).sum::<f64>();
            for &j in panel {
                product[j] += x[j] + mean - sum / d;
            }
            product[self.judges] += sum - n * sum / d;
        }
        product
    }

    /// Solves S·x = b by conjugate gradients, scaled by the diagonal: the cost grows with the reviews, not with the square of
    /// the judges.
    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let scaled = |r: &[f64]| r.iter().zip(&self.diagonal).map(|(r, d)| r / d).collect::<Vec<f64>>();
        let (mut x, mut r) = (vec![0.0; b.len()], b.to_vec());
        let mut z = scaled(&r);
        let mut p = z.clone();
        let mut rz = dot(&r, &z);
        let enough = TOLERANCE * TOLERANCE * rz;
        for _ in 0..STEPS {
            if rz <= enough {
                break;
            }
            let sp = self.times(&p);
            let step = rz / dot(&p, &sp);
            add_scaled(&mut x, step, &p);
            add_scaled(&mut r, -step, &sp);
            z = scaled(&r);
            let next = dot(&r, &z);
            for (p, z) in p.iter_mut().zip(&z) {
                *p = z + next / rz * *p;
            }
            rz = next;
        }
        x
    }

    /// One event: the projects from the truly best on, and as they are ranked.
    fn play(&self, normals: &mut Normals) -> (Vec<usize>, Vec<usize>) {
        let mut draw = |spread: f64| spread.sqrt() * normals.next();
        let offsets: Vec<f64> = (0..self.judges).map(|_| draw(SPREAD[1])).collect();
        let truth: Vec<f64> = self.panels.iter().map(|_| draw(SPREAD[0])).collect();
        let mut sums = Vec::with_capacity(truth.len());
        let mut r = vec![0.0; self.judges + 1];
        for ((panel, theta), d) in self.panels.iter().zip(&truth).zip(&self.d) {
            let totals: Vec<f64> = panel.iter().map(|&j| theta + offsets[j] + draw(SPREAD[2])).collect();
            let sum: f64 = totals.iter().sum();
            for (&j, y) in panel.iter().zip(&totals) {
                r[j] += y - sum / d;
            }
            r[self.judges] += sum - panel.len() as f64 * sum / d;
            sums.push(sum);
        }
        let r = self.solve(&r);
        let estimate = |(i, panel): (usize, &Vec<usize>)| {
            let moved: f64 = panel.iter().map(|&j| r[j] + r[self.judges]).sum();
            (sums[i] - moved) / self.d[i]
        };
        let estimates: Vec<f64> = self.panels.iter().enumerate().map(estimate).collect();
        (best_first(&truth), best_first(&estimates))
    }
}

fn best_first(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    order
}
