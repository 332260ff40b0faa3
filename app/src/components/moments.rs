//! Moments in sentences of the core and the database.

use crate::prelude::*;
use chrono::NaiveDateTime;

/// How sentences write a moment: as refusals do, and as [`words::stamp`] does.
const FORMS: [&str; 2] = ["%Y-%m-%d %H:%M:%S UTC", "%-d %b %Y, %H:%M UTC"];
/// The longest and the shortest of them.
const LENGTHS: std::ops::RangeInclusive<usize> =
    "1 Nov 2026, 18:00 UTC".len()..="2026-11-20 18:00:00 UTC".len();

/// The events that sentences of a page may name, where the page is of no event or of several.
#[derive(Clone, Debug, Default)]
pub struct NamedEvents(pub Vec<String>);

/// Shows a sentence of ours with its moments in the form of all pages, so that the browser adds the local time. A refusal has one
/// wording for page, API and log, with times as `2026-11-20 18:00:00 UTC`. What people typed is not for it; of the names in a
/// sentence, it leaves those of the page's events and those in quotation marks as they are.
pub fn show_moments(text: &str) -> AnyView {
    let NamedEvents(mut named): NamedEvents = use_context().unwrap_or_default();
    named.push(this_event().name);
    let mut parts = Vec::new();
    let (mut shown, mut from) = (0, 0);
    while let Some((begin, end, moment)) = first_moment(text, from) {
        from = end;
        if is_in_name(text, begin, &named) {
            continue;
        }
        parts.push(view! { {text[shown..begin].to_owned()} });
        parts.push(view! { <Time at=moment/> });
        shown = end;
    }
    if parts.is_empty() {
        return view! { {text.to_owned()} };
    }
    parts.push(view! { {text[shown..].to_owned()} });
    view! { {parts} }
}

/// Shows a text that may be one moment and nothing else, as a value of the log. Any other text is left as it is.
pub(crate) fn show_moment(text: &str) -> AnyView {
    match first_moment(text, 0) {
        Some((0, end, at)) if end == text.len() => view! { <Time at/> },
        _ => view! { {text.to_owned()} },
    }
}

/// Whether a place of a sentence is within the name of one of these events or in quotation marks.
fn is_in_name(text: &str, at: usize, named: &[String]) -> bool {
    let quoted = text[..at].matches('“').count() > text[..at].matches('”').count();
    let within = |(begin, name): (usize, &str)| (begin..begin + name.len()).contains(&at);
    quoted || named.iter().any(|name| text.match_indices(name.as_str()).any(within))
}

/// Where the first moment of a text from a place on begins and ends.
fn first_moment(text: &str, from: usize) -> Option<(usize, usize, DateTime<Utc>)> {
    text[from..].match_indices(" UTC").find_map(|(before, utc)| {
        let end = from + before + utc.len();
        // The longest first: `20 Nov 2026` ends like `0 Nov 2026`.
        LENGTHS.rev().find_map(|length| {
            let begin = end.checked_sub(length).filter(|begin| *begin >= from)?;
            let written = text.get(begin..end)?;
            let moment = FORMS.iter().find_map(|form| NaiveDateTime::parse_from_str(written, form).ok())?;
            written.starts_with(|c: char| c.is_ascii_digit()).then_some((begin, end, moment.and_utc()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::FixedOffset;

    #[test]
    fn a_moment_is_on_the_clocks_of_the_place_that_it_is_drawn_for() {
        let zone = FixedOffset::east_opt(9 * 3600).unwrap();
        let tokyo = PlaceClock::new(move |at| (at.with_timezone(&zone), "JST".to_owned()));
        let html = by_clock(Some(tokyo), || show_moments("Closed at 2026-11-20 08:00:00 UTC.")).to_html();
        assert!(html.contains(">20 Nov 2026, 17:00 JST</time>"), "{html}");
    }

    #[test]
    fn a_moment_in_the_name_of_an_event_is_left() {
        let html = Owner::new().with(|| {
            provide_context(NamedEvents(vec!["Hack 2 Nov 2026, 08:05 UTC".into()]));
            show_moments("Judging for Hack 2 Nov 2026, 08:05 UTC closed at 2026-11-20 08:00:00 UTC.")
                .to_html()
        });
        let html = html.replace("<!>", "");
        assert!(html.starts_with("Judging for Hack 2 Nov 2026, 08:05 UTC closed at <time"), "{html}");
        assert_eq!(html.matches("<time").count(), 1, "{html}");
    }

    #[test]
    fn a_value_is_a_moment_or_is_left() {
        for (text, moments) in [("2026-11-20 08:00:00 UTC", 1), ("Oak 2026-11-20 08:00:00 UTC", 0), ("", 0)] {
            assert_eq!(show_moment(text).to_html().matches("<time").count(), moments, "{text}");
        }
    }

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
        let typed = "“5 min 2 Nov 2026, 08:05 UTC” and";
        let html = show_moments(&format!("{typed} 2 Nov 2026, 08:05 UTC")).to_html().replace("<!>", "");
        assert_eq!(
            html.trim_end(),
            format!("{typed} <time datetime=\"2026-11-02T08:05:00Z\">2 Nov 2026, 08:05 UTC</time>")
        );
        for text in ["", "At ünï UTC.", "2026-13-41 99:00:00 UTC", " UTC UTC", "at 18:00 UTC"] {
            assert_eq!(show_moments(text).to_html().replace("<!>", "").trim(), text.trim());
        }
    }
}
