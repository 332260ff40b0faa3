//! What an import brought in.

use serde::{Deserialize, Serialize};

/// What an import brought in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Imported {
    /// The new event's slug.
    pub event: String,
    /// Projects, drafts included.
    pub projects: usize,
    /// Teams.
    pub teams: usize,
    /// People, known before or not.
    pub people: usize,
    /// Assignments.
    pub assignments: usize,
    /// Reviews, drafts included.
    pub reviews: usize,
}
