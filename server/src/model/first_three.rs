//! What judges liked best.

use shared::ids::ProjectId;
use shared::prize::TallyLine;

/// A project that a judge can name, since the judge has reviewed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedChoice {
    /// The project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Its team's name.
    pub team: String,
}

/// A line of the tally.
#[derive(Clone, Debug)]
pub struct FirstThreeLine {
    /// The project with its points.
    pub tally: TallyLine,
    /// Its title.
    pub title: String,
    /// Its team's name.
    pub team: String,
}
