//! Moments in sentences of the core and the database.

use crate::draw::Draw;
use chrono::{DateTime, NaiveDateTime, Utc};
use leptos::prelude::*;

/// A moment as refusals write it.
const FORM: &str = "%Y-%m-%d %H:%M:%S UTC";
/// Its length: `2026-11-20 18:00:00 UTC`.
const LENGTH: usize = 23;

/// Shows a sentence with its moments in the form of all pages, so that the browser adds the local time. A refusal has one
/// wording for page, API and log, with times as `2026-11-20 18:00:00 UTC`.
#[must_use]
pub fn show_moments(text: &str) -> AnyView {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((at, moment)) = first_moment(rest) {
        parts.push(rest[..at].to_owned().drawn());
        parts.push(view! { <time datetime=words::iso(moment)>{words::stamp(moment)}</time> }.drawn());
        rest = &rest[at + LENGTH..];
    }
    if parts.is_empty() {
        return text.to_owned().drawn();
    }
    parts.push(rest.to_owned().drawn());
    parts.drawn()
}

fn first_moment(text: &str) -> Option<(usize, DateTime<Utc>)> {
    let begins = text.match_indices(" UTC").filter_map(|(end, utc)| (end + utc.len()).checked_sub(LENGTH));
    let mut moments = begins.filter_map(|at| {
        let moment = NaiveDateTime::parse_from_str(text.get(at..at + LENGTH)?, FORM).ok()?;
        Some((at, moment.and_utc()))
    });
    moments.next()
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
        for text in ["", "At ünï UTC.", "2026-13-41 99:00:00 UTC", " UTC UTC"] {
            assert_eq!(show_moments(text).to_html().replace("<!>", "").trim(), text.trim());
        }
    }
}
