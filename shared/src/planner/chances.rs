//! What a plan is worth: simulated events, judged as planned and ranked by the model.
//!
//! Each event draws projects, judges' levels and noise with the spread that the calibration expects before it has seen a
//! review (0.45, 0.08 and 0.47 of the variance of totals), and ranks by the model's posterior means at these variances.
//! A real run has to estimate the variances too, so it does a little worse.

use super::report::Plan;
use crate::calibration::linear::Factor;
use crate::calibration::normals::Normals;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Spread of projects, of judges' levels and of noise, as shares of the variance of totals.
const SPREAD: [f64; 3] = [0.45, 0.08, 0.47];
/// Simulated events.
const EVENTS: u32 = 400;
/// Most judges: the system that is solved grows with their square.
const MOST_JUDGES: usize = 400;

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

/// Simulates events judged by this plan. None where fewer than three projects have a judge, or for more than 400 judges.
#[must_use]
pub fn chances(plan: &Plan) -> Option<Chances> {
    let panels: Vec<&Vec<i64>> =
        plan.panels.iter().map(|(_, judges)| judges).filter(|p| !p.is_empty()).collect();
    let mut number: BTreeMap<i64, usize> = panels.iter().flat_map(|p| p.iter()).map(|&j| (j, 0)).collect();
    for (n, slot) in number.values_mut().enumerate() {
        *slot = n;
    }
    let judges = number.len();
    if panels.len() < 3 || judges > MOST_JUDGES {
        return None;
    }
    let panels: Vec<Vec<usize>> = panels.iter().map(|p| p.iter().map(|j| number[j]).collect()).collect();
    let model = Model::of(&panels, judges);
    let mut key = [0; 32];
    for (byte, digit) in key.iter_mut().zip(plan.digest.bytes()) {
        *byte = digit;
    }
    let (mut first, mut in_three, mut ten) = (0_u32, 0_u32, 0_usize);
    for event in 0..EVENTS {
        let (truth, ranked) = model.play(&mut Normals::new(&key, u64::from(event)));
        first += u32::from(ranked[0] == truth[0]);
        in_three += u32::from(ranked[..3].contains(&truth[0]));
        if truth.len() >= 20 {
            ten += truth[..10].iter().filter(|i| ranked[..10].contains(i)).count();
        }
    }
    let share = |n: f64| n / f64::from(EVENTS);
    Some(Chances {
        events: EVENTS,
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
    factor: Factor,
}

impl<'a> Model<'a> {
    /// Eliminates the projects: S over the judges' offsets and the mean.
    fn of(panels: &'a [Vec<usize>], judges: usize) -> Self {
        let size = judges + 1;
        let mut s = vec![0.0; size * size];
        let d: Vec<f64> = panels.iter().map(|p| p.len() as f64 + SPREAD[2] / SPREAD[0]).collect();
        for (panel, d) in panels.iter().zip(&d) {
            let n = panel.len() as f64;
            for &j in panel {
                s[j * size + j] += 1.0;
                s[judges * size + j] += 1.0 - n / d;
                for &other in panel {
                    s[j * size + other] -= 1.0 / d;
                }
            }
            s[judges * size + judges] += n - n * n / d;
        }
        for j in 0..judges {
            s[j * size + j] += SPREAD[2] / SPREAD[1];
        }
        Self { panels, judges, d, factor: Factor::of(s, size) }
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
        self.factor.solve(&mut r);
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
