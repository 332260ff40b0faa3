//! What an import brought in.

use crate::prelude::*;

/// What an import brought in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
