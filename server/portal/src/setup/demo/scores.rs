//! What the demo's judges find: a project's quality, through the eyes of each.

use super::script::{Judge, Project, Script, Stage};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use shared::rubric::{Criterion, Scores};

/// The quality at which spread neither lifts nor lowers.
const MIDDLE: f64 = 0.62;
/// How far one criterion of a project lies from its quality, as a standard deviation.
const UNEVEN: f64 = 0.07;

/// The dice of one event: the same in every demo.
pub(super) struct Dice {
    rng: ChaCha8Rng,
    /// How far each criterion of each project lies from the project's quality.
    uneven: Vec<Vec<f64>>,
}

impl Dice {
    /// The dice of this event.
    pub(super) fn new(stage: Stage, script: &Script) -> Self {
        let mut dice = Self { rng: ChaCha8Rng::seed_from_u64(stage.seed()), uneven: Vec::new() };
        let projects = script.teams.iter().map(|t| t.projects.len()).sum();
        dice.uneven =
            (0..projects).map(|_| script.criteria.iter().map(|_| UNEVEN * dice.normal()).collect()).collect();
        dice
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound.max(1)).unwrap_or(1);
        usize::try_from(self.rng.next_u64() % bound).unwrap_or_default()
    }

    /// Roughly standard normal: twelve uniforms, less six.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| f64::from(self.rng.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0
    }

    /// The scores that a judge gives to the project at this place.
    pub(super) fn scores(
        &mut self,
        judge: &Judge,
        at: usize,
        project: &Project,
        criteria: &[Criterion],
    ) -> Scores {
        let mut scores = Scores::new();
        for (nth, criterion) in criteria.iter().enumerate() {
            let uneven = self.uneven.get(at).and_then(|c| c.get(nth)).copied().unwrap_or_default();
            let seen = MIDDLE + judge.spread * (project.quality + uneven - MIDDLE) - judge.harshness
                + judge.noise * self.normal();
            scores.insert(criterion.key.clone(), on_scale(seen, criterion));
        }
        scores
    }
}

/// A place from 0 to 1 as the nearest score of the criterion.
fn on_scale(seen: f64, criterion: &Criterion) -> i64 {
    let span = (criterion.max_value - criterion.min_value) as f64;
    criterion.min_value + (seen.clamp(0.0, 1.0) * span).round() as i64
}
