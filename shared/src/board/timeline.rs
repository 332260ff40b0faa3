//! Finished reviews over time.

use crate::window::Window;
use chrono::{DateTime, Utc};

/// Steps of the line.
const STEPS: i32 = 48;

/// So many reviews were finished at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The moment.
    pub at: DateTime<Utc>,
    /// Reviews finished until then.
    pub finished: u32,
}

/// The line from the opening (or the first review) to the present, or to the close where that has passed. Empty before the
/// opening and where it would have no length.
pub(super) fn timeline(times: &[DateTime<Utc>], judging: Window, now: DateTime<Utc>) -> Vec<Point> {
    let end = judging.close.map_or(now, |close| close.min(now));
    let Some(begin) = judging.open.or_else(|| times.first().copied()).filter(|begin| *begin < end) else {
        return Vec::new();
    };
    let step = (end - begin) / STEPS;
    let point = |nth: i32| {
        let at = if nth == STEPS { end } else { begin + step * nth };
        let finished = times.partition_point(|time| *time <= at);
        Point { at, finished: u32::try_from(finished).unwrap_or(u32::MAX) }
    };
    (0..=STEPS).map(point).collect()
}
