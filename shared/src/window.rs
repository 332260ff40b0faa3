//! Time windows. A window is open while `open <= now < close`; without a bound it is open on that side.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A span of time in which an act is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The first moment inside; `None` has always been open.
    pub open: Option<DateTime<Utc>>,
    /// The first moment outside again; `None` never closes.
    pub close: Option<DateTime<Utc>>,
}

/// The position of a moment relative to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Before the opening.
    NotYet,
    /// Inside.
    Open,
    /// At the close or after it.
    Closed,
}

/// The three things that have a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Teams submit projects.
    Submissions,
    /// Judges score them.
    Judging,
    /// The community votes.
    Voting,
}

impl Window {
    /// The position of `now`.
    #[must_use]
    pub fn phase(&self, now: DateTime<Utc>) -> Phase {
        if self.open.is_some_and(|open| now < open) {
            Phase::NotYet
        } else if self.close.is_some_and(|close| now >= close) {
            Phase::Closed
        } else {
            Phase::Open
        }
    }

    /// Whether `now` lies inside.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.phase(now) == Phase::Open
    }

    /// Whether `now` lies at the close or after it.
    #[must_use]
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.phase(now) == Phase::Closed
    }
}

/// A moment as the sentences write it: `2026-11-20 18:00:00 UTC`.
#[must_use]
pub fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: u32) -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000 + i64::from(hour) * 3600, 0).unwrap()
    }

    #[test]
    fn the_opening_is_inside_and_the_close_is_outside() {
        let window = Window { open: Some(at(1)), close: Some(at(2)) };
        assert_eq!(window.phase(at(0)), Phase::NotYet);
        assert_eq!(window.phase(at(1)), Phase::Open);
        assert_eq!(window.phase(at(2)), Phase::Closed);
        assert!(Window::default().is_open(at(0)));
    }
}
