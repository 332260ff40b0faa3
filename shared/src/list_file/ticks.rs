//! What says yes and what says no in a cell or beside somebody: the signs, letters and words, in one table for all lists.

use super::{answer_key, is_moment, says_none, state_key};
use crate::text::is_invisible;

/// Every tick is read as the first of these signs, every circle as the last, and any other sign as the second.
pub(crate) const TICK: &str = "✓";
const CROSS: &str = "✗";
pub(crate) const CIRCLE: &str = "○";
/// Signs that say yes everywhere, in a cell and on a line.
pub(crate) const TICKS: [char; 8] = ['✓', '✔', '☑', '✅', '√', '🗸', '🗹', '👍'];
/// Signs beside a person that say that they do not come. In a cell, every sign that is not known says no.
pub(crate) const CROSSES: [char; 9] = ['✗', '✘', '✖', '❌', '❎', '⛔', '🚫', '🙅', '👎'];
/// Signs that say yes where they fill a cell. On a line they are bullets.
const FILLED: [char; 5] = ['●', '⬤', '•', '*', '+'];
/// Signs that say yes in East Asia, and no beside filled ones.
const CIRCLES: [char; 5] = ['○', '〇', '◯', '◎', '⭕'];
/// Letters that people write for a tick, also before or behind somebody. The sign is typed as the letter, and says no beside a circle.
const LETTERS: [&str; 2] = ["x", "×"];
/// What people write for a tick where a column says nothing else.
const MARKS: [&str; 2] = ["x", "1"];
/// Words that say yes, and nothing else. The table of words has them in other languages.
const YES: [&str; 3] = ["yes", "true", "y"];
/// What says no, and nothing else.
const NO: [&str; 5] = ["no", "false", "n", "0", CROSS];
/// What forms write for a box that is ticked, and for one that is not. Somebody may be called “On”, and “Checked” is read as “Checked in”.
const BOXES: [(&str, bool); 4] = [("on", true), ("attended", true), ("off", false), ("unchecked", false)];

/// Whether a word or a sign, as [`tick_key`] gives it, is a tick where a column says nothing else.
pub(crate) fn is_mark(key: &str) -> bool {
    MARKS.contains(&key)
}

/// Whether it says yes, and nothing else.
pub(crate) fn is_yes(key: &str) -> bool {
    YES.contains(&key) || key == TICK
}

/// Whether it says no, and nothing else.
pub(crate) fn is_no(key: &str) -> bool {
    NO.contains(&key)
}

/// Whether a column of ticks alone may say it.
pub(crate) fn is_tick(key: &str) -> bool {
    is_yes(key) || is_no(key) || is_mark(key) || key == CIRCLE || key == "attended"
}

/// Whether a text is a letter that people write for a tick. A capital one may also be of a name.
pub(crate) fn is_tick_letter(text: &str) -> bool {
    LETTERS.contains(&text)
}

/// A cell in the form in which answers are compared; empty where it says nothing.
pub(crate) fn tick_key(cell: &str) -> String {
    let is_all = |signs: &[char]| {
        cell.contains(signs)
            && cell.chars().all(|c| signs.contains(&c) || c.is_whitespace() || is_invisible(c))
    };
    let is_ticked = || is_all(&[&TICKS[..], &FILLED].concat());
    let sign = match cell {
        // Unicode counts one of the circles among the numbers.
        _ if is_all(&CIRCLES) => CIRCLE,
        // When somebody said yes.
        moment if is_moment(moment) => TICK,
        word if word.contains(char::is_alphanumeric) => return answer_key(word),
        none if says_none(none) => "",
        _ if is_ticked() => TICK,
        _ if is_all(&['×']) => "x",
        _ => CROSS,
    };
    sign.to_owned()
}

/// What a cell says in words or signs that say yes or no and nothing else. A figure or a letter may be a name.
pub(crate) fn plain_answer(cell: &str) -> Option<bool> {
    let key = if cell.contains(char::is_alphanumeric) { state_key(cell) } else { tick_key(cell) };
    match key.as_str() {
        "y" | "n" | "0" => None,
        key if is_yes(key) => Some(true),
        key => is_no(key).then_some(false),
    }
}

/// The same of a room or a place, which may be called by any other sign: `★`.
pub fn place_answer(cell: &str) -> Option<bool> {
    let may_be_name = !cell.contains(char::is_alphanumeric) && !cell.contains(CROSSES);
    plain_answer(cell).filter(|yes| *yes || !may_be_name)
}

/// Whether a box is ticked, as lists write it. None of any other word.
pub(crate) fn box_ticked(cell: &str) -> Option<bool> {
    let key = tick_key(cell);
    if says_none(cell) || is_no(&key) {
        return Some(false);
    }
    let of_form = || BOXES.into_iter().find(|(word, _)| *word == key).map(|(_, ticked)| ticked);
    if is_yes(&key) || is_mark(&key) { Some(true) } else { of_form() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_ticked_in_words_letters_and_signs() {
        for cell in ["Yes", "TRUE", "y", "x", "X", "1", "on", "Checked", "✓", "☑\u{fe0f}", "👍", "Ja", "はい"]
        {
            assert_eq!(box_ticked(cell), Some(true), "{cell}");
        }
        for cell in ["no", "FALSE", "N", "0", "off", "unchecked", "-", "N/A", "❌", "☐", "nein", "いいえ"]
        {
            assert_eq!(box_ticked(cell), Some(false), "{cell}");
        }
        for cell in ["maybe", "2", "○", "Lamp", "yes, but not now"] {
            assert_eq!(box_ticked(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_figure_or_a_letter_is_no_plain_answer() {
        assert_eq!(["Yes", "ja", "✓", "TRUE"].map(plain_answer), [Some(true); 4]);
        assert_eq!(["No", "nein", "✗", "FALSE", "❌"].map(plain_answer), [Some(false); 5]);
        assert_eq!(
            ["1", "0", "Y", "N", "X", "Hall 1", "No. 4", "2026-11-03", ""].map(plain_answer),
            [None; 9]
        );
        assert_eq!(
            ["ja", "✓", "no", "❌"].map(place_answer),
            [Some(true), Some(true), Some(false), Some(false)]
        );
        assert_eq!(["★", "🍎", "△", "1", "Y"].map(place_answer), [None; 5]);
    }
}
