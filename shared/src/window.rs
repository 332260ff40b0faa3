//! Time windows: open means `open <= now < close`; a missing bound does not bind.

use crate::refusal::{Code, Refusal};
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

/// Where a moment lies against a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Stage {
    /// The word that begins its sentences.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Submissions => "Submissions",
            Self::Judging => "Judging",
            Self::Voting => "Voting",
        }
    }

    fn code(self) -> Code {
        match self {
            Self::Submissions => Code::SubmissionsWindow,
            Self::Judging => Code::JudgingWindow,
            Self::Voting => Code::VotingWindow,
        }
    }
}

impl Window {
    /// Where `now` lies.
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

    /// Refuses an act outside the window, in the words the API and the database use too.
    ///
    /// # Errors
    /// 409 with the event's name and its times.
    pub fn require(&self, stage: Stage, event_name: &str, now: DateTime<Utc>) -> Result<(), Refusal> {
        let (detail, opens_at) = match (self.phase(now), self.open, self.close) {
            (Phase::NotYet, Some(open), Some(close)) => (
                format!(
                    "{} for {event_name} open at {} and close at {}.",
                    stage.word(),
                    utc(open),
                    utc(close)
                ),
                Some(open),
            ),
            (Phase::NotYet, Some(open), None) => (
                format!("{} for {event_name} open at {} and never close.", stage.word(), utc(open)),
                Some(open),
            ),
            (Phase::Closed, _, Some(close)) => {
                (format!("{} for {event_name} closed at {}.", stage.word(), utc(close)), None)
            }
            _ => return Ok(()),
        };
        Err(Refusal { opens_at, ..Refusal::new(stage.code(), detail) })
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

    #[test]
    fn a_refusal_names_the_event_and_the_times() {
        let window = Window { open: Some(at(1)), close: Some(at(2)) };
        let late = window.require(Stage::Submissions, "Demo", at(3)).unwrap_err();
        assert_eq!(late.detail, format!("Submissions for Demo closed at {}.", utc(at(2))));
        let early = window.require(Stage::Judging, "Demo", at(0)).unwrap_err();
        assert_eq!(
            early.detail,
            format!("Judging for Demo open at {} and close at {}.", utc(at(1)), utc(at(2)))
        );
        assert_eq!(early.opens_at, Some(at(1)));
        let endless = Window { open: Some(at(1)), close: None };
        let early = endless.require(Stage::Voting, "Demo", at(0)).unwrap_err();
        assert_eq!(early.detail, format!("Voting for Demo open at {} and never close.", utc(at(1))));
    }
}
