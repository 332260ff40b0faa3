//! What the board of an evening of judging is made of.

use chrono::{DateTime, Utc};
use shared::board::Task;
use shared::floor::Place;
use shared::ids::{PersonId, PrizeId, ProjectId, TeamId};

/// Judges, projects and assignments, with names for people.
#[derive(Clone, Debug)]
pub struct BoardGround {
    /// How many reviews each project should have: the floor where the rest goes by need.
    pub planned: u32,
    /// Submitted projects that repeat no other.
    pub projects: Vec<PlacedTitle>,
    pub judges: Vec<(PersonId, String)>,
    /// All assignments, in the order in which each judge has them.
    pub tasks: Vec<Task>,
    /// The projects that judges took themselves.
    pub pulled: PulledCounts,
    /// Judges and the projects that a conflict of interest keeps them from.
    pub conflicts: Vec<(PersonId, ProjectId)>,
}

/// A project's title and place.
#[derive(Clone, Debug)]
pub struct PlacedTitle {
    pub id: ProjectId,
    pub team: TeamId,
    pub title: String,
    pub place: Place,
}

/// Further projects that were handed out, by what each was chosen by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PulledCounts {
    pub all: i64,
    /// Where a review helps most.
    pub by_need: i64,
    pub by_lot: i64,
}

/// The latest run, without what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHead {
    pub run: i32,
    pub created_at: DateTime<Utc>,
    /// SHA-256 (hex) of what it read.
    pub digest: String,
}

/// A prize that is decided by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedPrize {
    pub id: PrizeId,
    pub name: String,
    /// Rises with each change.
    pub version: i32,
}
