//! Small sentences about time and number. They take `now`: nothing here reads a clock.

use crate::amounts::capital;
use chrono::{DateTime, Datelike, NaiveDate, SubsecRound, TimeDelta, Utc};

/// `20 Nov 2026, 18:00 UTC`.
pub fn stamp(at: DateTime<Utc>) -> String {
    at.format("%-d %b %Y, %H:%M UTC").to_string()
}

/// `20 Nov, 18:00`, with the year where it is another one. For places that name the zone once for all.
pub fn short_stamp(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let form = if at.year() == now.year() { "%-d %b, %H:%M" } else { "%-d %b %Y, %H:%M" };
    at.format(form).to_string()
}

/// The days from one to another, each part once: `14–16 Nov 2026`, `30 Nov – 2 Dec 2026`.
pub fn days(from: NaiveDate, to: NaiveDate) -> String {
    let end = to.format("%-d %b %Y");
    if from >= to {
        end.to_string()
    } else if (from.year(), from.month()) == (to.year(), to.month()) {
        format!("{}–{end}", from.day())
    } else {
        let form = if from.year() == to.year() { "%-d %b" } else { "%-d %b %Y" };
        format!("{} – {end}", from.format(form))
    }
}

/// RFC 3339 in UTC, to the second, for `datetime` attributes.
pub fn iso(at: DateTime<Utc>) -> String {
    at.trunc_subsecs(0).format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// A length of time in its two largest units at most: `3 d 4 h`, `3 h 12 min`, `18 min`, `under a minute`.
/// Rounded down: rounded up, it would promise a minute that is already gone.
pub fn span(length: TimeDelta) -> String {
    let minutes = length.num_minutes().max(0);
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => "under a minute".to_owned(),
        (0, 0, m) => format!("{m}\u{a0}min"),
        (0, h, 0) => format!("{h}\u{a0}h"),
        (0, h, m) => format!("{h}\u{a0}h {m}\u{a0}min"),
        (1..14, h, _) if h > 0 => format!("{days}\u{a0}d {h}\u{a0}h"),
        (1, _, _) => "1 day".to_owned(),
        (d, _, _) => format!("{d} days"),
    }
}

/// `in 3 h 12 min`, `18 min ago`, `now`.
pub fn relative(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let ahead = at - now;
    if ahead.num_minutes() == 0 {
        return if ahead > TimeDelta::zero() { "in under a minute" } else { "just now" }.to_owned();
    }
    if ahead > TimeDelta::zero() { format!("in {}", span(ahead)) } else { format!("{} ago", span(-ahead)) }
}

/// `closes in 3 h 12 min`, from the verb and the moment.
pub fn countdown(verb: &str, at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    format!("{verb} {}", relative(at, now))
}

/// How far back a cut may go for a blank, if half of the text stays. Scripts that write without blanks are cut at a character.
const BACK: usize = 20;

/// The first paragraph as one line of at most `limit` characters, cut at a word where one ends near.
pub fn opening(text: &str, limit: usize) -> String {
    let lines = text.trim().lines().map(str::trim);
    let first: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let first = first.join(" ");
    let Some((cut, _)) = first.char_indices().nth(limit) else {
        return first;
    };
    // A mark, a joiner or a colour of skin belongs to the character before it.
    let begins = |at: usize| !first[at..].starts_with(is_attached) && !first[..at].ends_with('\u{200d}');
    let cut = (0..=cut).rev().find(|at| first.is_char_boundary(*at) && begins(*at)).unwrap_or(cut);
    let kept = &first[..cut];
    let near = kept.char_indices().rev().nth(BACK).map_or(0, |(at, _)| at);
    let kept = kept
        .rfind(' ')
        .filter(|blank| *blank >= near && blank * 2 >= kept.len())
        .map_or(kept, |blank| &kept[..blank]);
    format!("{}…", kept.trim_end_matches([',', '.', ';', ':']))
}

/// Whether a character is drawn with the one before it.
fn is_attached(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{903}'
        | '\u{93a}'..='\u{94f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{200d}'
        | '\u{20d0}'..='\u{20f0}' | '\u{3099}' | '\u{309a}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// The words of a refusal with a capital first letter and a full stop, as a sentence of a page.
pub fn complete_sentence(words: &str) -> String {
    let words = capital(words);
    if words.ends_with('.') { words } else { format!("{words}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_span_names_two_units_and_rounds_down() {
        for (seconds, words) in [
            (59, "under a minute"),
            (60, "1\u{a0}min"),
            (3 * 3600 + 12 * 60 + 59, "3\u{a0}h 12\u{a0}min"),
            (2 * 3600, "2\u{a0}h"),
            (86_400, "1 day"),
            (3 * 86_400 + 4 * 3600, "3\u{a0}d 4\u{a0}h"),
            (30 * 86_400 + 3600, "30 days"),
        ] {
            assert_eq!(span(TimeDelta::seconds(seconds)), words);
        }
    }

    #[test]
    fn a_moment_is_told_from_both_sides() {
        let now = at("2026-11-20T17:48:00Z");
        assert_eq!(relative(at("2026-11-20T18:00:00Z"), now), "in 12\u{a0}min");
        assert_eq!(relative(at("2026-11-20T17:28:00Z"), now), "20\u{a0}min ago");
        assert_eq!(relative(at("2026-11-20T17:48:30Z"), now), "in under a minute");
        assert_eq!(stamp(at("2026-11-20T18:00:00Z")), "20 Nov 2026, 18:00 UTC");
        assert_eq!(iso(at("2026-11-20T18:00:00.123456Z")), "2026-11-20T18:00:00Z");
    }

    #[test]
    fn days_name_each_part_once() {
        let days = |from: &str, to: &str| days(from.parse().unwrap(), to.parse().unwrap());
        assert_eq!(days("2026-11-14", "2026-11-16"), "14–16 Nov 2026");
        assert_eq!(days("2026-11-14", "2026-11-14"), "14 Nov 2026");
        assert_eq!(days("2026-11-30", "2026-12-02"), "30 Nov – 2 Dec 2026");
        assert_eq!(days("2026-12-30", "2027-01-02"), "30 Dec 2026 – 2 Jan 2027");
    }

    #[test]
    fn an_opening_is_the_first_paragraph_cut_at_a_word() {
        assert_eq!(opening("\none\r\ntwo\n\nthree", 50), "one two");
        assert_eq!(opening("größer als gedacht", 10), "größer…");
        assert_eq!(
            opening("東京ハッカソン 2026年11月に渋谷で開かれる二日間の催しです", 30),
            "東京ハッカソン 2026年11月に渋谷で開かれる二日間の催し…"
        );
        assert_eq!(
            opening("AI 助农黑客松为期三天大家一起来写程序帮助农民", 20),
            "AI 助农黑客松为期三天大家一起来写程序…"
        );
        assert_eq!(opening("แฮกกาธอนสำหรับทุกคนที่นี่", 14), "แฮกกาธอนสำหรับ…");
        assert_eq!(opening(&"e\u{301}".repeat(9), 5), format!("{}…", "e\u{301}".repeat(2)));
        assert_eq!(opening("👩\u{200d}💻👩\u{200d}💻", 4), "👩\u{200d}💻…");
        assert_eq!(opening("", 10), "");
    }
}
