//! Numbers and moments in sentences.

use chrono::{DateTime, Datelike, Timelike, Utc};

/// `1 row`, `24 rows`.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `2026-11-20 18:00:00 UTC`. It is put together by hand, because chrono's formatting would make the WASM larger.
pub(crate) fn moment(at: DateTime<Utc>) -> String {
    let (date, time) = (at.date_naive(), at.time());
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    format!("{:04}-{:02}-{:02} {hour:02}:{minute:02}:{second:02} UTC", date.year(), date.month(), date.day())
}
