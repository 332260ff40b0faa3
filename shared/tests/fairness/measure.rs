//! What comes out of a world's events.

use crate::event::Dice;
use crate::world::World;
use shared::calibration::{
    Flag, Input, Outcome, ProjectOutcome, UNWATCHED, Version, calibrate, calibrate_as,
};
use std::collections::BTreeMap;
use std::error::Error;

/// Sums over the events of a world.
#[derive(Default)]
pub(crate) struct Measured {
    events: f64,
    raw_tau: f64,
    /// What the calibration adds to the plain mean's tau, event by event; and what z-scores add.
    gains: Vec<f64>,
    z_gain: f64,
    /// What this version adds to the tau of the one before, event by event.
    over_before: Vec<f64>,
    /// Overlap of the first three with the true ones, by plain means and calibrated.
    top3: [f64; 2],
    /// How often the best comes first.
    winner: [f64; 2],
    noise_on: f64,
    /// How often ζ was used.
    panels_used: f64,
    /// Erratic judges, those of them who are flagged, and events with another judge flagged as erratic.
    erratic: [f64; 2],
    innocent: f64,
    projects: f64,
    in_rank: f64,
    in_se: f64,
    first_three: f64,
    first_three_in_rank: f64,
    first_claimed: f64,
    first_true: f64,
    /// For each tenth of the claimed chance to be first, and among the first three: projects, claims, how many were.
    tenths: [[[f64; 3]; 10]; 2],
}

impl Measured {
    /// Plays a world's events.
    pub(crate) fn of(world: &World, seed: u64) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let mut dice = Dice::new(seed);
        let mut measured = Self::default();
        for _ in 0..world.events {
            let event = world.event(&mut dice)?;
            let mut outcome = calibrate(&event.input)?;
            outcome.projects.sort_by_key(|p| p.project);
            let truth: Vec<f64> =
                outcome.projects.iter().map(|p| event.truth[p.project as usize - 1]).collect();
            let mut before = calibrate_as(&Version::V2, &event.input, &[], UNWATCHED)?;
            before.projects.sort_by_key(|p| p.project);
            measured.over_before.push(tau(&scores(&outcome), &truth) - tau(&scores(&before), &truth));
            measured.count(&outcome, &event.erratic);
            measured.add(&event.input, &outcome.projects, &truth);
        }
        Ok(measured)
    }

    /// Counts what was found of judges and panels.
    fn count(&mut self, outcome: &Outcome, erratic: &[String]) {
        let one = |yes: bool| f64::from(u8::from(yes));
        self.noise_on += one(outcome.fit.noise);
        self.panels_used += one(outcome.fit.panels.is_some_and(|panels| panels.used));
        let flagged = outcome.judges.iter().filter(|judge| judge.flags.contains(&Flag::Erratic));
        let (found, innocent): (Vec<_>, Vec<_>) = flagged.partition(|judge| erratic.contains(&judge.judge));
        self.erratic = [self.erratic[0] + erratic.len() as f64, self.erratic[1] + found.len() as f64];
        self.innocent += one(!innocent.is_empty());
    }

    fn add(&mut self, input: &Input, projects: &[ProjectOutcome], truth: &[f64]) {
        let column = |value: fn(&ProjectOutcome) -> f64| projects.iter().map(value).collect::<Vec<f64>>();
        let (raw, calibrated) = (column(|p| p.raw_mean), column(|p| p.calibrated));
        let raw_tau = tau(&raw, truth);
        self.events += 1.0;
        self.raw_tau += raw_tau;
        self.gains.push(tau(&calibrated, truth) - raw_tau);
        self.z_gain += tau(&z_scores(input), truth) - raw_tau;
        for (slot, values) in [&raw, &calibrated].into_iter().enumerate() {
            self.top3[slot] += overlap(values, truth, 3.min(truth.len()));
            self.winner[slot] += overlap(values, truth, 1);
        }
        // On the scale of totals offsets cancel: both sides are centred.
        let level = mean(&calibrated) - mean(truth);
        for (project, true_worth) in projects.iter().zip(truth) {
            let true_rank = 1 + truth.iter().filter(|t| *t > true_worth).count() as u32;
            let inside = f64::from(u8::from(
                (project.rank_interval[0]..=project.rank_interval[1]).contains(&true_rank),
            ));
            self.projects += 1.0;
            self.in_rank += inside;
            let error = project.calibrated - level - true_worth;
            self.in_se += f64::from(u8::from(error.abs() <= 1.645 * project.se));
            if project.rank <= 3 {
                self.first_three += 1.0;
                self.first_three_in_rank += inside;
            }
            for (tenths, places) in self.tenths.iter_mut().zip([1, 3]) {
                let Some(claim) = project.chances.iter().find(|c| c.places == places) else { continue };
                let tenth = &mut tenths[((claim.chance * 10.0) as usize).min(9)];
                let came_true = f64::from(u8::from(true_rank <= places));
                *tenth = [tenth[0] + 1.0, tenth[1] + claim.chance, tenth[2] + came_true];
            }
        }
        if let Some(best) = projects.iter().position(|p| p.rank == 1) {
            self.first_claimed += projects[best].chances.first().map_or(0.0, |c| c.chance);
            self.first_true += f64::from(u8::from(truth.iter().all(|t| *t <= truth[best])));
        }
    }

    /// The calibrated ranking's tau.
    pub(crate) fn tau(&self) -> f64 {
        self.raw_tau / self.events + self.gain().0
    }

    /// The mean gain in tau over the plain mean, and its standard error.
    pub(crate) fn gain(&self) -> (f64, f64) {
        with_error(&self.gains)
    }

    /// The mean gain in tau over the version before, and its standard error.
    pub(crate) fn over_before(&self) -> (f64, f64) {
        with_error(&self.over_before)
    }

    /// The share of events in which ζ was used.
    pub(crate) fn panels_used(&self) -> f64 {
        self.panels_used / self.events
    }

    /// The share of events in which a judge is flagged as erratic who is not.
    pub(crate) fn innocent(&self) -> f64 {
        self.innocent / self.events
    }

    /// Coverage of ±1.645 standard errors.
    pub(crate) fn score_coverage(&self) -> f64 {
        self.coverage()[1]
    }

    /// The share of events in which judges were found to differ in noise.
    pub(crate) fn noise_on(&self) -> f64 {
        self.noise_on / self.events
    }

    /// Coverage of the 90 % rank ranges, and of ±1.645 standard errors.
    pub(crate) fn coverage(&self) -> [f64; 2] {
        [self.in_rank / self.projects, self.in_se / self.projects]
    }

    /// The largest difference between a claimed chance and how often it came true, over tenths with 200 projects.
    pub(crate) fn chance_error(&self) -> f64 {
        let counted = self.tenths.iter().flatten().filter(|tenth| tenth[0] >= 200.0);
        counted.map(|[n, claimed, came_true]| (claimed - came_true).abs() / n).fold(0.0, f64::max)
    }

    pub(crate) fn row(&self, world: &World) -> String {
        let ((gain, se), (over, over_se), [rank, score]) = (self.gain(), self.over_before(), self.coverage());
        let found = if self.erratic[0] > 0.0 {
            format!("{:.2}", self.erratic[1] / self.erratic[0])
        } else {
            "–".to_owned()
        };
        let share = |which: fn(f64) -> bool| {
            100.0 * self.gains.iter().filter(|g| which(**g)).count() as f64 / self.events
        };
        let n = self.events;
        format!(
            "| {} | {:.3} | **{gain:+.4}** ± {se:.4} | {over:+.4} ± {over_se:.4} | {:.0} % | {:.0} % | {:.0} % | {:+.3} | {:.2} {:+.3} | {:+.3} | {rank:.3} | {score:.3} | {:.3} | {:.2} / {:.2} | {:.3} | {:.0} % | {:.0} % | {found} | {:.1} % |",
            world.name,
            self.raw_tau / n,
            share(|g| g < -1e-12),
            share(|g| g < -0.05),
            share(|g| g > 0.05),
            self.z_gain / n,
            self.top3[0] / n,
            (self.top3[1] - self.top3[0]) / n,
            (self.winner[1] - self.winner[0]) / n,
            self.first_three_in_rank / self.first_three,
            self.first_claimed / n,
            self.first_true / n,
            self.chance_error(),
            100.0 * self.noise_on(),
            100.0 * self.panels_used(),
            100.0 * self.innocent()
        )
    }
}

pub(crate) const HEAD: &str = "| world | raw tau | calibration Δ ± se | over v2 | worse at all | worse > .05 | better > .05 | z-score Δ | first three raw, Δ | winner Δ | rank range holds | ± 1.645 se holds | of the first three | first: claimed / true | chances off by | noise on | ζ used | erratic found | innocent flagged |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// The mean, and its standard error.
fn with_error(values: &[f64]) -> (f64, f64) {
    let (mean, n) = (mean(values), values.len() as f64);
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// The scores of an outcome whose projects are in the order of their ids.
fn scores(outcome: &Outcome) -> Vec<f64> {
    outcome.projects.iter().map(|p| p.calibrated).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Kendall's tau against the truth; an estimate that ties two projects earns nothing for the pair.
fn tau(estimate: &[f64], truth: &[f64]) -> f64 {
    let (mut agree, mut pairs) = (0.0, 0.0);
    for a in 0..truth.len() {
        for b in 0..a {
            let product = (estimate[a] - estimate[b]) * (truth[a] - truth[b]);
            pairs += 1.0;
            agree += f64::from(i8::from(product > 0.0) - i8::from(product < 0.0));
        }
    }
    agree / pairs
}

/// The share of the true first `k` among the first `k`; of tied ones, the first in the list.
fn overlap(estimate: &[f64], truth: &[f64], k: usize) -> f64 {
    let first = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        order.truncate(k);
        order
    };
    let best = first(truth);
    first(estimate).iter().filter(|i| best.contains(i)).count() as f64 / k as f64
}

/// For each project the mean of its totals, each in standard deviations of its judge's.
fn z_scores(input: &Input) -> Vec<f64> {
    let mut judges: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for review in input.reviews() {
        judges.entry(&review.judge).or_default().push(review.total_micro as f64);
    }
    let scale = |totals: &Vec<f64>| {
        let level = mean(totals);
        let variance = totals.iter().map(|y| (y - level) * (y - level)).sum::<f64>() / totals.len() as f64;
        (level, variance.sqrt().max(1e4))
    };
    let scales: BTreeMap<&str, (f64, f64)> = judges.iter().map(|(judge, y)| (*judge, scale(y))).collect();
    let mut projects: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for review in input.reviews() {
        let (level, sd) = scales[review.judge.as_str()];
        projects.entry(review.project).or_default().push((review.total_micro as f64 - level) / sd);
    }
    projects.values().map(|z| mean(z)).collect()
}
