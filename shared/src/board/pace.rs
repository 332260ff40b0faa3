//! How fast reviews come in.

use crate::window::Window;
use chrono::{DateTime, TimeDelta, Utc};

/// The pace is that of so many minutes before the present.
pub const PACE_MINUTES: u32 = 20;
/// Fewer reviews than this are no pace: one more would change the forecast by half.
const FEWEST: u32 = 3;
/// Shortly after the opening the pace is that of at least so many minutes.
const SHORTEST: i64 = 5;
/// What takes longer is no forecast: a week.
const LONGEST: f64 = 7.0 * 24.0 * 60.0;

/// So many reviews in so many minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Reviews.
    pub reviews: u32,
    /// Minutes.
    pub minutes: u32,
}

impl Pace {
    /// The pace of the last [`PACE_MINUTES`], or since the opening where that is later. None outside the window, and where
    /// fewer than three reviews were finished.
    pub(super) fn of(times: &[DateTime<Utc>], judging: Window, now: DateTime<Utc>) -> Option<Self> {
        if !judging.is_open(now) {
            return None;
        }
        Self::since(times, judging, now, PACE_MINUTES).filter(|pace| pace.reviews >= FEWEST)
    }

    /// What was finished in the last `minutes`, or since the opening.
    pub(super) fn since(
        times: &[DateTime<Utc>],
        judging: Window,
        now: DateTime<Utc>,
        minutes: u32,
    ) -> Option<Self> {
        let open_for = judging.open.map_or(i64::MAX, |open| (now - open).num_minutes());
        let minutes = u32::try_from(open_for.max(SHORTEST).min(minutes.into())).ok()?;
        let from = now - TimeDelta::minutes(minutes.into());
        let reviews = times.iter().filter(|at| **at > from && **at <= now).count();
        Some(Self { reviews: u32::try_from(reviews).unwrap_or(u32::MAX), minutes })
    }

    /// The pace of one of so many judges who work alike.
    pub(super) fn of_each(self, judges: u32) -> Self {
        Self { minutes: self.minutes.saturating_mul(judges.max(1)), ..self }
    }

    /// Whole minutes for so many reviews, rounded up.
    pub(super) fn minutes(self, reviews: u32) -> f64 {
        (f64::from(reviews) * f64::from(self.minutes.max(1)) / f64::from(self.reviews)).ceil()
    }
}

/// Minutes as a forecast has them; none beyond a week.
pub(super) fn forecast(minutes: f64) -> Option<u32> {
    (minutes <= LONGEST).then_some(minutes as u32)
}
