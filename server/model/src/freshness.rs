//! What answers about an event depend on.

use chrono::{DateTime, Utc};
use shared::rules::Standing;
use shared::window::Phase;
use std::time::Instant;

/// An event at one moment, as far as its public answers go: while version and phases stay, so do the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// Grows with each public change in the event, and in its finals or the event whose finals it is.
    pub version: i64,
    /// Where the clock stands in the windows for submissions, judging and voting: the rules ask nothing else of it.
    pub phases: [Phase; 3],
    pub read: ReadSpan,
}

/// When something was read from the database. Which of two came later is told by this process's own clock, since the database's
/// may be set back: another machine has taken over, or its time was corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadSpan {
    /// Before the question.
    pub began: Instant,
    /// After the answer.
    pub ended: Instant,
    /// The database's clock in between.
    pub clock: DateTime<Utc>,
}

impl ReadSpan {
    /// Whether this read began after the other one was answered, and so saw all that the other one saw.
    pub fn follows(&self, earlier: &Self) -> bool {
        self.began >= earlier.ended
    }
}

impl Freshness {
    /// Whether an answer that was made at this moment, or after it, holds at another moment too. What was read later knows more.
    pub fn serves(&self, asked: &Self) -> bool {
        self.shows_what(asked) || self.read.follows(&asked.read)
    }

    /// Whether both are of the same version and in the same windows.
    #[must_use]
    pub fn shows_what(&self, other: &Self) -> bool {
        (self.version, self.phases) == (other.version, other.phases)
    }

    /// Whether both moments lie in the same minute, or in the same span of so many seconds.
    pub fn same_span(&self, other: &Self, seconds: i64) -> bool {
        let span = |read: &ReadSpan| read.clock.timestamp().div_euclid(seconds);
        span(&self.read) == span(&other.read)
    }
}

/// What decides whether a public answer still holds, and whether somebody gets it.
#[derive(Clone, Copy, Debug)]
pub struct PublicState {
    /// What the answer depends on.
    pub fresh: Freshness,
    /// Of who asks: whether they organize the event (of all events: a draft), or judge it where judges read answers that visitors don't, and
    /// their team in it. Other roles show nothing more, and are left out.
    pub standing: Standing,
}

/// Names one state of an event: each write that its log holds makes another, and so does each public change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventMark {
    /// Number of the last row of its log; zero before the first.
    pub seq: i64,
    /// That row's hash. After a crash, another row may get the number of one that was lost.
    pub row_hash: String,
    pub version: i64,
}
