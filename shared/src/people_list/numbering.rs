//! Numbers beside people: those that count them, those of the guests whom they bring, and times. In `50 Cent` and `2 Chainz`, a number is of the
//! name.

use crate::list_file::{in_figures, is_moment, is_number};

/// Most bytes of such a number.
const LONGEST: usize = 12;
/// Most words of a time before somebody.
const MOST_WORDS: usize = 12;
/// Words for a number.
const NUMBER: [&str; 6] = ["no", "nr", "n°", "nº", "№", "num"];
/// Words that belong to a time.
const OF_TIME: [&str; 6] = ["am", "pm", "a.m.", "p.m.", "uhr", "h"];

/// Whether people are counted by the numbers before them: each of several has one, and they go up from one, or by one.
pub(super) fn is_counted<'t>(people: impl Iterator<Item = &'t str>) -> bool {
    let Some(numbers) =
        people.map(|text| number(text).map(|(number, _)| number)).collect::<Option<Vec<u32>>>()
    else {
        return false;
    };
    let steps = || numbers.iter().zip(numbers.iter().skip(1));
    let is_first = numbers.first().is_some_and(|first| *first < 2);
    let by_one = numbers.len() > 2 && steps().all(|(above, below)| above.checked_add(1) == Some(*below));
    by_one || (is_first && numbers.len() > 1 && steps().all(|(above, below)| above < below))
}

/// A text without the number before it, where nothing but a blank parts both.
pub(super) fn uncounted(text: &str) -> &str {
    number(text).map_or(text, |(_, rest)| rest)
}

fn number(text: &str) -> Option<(u32, &str)> {
    let (first, rest) = text.trim_start().split_once(char::is_whitespace)?;
    let may_count = first.len() <= LONGEST && first.chars().all(char::is_numeric) && !rest.trim().is_empty();
    let counted = if may_count { in_figures(first).parse().ok()? } else { return None };
    Some((counted, rest.trim_start()))
}

/// A name without the number of those whom its person brings along, and without a telephone’s: `Ada +1`, `Ada (+2)`, `Ada +49 170 123`.
pub(super) fn without_guests(name: &str) -> &str {
    let is_of_number = |c: char| c.is_ascii_digit() || " ()-./".contains(c);
    let number = name.rsplit_once('+').filter(|(_, number)| {
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(is_of_number)
    });
    number.map_or(name, |(own, _)| own.trim_end_matches([' ', '(']))
}

/// What follows a number with a word for one: `No. 4 Ana`, `Nr. 4: Ana`, `N° 4 Ana`. None of any other text.
pub(super) fn behind_number(text: &str) -> Option<&str> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    let number = rest.split_whitespace().next()?;
    let is_word = NUMBER.contains(&word.trim_end_matches('.').to_lowercase().as_str());
    let figures = number.trim_end_matches(['.', ':', ')']);
    let counts = is_word && !figures.is_empty() && is_number(figures);
    rest.trim_start().strip_prefix(number).filter(|_| counts).map(str::trim_start)
}

/// What follows a day or a time before somebody, as schedules and mail programs have it: `12:30 Ana`, `Sat 9:00–9:15 Ana`, `14h30 Ana`,
/// `On Tue, Nov 3, 2026 at 10:02 AM Ana`. None of any other text.
pub(super) fn behind_time(text: &str) -> Option<&str> {
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at).chain([text.len()]);
    let longest = ends.take(MOST_WORDS).filter(|end| text.get(..*end).is_some_and(is_time)).last()?;
    text.get(longest..).map(str::trim_start)
}

/// Whether a text is a time or a day. It ends with a figure, or with a word that belongs to the time: “Mo” and “Sam” are names.
fn is_time(text: &str) -> bool {
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let unit = last.trim_end_matches(':').trim_start_matches(|c: char| c.is_numeric() || ".:".contains(c));
    let is_unit = OF_TIME.contains(&unit.to_lowercase().as_str());
    let is_hour = is_unit && unit.len() < last.len() && last.len() == text.len();
    // “10 AM”
    let is_parted = is_unit
        && unit != "h"
        && text.strip_suffix(last).is_some_and(|hour| {
            let hour = hour.trim();
            !hour.is_empty() && is_number(hour)
        });
    let ends = is_unit || last.contains(char::is_numeric);
    is_hour
        || is_parted
        || (ends
            && (is_moment(text) || (last.len() == text.len() && is_moment(&text.replace(['h', 'H'], ":")))))
}
