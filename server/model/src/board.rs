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
    /// The judges.
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
    /// Which.
    pub id: ProjectId,
    /// Its team.
    pub team: TeamId,
    /// Title.
    pub title: String,
    /// Where it is.
    pub place: Place,
}

/// Further projects that were handed out, by what each was chosen by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PulledCounts {
    /// All.
    pub all: i64,
    /// Where a review helps most.
    pub by_need: i64,
    /// By lot.
    pub by_lot: i64,
}

/// The latest run, without what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHead {
    /// Its number.
    pub run: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// SHA-256 (hex) of what it read.
    pub digest: String,
}

/// A prize that is decided by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedPrize {
    /// Which.
    pub id: PrizeId,
    /// Its name.
    pub name: String,
    /// Rises with each change.
    pub version: i32,
}
