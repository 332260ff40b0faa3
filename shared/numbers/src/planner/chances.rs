//! What a plan is worth: simulated events, judged as planned and ranked by the model.
//!
//! Each event draws projects, judges' levels and noise with the spread that the calibration expects before it has seen a
//! review (0.45, 0.08 and 0.47 of the variance of totals), and ranks by the model's posterior means at these variances.
//! A real run has to estimate the variances too, so it does a little worse.

use super::report::Plan;
use crate::calibration::linear::{Factor, dot, solve_by_steps};
use crate::calibration::normals::Normals;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Spread of projects, of judges' levels and of noise, as shares of the variance of totals.
const SPREAD: [f64; 3] = [0.45, 0.08, 0.47];
/// Most simulated events, and the fewest.
const EVENTS: [usize; 2] = [100, 400];
/// Simulated reviews after which a large plan stops, so that it takes a second or two.
const REVIEWS: usize = 2_000_000;
/// The solution is exact enough to rank by once the residual has shrunk to this part.
const TOLERANCE: f64 = 1e-7;
/// Up to so many judges the system is factorised once, which costs less than steps for every event.
const DENSE: usize = 200;
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
pub fn chances(plan: &Plan) -> Option<Chances> {
    compared_chances(&[plan]).pop().flatten()
}

/// The same for several plans of one event. They judge the same simulated events: projects, judges and the noise of each review are drawn
/// once for all, with the seed of the first plan. So they differ by what they are, and not by chance: plans that assign the same have
/// the same chances.
pub fn compared_chances(plans: &[&Plan]) -> Vec<Option<Chances>> {
    let Some(first) = plans.first() else { return Vec::new() };
    let mut key = [0; 32];
    for (byte, digit) in key.iter_mut().zip(first.digest.bytes()) {
        *byte = digit;
    }
    // Judges and projects are numbered for all plans, and so are the reviews of a project: each judge who has it in any plan has one.
    let panels = || plans.iter().flat_map(|plan| &plan.panels);
    let mut number: BTreeMap<i64, usize> = panels().flat_map(|(_, panel)| panel).map(|&j| (j, 0)).collect();
    for (n, slot) in number.values_mut().enumerate() {
        *slot = n;
    }
    let mut place: BTreeMap<i64, usize> = panels().map(|&(project, _)| (project, 0)).collect();
    for (n, slot) in place.values_mut().enumerate() {
        *slot = n;
    }
    let mut all: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); place.len()];
    for (project, panel) in panels() {
        all[place[project]].extend(panel.iter().map(|j| number[j]));
    }
    let all: Vec<Vec<usize>> = all.into_iter().map(|judges| judges.into_iter().collect()).collect();
    let (projects, judges) = (all.len(), number.len());
    let widest = all.iter().map(Vec::len).max().unwrap_or(0);
    let shares: Vec<Share> = plans.iter().map(|plan| Share::of(plan, &place, &number, &all)).collect();
    let models: Vec<Option<Model<'_>>> = shares
        .iter()
        .map(|share| {
            let panels: Vec<&[usize]> = share.panels.iter().map(Vec::as_slice).collect();
            (share.panels.len() >= 3).then(|| Model::of(panels, judges))
        })
        .collect();
    let most = shares.iter().map(|share| share.slots.len()).max().unwrap_or(0).max(1);
    let events = (REVIEWS / most).clamp(EVENTS[0], EVENTS[1]) as u32;
    let mut tallies: Vec<Tally> = plans.iter().map(|_| Tally::default()).collect();
    for event in 0..events {
        let drawn = Drawn::of(projects, judges, widest, &mut Normals::new(&key, u64::from(event)));
        for ((share, model), tally) in shares.iter().zip(&models).zip(&mut tallies) {
            if let Some(model) = model {
                let own = drawn.share(share);
                tally.add(&own.best_first(), &model.rank(&own));
            }
        }
    }
    let chances = |((share, model), tally): ((&Share, &Option<Model<'_>>), &Tally)| {
        model.as_ref().map(|_| Chances {
            events,
            best_first: tally.share(tally.first),
            best_in_three: tally.share(tally.in_three),
            ten_of_ten: (share.panels.len() >= 20).then(|| tally.share(tally.ten)),
        })
    };
    shares.iter().zip(&models).zip(&tallies).map(chances).collect()
}

/// What a plan takes of the events that are drawn for all: the projects that have a judge, in their order.
struct Share {
    /// Their places among all.
    places: Vec<usize>,
    /// The judges of each, by number.
    panels: Vec<Vec<usize>>,
    /// For each review, one project after the other, which of the project's reviews in any plan it is.
    slots: Vec<usize>,
}

impl Share {
    fn of(
        plan: &Plan,
        place: &BTreeMap<i64, usize>,
        number: &BTreeMap<i64, usize>,
        all: &[Vec<usize>],
    ) -> Self {
        let mut judged: Vec<(usize, Vec<usize>)> = plan
            .panels
            .iter()
            .filter(|(_, panel)| !panel.is_empty())
            .map(|(project, panel)| {
                let mut panel: Vec<usize> = panel.iter().map(|j| number[j]).collect();
                panel.sort_unstable();
                (place[project], panel)
            })
            .collect();
        judged.sort_unstable();
        let slot = |at: usize, judge: &usize| all[at].binary_search(judge).unwrap_or_default();
        let mut slots = Vec::new();
        for (at, panel) in &judged {
            slots.extend(panel.iter().map(|judge| slot(*at, judge)));
        }
        let (places, panels) = judged.into_iter().unzip();
        Self { places, panels, slots }
    }
}

/// What came out of simulated events.
#[derive(Default)]
pub(super) struct Tally {
    events: usize,
    /// Events in which the best project came first.
    pub(super) first: usize,
    /// Events in which it was among the first three.
    pub(super) in_three: usize,
    /// True first ten among the first ten.
    ten: usize,
    /// How many projects were ranked so many places away from their true place.
    away: Vec<usize>,
}

impl Tally {
    /// Counts one event: the projects from the truly best on, and as they were ranked.
    pub(super) fn add(&mut self, truth: &[usize], ranked: &[usize]) {
        self.events += 1;
        self.first += usize::from(ranked[0] == truth[0]);
        self.in_three += usize::from(ranked.iter().take(3).any(|&i| i == truth[0]));
        if truth.len() >= 20 {
            self.ten += truth[..10].iter().filter(|i| ranked[..10].contains(i)).count();
        }
        self.away.resize(truth.len(), 0);
        let mut place = vec![0; truth.len()];
        for (at, &project) in truth.iter().enumerate() {
            place[project] = at;
        }
        for (at, &project) in ranked.iter().enumerate() {
            self.away[at.abs_diff(place[project])] += 1;
        }
    }

    /// Of the events.
    pub(super) fn share(&self, count: usize) -> f64 {
        count as f64 / self.events.max(1) as f64
    }

    /// Nine of ten projects were ranked at most so many places away from their true place.
    pub(super) fn within(&self) -> u32 {
        let all: usize = self.away.iter().sum();
        let mut inside = 0;
        for (places, &count) in self.away.iter().enumerate() {
            inside += count;
            if inside * 10 >= all * 9 {
                return places as u32;
            }
        }
        0
    }
}

/// The chance in one simulated event.
pub(super) struct Drawn {
    offsets: Vec<f64>,
    truth: Vec<f64>,
    /// The noise of each project's reviews, as many for each project.
    noise: Vec<f64>,
    each: usize,
}

impl Drawn {
    /// Draws an event of so many projects and judges, with `each` reviews for each project at most.
    pub(super) fn of(projects: usize, judges: usize, each: usize, normals: &mut Normals) -> Self {
        let mut draw =
            |n: usize, spread: f64| -> Vec<f64> { (0..n).map(|_| spread.sqrt() * normals.next()).collect() };
        let (offsets, truth) = (draw(judges, SPREAD[1]), draw(projects, SPREAD[0]));
        Self { offsets, truth, noise: draw(projects * each, SPREAD[2]), each }
    }

    /// The part of a plan in it.
    fn share(&self, share: &Share) -> Self {
        let each = share.panels.iter().map(Vec::len).max().unwrap_or(0);
        let mut noise = vec![0.0; share.places.len() * each];
        let mut slots = share.slots.iter();
        for (n, (at, panel)) in share.places.iter().zip(&share.panels).enumerate() {
            let own = &mut noise[n * each..][..panel.len()];
            for (review, slot) in own.iter_mut().zip(&mut slots) {
                *review = self.noise[at * self.each + slot];
            }
        }
        let truth = share.places.iter().map(|&at| self.truth[at]).collect();
        Self { offsets: self.offsets.clone(), truth, noise, each }
    }

    /// The projects, from the truly best on.
    pub(super) fn best_first(&self) -> Vec<usize> {
        best_first(&self.truth)
    }
}

/// The model at known variances, for one design: `docs/calibration.md`, with offsets only.
pub(super) struct Model<'a> {
    panels: Vec<&'a [usize]>,
    judges: usize,
    /// D_i·σ0², projects' precision in units of a review's.
    d: Vec<f64>,
    solver: Solver,
}

/// How S over the judges' offsets and the mean is solved.
enum Solver {
    /// For few judges: factorised once.
    Dense(Factor),
    /// For many: by steps, scaled by the diagonal of S.
    Steps(Vec<f64>),
}

impl<'a> Model<'a> {
    pub(super) fn of(panels: Vec<&'a [usize]>, judges: usize) -> Self {
        let d: Vec<f64> = panels.iter().map(|p| p.len() as f64 + SPREAD[2] / SPREAD[0]).collect();
        let solver = if judges <= DENSE {
            Solver::Dense(Factor::of(system(&panels, &d, judges), judges + 1))
        } else {
            Solver::Steps(diagonal(&panels, &d, judges))
        };
        Self { panels, judges, d, solver }
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
            for &j in *panel {
                product[j] += x[j] + mean - sum / d;
            }
            product[self.judges] += sum - n * sum / d;
        }
        product
    }

    /// The projects as the model ranks them in this event. Of the noise drawn for a project, its panel takes the first.
    pub(super) fn rank(&self, drawn: &Drawn) -> Vec<usize> {
        let mut sums = Vec::with_capacity(self.panels.len());
        let mut r = vec![0.0; self.judges + 1];
        for (i, (panel, d)) in self.panels.iter().zip(&self.d).enumerate() {
            let noise = &drawn.noise[i * drawn.each..];
            let total = |(&j, noise): (&usize, &f64)| drawn.truth[i] + drawn.offsets[j] + noise;
            let sum: f64 = panel.iter().zip(noise).map(total).sum();
            for review in panel.iter().zip(noise) {
                r[*review.0] += total(review) - sum / d;
            }
            r[self.judges] += sum - panel.len() as f64 * sum / d;
            sums.push(sum);
        }
        match &self.solver {
            Solver::Dense(factor) => factor.solve(&mut r),
            Solver::Steps(diagonal) => {
                let scaled: Vec<f64> = r.iter().zip(diagonal).map(|(r, d)| r / d).collect();
                let enough = TOLERANCE * TOLERANCE * dot(&r, &scaled);
                r = solve_by_steps(|x| self.times(x), &r, diagonal, (enough, STEPS));
            }
        }
        let estimate = |(i, panel): (usize, &&[usize])| {
            let moved: f64 = panel.iter().map(|&j| r[j] + r[self.judges]).sum();
            (sums[i] - moved) / self.d[i]
        };
        best_first(&self.panels.iter().enumerate().map(estimate).collect::<Vec<f64>>())
    }
}

/// S with the projects eliminated, row by row: its lower triangle is read.
fn system(panels: &[&[usize]], d: &[f64], judges: usize) -> Vec<f64> {
    let size = judges + 1;
    let mut s = vec![0.0; size * size];
    for (panel, d) in panels.iter().zip(d) {
        let n = panel.len() as f64;
        for &j in *panel {
            s[j * size + j] += 1.0;
            s[judges * size + j] += 1.0 - n / d;
            for &other in *panel {
                s[j * size + other] -= 1.0 / d;
            }
        }
        s[judges * size + judges] += n - n * n / d;
    }
    for j in 0..judges {
        s[j * size + j] += SPREAD[2] / SPREAD[1];
    }
    s
}

fn diagonal(panels: &[&[usize]], d: &[f64], judges: usize) -> Vec<f64> {
    let mut diagonal = vec![SPREAD[2] / SPREAD[1]; judges];
    diagonal.push(0.0);
    for (panel, d) in panels.iter().zip(d) {
        let n = panel.len() as f64;
        for &j in *panel {
            diagonal[j] += 1.0 - 1.0 / d;
        }
        diagonal[judges] += n - n * n / d;
    }
    diagonal
}

fn best_first(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    order
}
