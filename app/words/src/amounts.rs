//! Numbers and moments in sentences.

use chrono::{DateTime, Datelike, Timelike, Utc};
use std::collections::BTreeMap;

/// `1 project`, `24 projects`.
pub fn plural(n: impl TryInto<i64>, one: &str, many: &str) -> String {
    let n = n.try_into().unwrap_or(i64::MAX);
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// `12 400`: groups of three from five digits on, set apart by a narrow no-break space.
pub fn thousands(n: impl TryInto<i64>) -> String {
    grouped(n.try_into().unwrap_or(i64::MAX))
}

fn grouped(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let sign = if n < 0 { "\u{2212}" } else { "" };
    if digits.len() < 5 {
        return [sign, &digits].concat();
    }
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    [sign, &grouped].concat()
}

/// What a number counts in our documents.
const UNITS: [&str; 6] = ["%", "h", "min", "s", "KiB", "MiB"];

/// A text of a document in which no line ends between a number and its unit.
pub fn units_joined(text: &str) -> String {
    let begins_with_unit = |text: &str| {
        let rest = UNITS.iter().find_map(|unit| text.strip_prefix(unit));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "’'-/=".contains(c)))
    };
    let mut number = false;
    let mut joined = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let joins = letter == ' ' && number && text.get(at + 1..).is_some_and(begins_with_unit);
        joined.push(if joins { '\u{a0}' } else { letter });
        number = letter.is_ascii_digit();
    }
    joined
}

/// `one, two and three`.
pub fn and_list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// So many names of a long list are in a sentence; it counts the others.
pub const NAMED: usize = 10;

/// `one, two and 3 more`: the first of a list, at most so many, and how many others there are.
pub fn and_more(items: impl IntoIterator<Item = String>, most: usize) -> String {
    let mut items = items.into_iter();
    let mut shown: Vec<String> = items.by_ref().take(most).collect();
    let others = items.count();
    shown.extend((others > 0).then(|| format!("{} more", thousands(others))));
    and_list(&shown)
}

/// The parts that say something, with this sign between them: `Hall, A12`.
pub fn joined(parts: &[&str], sign: &str) -> String {
    let said = parts.iter().copied().filter(|part| !part.is_empty());
    said.collect::<Vec<_>>().join(sign)
}

/// The team of a project with this title; nothing where it is called like its project. Lists of other portals name no team, so after an import
/// most are.
pub fn other_team<'t>(team: &'t str, title: &str) -> &'t str {
    if team == title { "" } else { team }
}

/// `Lamp, Lights`: a project and its team, to choose it from a list or to say it aloud.
pub fn with_team(title: &str, team: &str) -> String {
    joined(&[title, other_team(team, title)], ", ")
}

/// What sentences and tables call each of these projects, by key, title and team: its title, with its team where another one has that title.
pub fn told_apart<'n, K: Ord>(
    projects: impl IntoIterator<Item = (K, &'n str, &'n str)>,
) -> BTreeMap<K, String> {
    let projects: Vec<_> = projects.into_iter().collect();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, title, _) in &projects {
        *times.entry(*title).or_default() += 1;
    }
    let several = |title: &str| times.get(title).is_some_and(|times| *times > 1);
    let called = projects.into_iter().map(|(key, title, team)| {
        (key, if several(title) { with_team(title, team) } else { title.to_owned() })
    });
    called.collect()
}

/// `“one” and “two”`: names that people typed. Those of a long list are counted.
pub fn quoted(names: &[String]) -> String {
    and_more(names.iter().map(|name| format!("“{name}”")), NAMED)
}

/// The same words with a capital first letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `2026-11-20 18:00:00 UTC`. It is put together by hand, because chrono's formatting would make the WASM larger.
pub(crate) fn moment(at: DateTime<Utc>) -> String {
    let (date, time) = (at.date_naive(), at.time());
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    format!("{:04}-{:02}-{:02} {hour:02}:{minute:02}:{second:02} UTC", date.year(), date.month(), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_those_after_ten_counted() {
        let names: Vec<String> = (1..=12).map(|n| n.to_string()).collect();
        assert_eq!(quoted(&names[..2]), "“1” and “2”");
        assert!(quoted(&names).ends_with("“9”, “10” and 2 more"), "{}", quoted(&names));
    }

    #[test]
    fn a_team_that_is_called_like_its_project_is_not_named() {
        assert_eq!(with_team("Lamp", "Lights"), "Lamp, Lights");
        assert_eq!(with_team("Lamp", "Lamp"), "Lamp");
        let all = [(1, "Lamp", "Lamp"), (2, "Lamp", "Lamp 2"), (3, "Tide", "Waves")];
        let called: Vec<_> = told_apart(all).into_values().collect();
        assert_eq!(called, ["Lamp", "Lamp, Lamp 2", "Tide"]);
    }

    #[test]
    fn numbers_are_grouped_and_stay_with_their_units() {
        assert_eq!(thousands(9999), "9999");
        assert_eq!(thousands(1_000_000), "1\u{202f}000\u{202f}000");
        assert_eq!(plural(1_usize, "project", "projects"), "1 project");
        assert_eq!(
            units_joined("30 % of 8 MiB in 3 h-x, 3 hours"),
            "30\u{a0}% of 8\u{a0}MiB in 3 h-x, 3 hours"
        );
        assert_eq!(and_list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }
}
