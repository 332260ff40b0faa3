//! Evidence as its readers see it, and repositories that a sender looks at.

use crate::prelude::*;
use shared::evidence::ProjectFact;

#[derive(Clone, Debug)]
pub struct EvidenceProject {
    pub id: ProjectId,
    pub title: String,
    pub team_id: TeamId,
    pub team: String,
    /// The earliest first.
    pub facts: Vec<ProjectFact>,
    /// An organizer has still to look at them.
    pub waits: bool,
}

/// A project whose repository is due for a look, and taken by this sender.
#[derive(Clone, Debug)]
pub struct DueLook {
    pub event: EventId,
    pub project: ProjectId,
    /// As its team typed it.
    pub repo_url: String,
    /// How many looks are finished: 0 before HEAD at the close is known, 1 before its commits are, 2 before the look as judging opens.
    pub looks: i32,
    /// What the last look found of its code.
    pub last: Option<Fact>,
    /// When submissions opened; none where they have always been open.
    pub start: Option<DateTime<Utc>>,
    /// When they closed for its team.
    pub close: DateTime<Utc>,
    /// Names of other events.
    pub names: Vec<String>,
    /// Names the lease.
    pub leased_until: DateTime<Utc>,
}
