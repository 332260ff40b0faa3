//! What the public answers about an event depend on.

use chrono::{DateTime, Utc};
use shared::window::Phase;

/// An event at one moment, as far as its public answers go: while version and phases stay, so do the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// Grows with each public change in the event, and in its finals or the event whose finals it is.
    pub version: i64,
    /// Where the clock stands in the windows for submissions, judging and voting: the rules ask nothing else of it.
    pub phases: [Phase; 3],
    /// When this was read, on the database's clock.
    pub read_at: DateTime<Utc>,
}

impl Freshness {
    /// Whether an answer that was made at this moment, or after it, holds at another moment too. What was read later knows more.
    #[must_use]
    pub fn serves(&self, asked: &Self) -> bool {
        (self.version, self.phases) == (asked.version, asked.phases) || self.read_at >= asked.read_at
    }

    /// Whether both moments lie in the same minute.
    #[must_use]
    pub fn same_minute(&self, other: &Self) -> bool {
        self.read_at.timestamp().div_euclid(60) == other.read_at.timestamp().div_euclid(60)
    }
}
