//! What a person has to do with events.

use chrono::{DateTime, Utc};

#[derive(Clone, Debug)]
pub struct EventRole {
    pub slug: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    pub team: Option<String>,
    /// The event is a draft, which only its organizers see.
    pub draft: bool,
    /// Until when that team may submit, where it got more time than the others.
    pub more_time: Option<DateTime<Utc>>,
}

/// How much the portal holds about a person.
#[derive(Clone, Copy, Debug)]
pub struct AccountNumbers {
    /// Events with a role.
    pub events: i64,
    pub teams: i64,
    /// Submitted reviews.
    pub reviews: i64,
    /// Comments that were not removed.
    pub comments: i64,
    pub ballots: i64,
    /// Sessions, this one too.
    pub sessions: i64,
    /// Tokens that work.
    pub tokens: i64,
}

/// A judge's tasks in one event, counted.
#[derive(Clone, Debug)]
pub struct JudgingCounts {
    pub slug: String,
    /// Without a submitted review.
    pub pending: i64,
    /// With one.
    pub done: i64,
}

#[derive(Clone, Debug)]
pub struct CastVote {
    pub slug: String,
    pub name: String,
    /// How many projects it chose.
    pub choices: i32,
    /// When it was cast or last changed.
    pub cast_at: DateTime<Utc>,
}
