//! An event as the rules see it.

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub enum EventKey<'a> {
    Slug(&'a str),
    Project(ProjectId),
    Assignment(AssignmentId),
}

impl EventKey<'_> {
    /// The slug, the project or the assignment, whichever it is; the others are null in a statement that takes all three.
    pub fn parts(&self) -> (Option<&str>, Option<i64>, Option<i64>) {
        match *self {
            Self::Slug(slug) => (Some(slug), None, None),
            Self::Project(id) => (None, Some(id.0), None),
            Self::Assignment(id) => (None, None, Some(id.0)),
        }
    }
}

/// An event as the rules see it, with the moment at which it was read.
#[derive(Clone, Debug)]
pub struct Context {
    pub event: EventId,
    pub slug: String,
    /// What the rules look at.
    pub facts: Facts,
    /// The database's clock.
    pub now: DateTime<Utc>,
}
