//! Moments in sentences of the core and the database.

use chrono::{DateTime, NaiveDateTime, Utc};

/// How sentences write a moment: as refusals do, and as [`words::stamp`] does.
const FORMS: [&str; 2] = ["%Y-%m-%d %H:%M:%S UTC", "%-d %b %Y, %H:%M UTC"];
/// The longest and the shortest of them.
const LENGTHS: std::ops::RangeInclusive<usize> =
    "1 Nov 2026, 18:00 UTC".len()..="2026-11-20 18:00:00 UTC".len();

/// Where the first moment of a text begins and ends.
pub(crate) fn first_moment(text: &str) -> Option<(usize, usize, DateTime<Utc>)> {
    text.match_indices(" UTC").find_map(|(before, utc)| {
        let end = before + utc.len();
        // The longest first: `20 Nov 2026` ends like `0 Nov 2026`.
        LENGTHS.rev().find_map(|length| {
            let begin = end.checked_sub(length)?;
            let written = text.get(begin..end)?;
            let moment = FORMS.iter().find_map(|form| NaiveDateTime::parse_from_str(written, form).ok())?;
            written.starts_with(|c: char| c.is_ascii_digit()).then_some((begin, end, moment.and_utc()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::first_moment;

    #[test]
    fn moments_are_found_and_nothing_else_is() {
        for (text, written, moment) in [
            ("It opens at 2026-11-20 08:00:00 UTC.", "2026-11-20 08:00:00 UTC", "2026-11-20T08:00:00Z"),
            ("Since 2 Nov 2026, 08:05 UTC, as said.", "2 Nov 2026, 08:05 UTC", "2026-11-02T08:05:00Z"),
            ("Since 12 Nov 2026, 18:00 UTC.", "12 Nov 2026, 18:00 UTC", "2026-11-12T18:00:00Z"),
        ] {
            let (begin, end, at) = first_moment(text).unwrap();
            assert_eq!((&text[begin..end], at), (written, moment.parse().unwrap()));
        }
        for text in ["", "At ünï UTC.", "2026-13-41 99:00:00 UTC", " UTC UTC", "at 18:00 UTC"] {
            assert_eq!(first_moment(text), None);
        }
    }
}
