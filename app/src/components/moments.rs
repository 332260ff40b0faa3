//! Moments in sentences of the core and the database.

use super::Time;
use crate::prelude::*;
use chrono::{DateTime, NaiveDateTime, Utc};

/// How sentences write a moment: as refusals do, and as [`words::stamp`] does.
const FORMS: [&str; 2] = ["%Y-%m-%d %H:%M:%S UTC", "%-d %b %Y, %H:%M UTC"];
/// The longest and the shortest of them.
const LENGTHS: std::ops::RangeInclusive<usize> =
    "1 Nov 2026, 18:00 UTC".len()..="2026-11-20 18:00:00 UTC".len();

/// Shows a sentence with its moments in the form of all pages, so that the browser adds the local time. A refusal has one
/// wording for page, API and log, with times as `2026-11-20 18:00:00 UTC`.
#[must_use]
pub fn show_moments(text: &str) -> AnyView {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((at, end, moment)) = first_moment(rest) {
        parts.push(view! { {rest[..at].to_owned()} });
        parts.push(view! { <Time at=moment/> });
        rest = &rest[end..];
    }
    if parts.is_empty() {
        return view! { {text.to_owned()} };
    }
    parts.push(view! { {rest.to_owned()} });
    view! { {parts} }
}

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
    use super::*;

    #[test]
    fn moments_are_found_and_nothing_else_is_changed() {
        let close =
            "Submissions for Demo open at 2026-11-20 08:00:00 UTC and close at 2026-11-22 00:34:15 UTC.";
        let html = show_moments(close).to_html();
        let expected = "Submissions for Demo open at <time datetime=\"2026-11-20T08:00:00Z\">20 Nov 2026, 08:00 UTC</time> \
                        and close at <time datetime=\"2026-11-22T00:34:15Z\">22 Nov 2026, 00:34 UTC</time>.";
        assert_eq!(html.replace("<!>", ""), expected);
        let stamped = show_moments("Fixed since 2 Nov 2026, 08:05 UTC, as 12 Nov 2026, 18:00 UTC.").to_html();
        assert_eq!(
            stamped.replace("<!>", ""),
            "Fixed since <time datetime=\"2026-11-02T08:05:00Z\">2 Nov 2026, 08:05 UTC</time>, \
             as <time datetime=\"2026-11-12T18:00:00Z\">12 Nov 2026, 18:00 UTC</time>."
        );
        for text in ["", "At ünï UTC.", "2026-13-41 99:00:00 UTC", " UTC UTC", "at 18:00 UTC"] {
            assert_eq!(show_moments(text).to_html().replace("<!>", "").trim(), text.trim());
        }
    }
}
