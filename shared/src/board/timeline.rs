//! Finished reviews over time.

use crate::prelude::*;

/// Steps of the line.
pub const STEPS: i32 = 48;

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

/// The same line from reviews that were counted in [`STEPS`] equal parts of the time: how many came in each part. The first part
/// has number 1; what came before the line has number 0, and what came after it a number above [`STEPS`]. Both count at its
/// ends. Empty where it would have no length.
pub fn counted_timeline(begin: DateTime<Utc>, end: DateTime<Utc>, parts: &[(i32, u32)]) -> Vec<Point> {
    if begin >= end {
        return Vec::new();
    }
    let step = (end - begin) / STEPS;
    let point = |nth: i32| {
        let last = nth == STEPS;
        let came = parts.iter().filter(|(part, _)| last || *part <= nth).map(|(_, reviews)| *reviews);
        let finished = came.fold(0_u32, u32::saturating_add);
        Point { at: if last { end } else { begin + step * nth }, finished }
    };
    (0..=STEPS).map(point).collect()
}
