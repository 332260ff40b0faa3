//! Whether the visits of judges fit into the time for judging.

use crate::event_settings::LONGEST_VISIT;
use crate::prelude::*;

/// What a round takes besides its visits, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundPace {
    /// From one project to the next, in the same room or another.
    pub moving: u32,
    /// All breaks together.
    pub breaks: u32,
}

impl Default for RoundPace {
    fn default() -> Self {
        Self { moving: 1, breaks: 0 }
    }
}

impl RoundPace {
    /// The most minutes: a day.
    pub const MOST: u32 = LONGEST_VISIT.unsigned_abs();

    /// How long so many visits of so many minutes take, in minutes.
    pub fn needed(self, visits: u32, visit: u32) -> u32 {
        if visits == 0 {
            return 0;
        }
        let moving = (visits - 1).saturating_mul(self.moving);
        visits.saturating_mul(visit).saturating_add(moving).saturating_add(self.breaks)
    }

    /// How many visits of so many minutes there is time for.
    pub fn fitting(self, visit: u32, minutes: u32) -> u32 {
        // The last visit needs no way after it.
        let each = visit.saturating_add(self.moving).max(1);
        minutes.saturating_sub(self.breaks).saturating_add(self.moving) / each
    }

    /// How the visits of judges, a number for each, fit into so many minutes.
    pub fn fit(self, visits: &[u32], visit: u32, minutes: u32) -> Fit {
        let fitting = self.fitting(visit, minutes);
        let longest = visits.iter().copied().max().unwrap_or(0);
        let over = visits.iter().filter(|visits| **visits > fitting).count();
        Fit { longest, needed: self.needed(longest, visit), minutes, fitting, over, judges: visits.len() }
    }
}

/// How visits fit into a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The most visits that a judge has.
    pub longest: u32,
    /// How long these take, in minutes.
    pub needed: u32,
    /// The time that there is, in minutes.
    pub minutes: u32,
    /// How many visits there is time for.
    pub fitting: u32,
    /// How many judges have more.
    pub over: usize,
    /// Of so many.
    pub judges: usize,
}

/// Whether the visits that are left fit into what is left of judging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TimeForVisits {
    /// The event sets no minutes for a visit.
    NoMinutes,
    /// Judging never closes.
    NoClose,
    /// Judging has closed.
    Over,
    /// How they fit by the judges, where a visit takes so many minutes and a round what its pace says besides.
    Known { fit: Fit, visit: u32, pace: RoundPace },
}

impl TimeForVisits {
    /// How the visits that judges have left, a number for each, fit into what is left of judging.
    pub fn of(
        visits: &[u32],
        visit: Option<u32>,
        pace: RoundPace,
        judging: Window,
        now: DateTime<Utc>,
    ) -> Self {
        if judging.is_over(now) {
            return Self::Over;
        }
        match (visit, minutes_left(judging, now)) {
            (None, _) => Self::NoMinutes,
            (_, None) => Self::NoClose,
            (Some(visit), Some(minutes)) => {
                Self::Known { fit: pace.fit(visits, visit, minutes), visit, pace }
            }
        }
    }
}

/// How many minutes of a window are still to come; none where it never closes.
fn minutes_left(window: Window, now: DateTime<Utc>) -> Option<u32> {
    let from = window.open.map_or(now, |open| open.max(now));
    let left = (window.close? - from).num_minutes().max(0);
    Some(u32::try_from(left).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    const PACE: RoundPace = RoundPace { moving: 2, breaks: 15 };

    #[test]
    fn a_round_is_its_visits_the_ways_between_them_and_the_breaks() {
        assert_eq!(PACE.needed(13, 6), 13 * 6 + 12 * 2 + 15);
        assert_eq!(PACE.needed(1, 6), 6 + 15, "nobody walks after the last visit");
        assert_eq!(PACE.needed(0, 6), 0, "who has nothing to do needs no break");
        assert_eq!(PACE.needed(u32::MAX, u32::MAX), u32::MAX);
    }

    #[test]
    fn what_is_said_to_fit_fits_and_one_more_does_not() {
        for (moving, breaks, visit) in [(0, 0, 1), (1, 0, 5), (2, 15, 6), (10, 30, 3)] {
            let pace = RoundPace { moving, breaks };
            for minutes in breaks..300 {
                let most = pace.fitting(visit, minutes);
                assert!(most == 0 || pace.needed(most, visit) <= minutes, "{pace:?} {visit} {minutes}");
                assert!(pace.needed(most + 1, visit) > minutes, "{pace:?} {visit} {minutes}");
            }
        }
    }

    #[test]
    fn judges_with_more_than_there_is_time_for_are_counted() {
        let fit = PACE.fit(&[13, 8, 12, 0], 6, 110);
        let expected = Fit { longest: 13, needed: 117, minutes: 110, fitting: 12, over: 1, judges: 4 };
        assert_eq!(fit, expected);
        assert_eq!(PACE.fit(&[12], 6, 110).over, 0);
        assert_eq!(PACE.fit(&[], 6, 110).longest, 0);
        assert_eq!(
            RoundPace { moving: 0, breaks: 60 }.fit(&[1], 5, 30).over,
            1,
            "a break that is longer than the time"
        );
    }

    #[test]
    fn what_is_over_of_a_window_is_no_time_any_more() {
        let now = DateTime::UNIX_EPOCH;
        let at = |minutes| Some(now + TimeDelta::minutes(minutes));
        let left = |open, close| minutes_left(Window { open, close }, now);
        assert_eq!(left(at(60), at(180)), Some(120));
        assert_eq!(left(at(-60), at(30)), Some(30));
        assert_eq!(left(None, at(30)), Some(30));
        assert_eq!(left(at(-60), at(-30)), Some(0));
        assert_eq!(left(at(60), None), None);
    }
}
