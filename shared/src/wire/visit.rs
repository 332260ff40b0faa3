//! Visits of judges to a project.

use crate::prelude::*;

/// How far the visits of judges to a project are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectVisits {
    /// Project.
    pub project: ProjectId,
    /// Judges whose review is submitted.
    pub come: i64,
    /// Judges who have the project still to review.
    pub to_come: i64,
    /// Visits in vain, the latest first.
    pub missed: Vec<MissedVisit>,
}

/// A visit that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MissedVisit {
    /// Why: `absent`, `busy` or `cannot_demo`.
    pub mark: String,
    /// When the judge was there.
    pub at: DateTime<Utc>,
}
