//! Evidence, as its readers see it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::evidence::{Fact, waits};
use shared::ids::{ProjectId, TeamId};

/// A fact that somebody may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenFact {
    pub id: i64,
    pub project: ProjectId,
    pub fact: Fact,
    pub found_at: DateTime<Utc>,
    /// The name of who wrote it; none for what the portal found, and where the reader may not know.
    pub found_by: Option<String>,
}

/// A project with facts.
#[derive(Clone, Debug)]
pub struct EvidenceProject {
    pub id: ProjectId,
    pub title: String,
    pub team_id: TeamId,
    pub team: String,
    /// The earliest first.
    pub facts: Vec<SeenFact>,
}

impl EvidenceProject {
    /// Whether an organizer has still to look at them.
    #[must_use]
    pub fn waits(&self) -> bool {
        waits(self.facts.iter().map(|seen| &seen.fact))
    }
}
