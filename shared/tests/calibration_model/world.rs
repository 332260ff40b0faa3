//! Simulated events whose truth is known.

use crate::support::{address, micro};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use shared::calibration::{Input, Review};

/// Seeded numbers for the simulations.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / 9_007_199_254_740_992.0
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.uniform() * n as f64) as usize
    }

    pub(crate) fn normal(&mut self) -> f64 {
        let angle = 2.0 * std::f64::consts::PI * self.uniform();
        (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * angle.cos()
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// A kind of event. Standard deviations are on the scale of totals.
#[derive(Clone, Copy)]
pub(crate) struct World {
    pub(crate) projects: usize,
    pub(crate) judges: usize,
    /// Reviews per project.
    pub(crate) reviews: usize,
    pub(crate) offset_sd: f64,
    pub(crate) noise_sd: f64,
    /// Log sd of judges' scales, and of their noises.
    pub(crate) scale_spread: f64,
    pub(crate) noise_spread: f64,
    /// Share of judges with three times the noise.
    pub(crate) erratic: f64,
    /// Share of judges who score upside down.
    pub(crate) reversed: f64,
    pub(crate) skewed: bool,
    /// Tracks with levels of their own, and the share of reviews across tracks.
    pub(crate) tracks: usize,
    pub(crate) track_sd: f64,
    pub(crate) cross: f64,
    /// The event does not say that there are tracks: judges sit at tables.
    pub(crate) undeclared: bool,
    /// Share of projects that divide their judges: with three times the noise.
    pub(crate) divided: f64,
}

/// 100 projects, 25 judges, 5 reviews each, all judges alike.
pub(crate) const PLAIN: World = World {
    projects: 100,
    judges: 25,
    reviews: 5,
    offset_sd: 0.0,
    noise_sd: 0.10,
    scale_spread: 0.0,
    noise_spread: 0.0,
    erratic: 0.0,
    reversed: 0.0,
    skewed: false,
    tracks: 1,
    track_sd: 0.0,
    cross: 0.0,
    undeclared: false,
    divided: 0.0,
};

/// An event of a world: its reviews and each project's true worth to the average judge.
pub(crate) struct Event {
    pub(crate) input: Input,
    pub(crate) truth: Vec<f64>,
}

impl World {
    pub(crate) fn event(&self, dice: &mut Dice) -> Event {
        let panels = self.panels(dice);
        let levels: Vec<f64> = (0..self.tracks).map(|_| self.track_sd * dice.normal()).collect();
        let quality: Vec<f64> = (0..self.projects)
            .map(|i| {
                let z =
                    if self.skewed { (-(1.0 - dice.uniform()).ln() - 1.0).min(4.0) } else { dice.normal() };
                0.10 * z + levels[i % self.tracks]
            })
            .collect();
        let judges: Vec<(f64, f64, f64)> = (0..self.judges)
            .map(|_| {
                let offset = self.offset_sd * dice.normal();
                let mut scale = (self.scale_spread * dice.normal()).exp();
                let mut noise = self.noise_sd * (self.noise_spread * dice.normal()).exp();
                if dice.uniform() < self.erratic {
                    noise *= 3.0;
                }
                if dice.uniform() < self.reversed {
                    scale = -1.0;
                }
                (offset, scale, noise)
            })
            .collect();
        let level = if self.skewed { 0.5 } else { 0.6 };
        let mut reviews = vec![];
        for (i, panel) in panels.iter().enumerate() {
            let loud = if self.divided > 0.0 && dice.uniform() < self.divided { 3.0 } else { 1.0 };
            for &j in panel {
                let (offset, scale, noise) = judges[j];
                let noise = loud * noise;
                let y = level + offset + scale * quality[i] + noise * dice.normal();
                reviews.push(Review {
                    project: i as i64 + 1,
                    track: (self.tracks > 1 && !self.undeclared).then_some((i % self.tracks) as i64),
                    judge: address(j),
                    total_micro: micro((y.clamp(0.0, 1.0) * 40.0).round() / 40.0),
                });
            }
        }
        let mean_offset = judges.iter().map(|j| j.0).sum::<f64>() / self.judges as f64;
        Event {
            input: Input::new(reviews, !self.undeclared).unwrap(),
            truth: quality.iter().map(|q| level + mean_offset + q).collect(),
        }
    }

    /// Random panels with balanced loads; most reviews stay in the project's track.
    fn panels(&self, dice: &mut Dice) -> Vec<Vec<usize>> {
        let mut load = vec![0; self.judges];
        let mut panels = vec![vec![]; self.projects];
        let mut order: Vec<usize> = (0..self.projects).collect();
        dice.shuffle(&mut order);
        for i in order {
            for _ in 0..self.reviews.min(self.judges) {
                let across = self.tracks > 1 && dice.uniform() < self.cross;
                let own = |j: usize| j % self.tracks == i % self.tracks;
                let pick = (0..self.judges)
                    .filter(|j| !panels[i].contains(j) && own(*j) != across)
                    .map(|j| (load[j], dice.uniform(), j))
                    .min_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap());
                let Some((_, _, j)) = pick else { continue };
                load[j] += 1;
                panels[i].push(j);
            }
        }
        panels
    }
}

/// Kendall's tau against the truth; an estimate that ties two projects earns nothing for the pair.
pub(crate) fn tau(estimate: &[f64], truth: &[f64]) -> f64 {
    let (mut agree, mut pairs) = (0.0, 0.0);
    for a in 0..truth.len() {
        for b in 0..a {
            let product = (estimate[a] - estimate[b]) * (truth[a] - truth[b]);
            pairs += 1.0;
            agree += if product > 0.0 {
                1.0
            } else if product < 0.0 {
                -1.0
            } else {
                0.0
            };
        }
    }
    agree / pairs
}
