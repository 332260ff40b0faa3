//! Visits of judges to projects on the floor.

use chrono::{DateTime, Utc};
use shared::visit::VisitMark;

/// A visit that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Why.
    pub mark: VisitMark,
    /// When the judge was there.
    pub at: DateTime<Utc>,
}

/// How far the visits to one project are, without a word about who came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectVisits {
    /// Judges whose review is submitted.
    pub come: i64,
    /// Judges who have the project still to review.
    pub to_come: i64,
    /// Visits in vain of those who have it still to review, the latest first.
    pub missed: Vec<Visit>,
}
