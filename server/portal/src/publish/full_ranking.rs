//! A ranking with what the page says around it. The published ones are kept in memory, with the names that their projects have
//! now: a run never changes, and a name or a prize that changes raises the event's version.

use crate::kept::{KeptByVersion, KeptValue, MOST_LINES};
use crate::prelude::*;
use shared::calibration::Level;
use shared::wire::Results;

/// The published rankings that this process made and keeps.
pub type KeptRankings = KeptByVersion<FullRanking>;

/// A ranking, and what its run found about the reviews.
#[derive(Clone, Debug)]
pub struct FullRanking {
    pub results: Results,
    /// There is a signed form of it.
    pub signed: bool,
    /// What the run found about the reviews.
    pub evidence: RunEvidence,
    /// What is shown beside the titles of projects that won a prize.
    pub winners: BTreeMap<ProjectId, WinnerFace>,
}

impl KeptValue for FullRanking {
    const MOST: u64 = MOST_LINES;

    fn weight(&self) -> usize {
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
    /// The judges' scales were fitted.
    pub own_scale: bool,
    /// Tracks, or parts that share no judge, have levels of their own.
    pub own_levels: bool,
    /// The lowest and the highest offset of a judge, without saying whose; none in an event of so few judges that one could work
    /// it out.
    pub offsets: Option<[f64; 2]>,
}
