//! An event as the rules see it.

use chrono::{DateTime, Utc};
use shared::ids::{AssignmentId, EventId, ProjectId};
use shared::rules::Facts;

/// What an event is found by.
#[derive(Clone, Copy, Debug)]
pub enum EventKey<'a> {
    /// Its slug.
    Slug(&'a str),
    /// One of its projects.
    Project(ProjectId),
    /// One of its assignments.
    Assignment(AssignmentId),
}

/// An event as the rules see it, with the moment at which it was read.
#[derive(Clone, Debug)]
pub struct Context {
    /// The event.
    pub event: EventId,
    /// Its slug.
    pub slug: String,
    /// What the rules look at.
    pub facts: Facts,
    /// The database's clock.
    pub now: DateTime<Utc>,
}
