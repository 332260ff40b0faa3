//! What judges liked best.

use shared::ids::ProjectId;
use shared::prize::{FIRST_THREE, TallyLine};

/// A project that a judge can name, since the judge has reviewed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedChoice {
    pub project: ProjectId,
    pub title: String,
    pub team: String,
}

#[derive(Clone, Debug)]
pub struct FirstThreeLine {
    /// The project with its points.
    pub tally: TallyLine,
    /// How many judges put it first, second and third.
    pub places: [usize; FIRST_THREE],
    pub title: String,
    pub team: String,
}
