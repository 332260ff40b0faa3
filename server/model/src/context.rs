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

/// What an operation found in an event: a page of the event can show it.
pub trait InEvent {
    fn at(&self) -> &Context;
}

/// Says of a struct that it was found in the event of its context, which is its member `at`.
#[macro_export]
macro_rules! in_event {
    ($found:ty) => {
        impl $crate::context::InEvent for $found {
            fn at(&self) -> &$crate::context::Context {
                &self.at
            }
        }
    };
}

impl InEvent for Context {
    fn at(&self) -> &Context {
        self
    }
}

/// A file that was read, or what its page shows before.
impl<T: InEvent, U: InEvent> InEvent for Result<T, U> {
    fn at(&self) -> &Context {
        match self {
            Ok(found) => found.at(),
            Err(found) => found.at(),
        }
    }
}

/// So an operation that finds one thing returns it beside the context, and needs no type of its own.
impl<T: InEvent, U> InEvent for (T, U) {
    fn at(&self) -> &Context {
        self.0.at()
    }
}
