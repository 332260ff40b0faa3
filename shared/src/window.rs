//! Time windows. A window is open while `open <= now < close`; without a bound it is open on that side.

use chrono::{DateTime, TimeDelta, Utc};
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
    /// The same for somebody who has time until this moment.
    #[must_use]
    pub fn extended(self, until: Option<DateTime<Utc>>) -> Self {
        Self { open: self.open, close: self.close.map(|close| until.map_or(close, |until| until.max(close))) }
    }

    /// The position of `now`.
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
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.phase(now) == Phase::Open
    }

    /// When the window next opens or closes; none where it stays as it is.
    pub fn next_change(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        [self.open, self.close].into_iter().flatten().filter(|at| *at > now).min()
    }

    /// Whether `now` lies at the close or after it.
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.phase(now) == Phase::Closed
    }
}

/// For how long a page that shows these windows may be kept on a device: until one of them opens or closes, and a day at most.
pub fn kept_for(windows: impl IntoIterator<Item = Window>, now: DateTime<Utc>) -> TimeDelta {
    let changes = windows.into_iter().filter_map(|window| window.next_change(now));
    changes.map(|at| at - now).min().map_or(TimeDelta::days(1), |left| left.min(TimeDelta::days(1)))
}

/// A moment as the sentences write it: `2026-11-20 18:00:00 UTC`.
pub fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// An hour of a day that tests share.
#[cfg(test)]
pub(crate) fn at(hour: u32) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(1_795_000_000 + i64::from(hour) * 3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_kept_until_a_window_opens_or_closes_and_a_day_at_most() {
        let window =
            |open: Option<u32>, close: Option<u32>| Window { open: open.map(at), close: close.map(at) };
        let hours = |windows: &[Window], now| kept_for(windows.iter().copied(), at(now)).num_hours();
        let judging = window(Some(2), Some(5));
        assert_eq!([0, 1, 2, 4, 5, 9].map(|now| hours(&[judging], now)), [2, 1, 3, 1, 24, 24]);
        assert_eq!(hours(&[judging, window(None, Some(4))], 3), 1, "the earliest of them");
        assert_eq!(hours(&[window(Some(0), Some(99))], 1), 24);
        assert_eq!((hours(&[], 1), hours(&[window(None, None)], 1)), (24, 24));
    }

    #[test]
    fn more_time_moves_a_close_and_never_forward_to_an_earlier_one() {
        let window = Window { open: Some(at(1)), close: Some(at(3)) };
        let close = |until: Option<u32>| window.extended(until.map(at)).close;
        assert_eq!([None, Some(2), Some(5)].map(close), [Some(at(3)), Some(at(3)), Some(at(5))]);
        assert_eq!(Window::default().extended(Some(at(1))), Window::default(), "it never closes");
    }

    #[test]
    fn the_opening_is_inside_and_the_close_is_outside() {
        let window = Window { open: Some(at(1)), close: Some(at(2)) };
        assert_eq!(window.phase(at(0)), Phase::NotYet);
        assert_eq!(window.phase(at(1)), Phase::Open);
        assert_eq!(window.phase(at(2)), Phase::Closed);
        assert!(Window::default().is_open(at(0)));
        assert_eq!([0, 1, 2].map(|hour| window.is_open(at(hour))), [false, true, false]);
        assert_eq!([0, 1, 2].map(|hour| window.is_over(at(hour))), [false, false, true]);
        assert_eq!(utc(at(1)), "2026-11-18 12:06:40 UTC");
    }
}
