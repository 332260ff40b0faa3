//! A ranking with what the page says around it. The published ones are kept in memory, with the names that their projects have
//! now: a run never changes, and a name or a prize that changes raises the event's version.

use crate::portal::kept_by_version::{KeptByVersion, Weighed};
use shared::calibration::Level;
use shared::ids::ProjectId;
use shared::picture::Picture;
use shared::wire::Results;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The published rankings that this process made and keeps.
pub type KeptRankings = KeptByVersion<FullRanking>;

/// A ranking, and what its run found about the reviews.
#[derive(Clone, Debug)]
pub struct FullRanking {
    /// The ranking.
    pub results: Results,
    /// There is a signed form of it.
    pub signed: bool,
    /// What the run found about the reviews.
    pub evidence: RunEvidence,
    /// The first picture of each project that has one.
    pub pictures: Arc<BTreeMap<ProjectId, Picture>>,
}

impl Weighed for FullRanking {
    fn lines(&self) -> usize {
        self.results.projects.len()
    }
}

/// What a run found about the reviews, beside the ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEvidence {
    /// Parts of the projects that cannot be compared, or hardly; none where all can.
    pub parts: Vec<Vec<ProjectId>>,
    /// How well the reviews connect the projects.
    pub level: Level,
    /// The judges' noises differ, and reviews weigh by them.
    pub own_noise: bool,
    /// The lowest and the highest offset of a judge, without saying whose; none without judges.
    pub offsets: Option<[f64; 2]>,
}
