//! What the cells of a column of ticks or answers say: who comes, or who has a role.

use crate::list_file::{answer_key, comes, is_moment, keeps_out, says_none};
use crate::text::is_invisible;
use std::collections::BTreeSet;

/// Every tick is read as the first of these signs, every circle as the last, and any other sign as the second.
const TICK: &str = "✓";
const CROSS: &str = "✗";
const CIRCLE: &str = "○";
/// Signs that say yes everywhere, in a cell and on a line.
pub(super) const TICKS: [char; 8] = ['✓', '✔', '☑', '✅', '√', '🗸', '🗹', '👍'];
/// Signs that say so where they fill a cell. On a line they are bullets. All others may say no.
const FILLED: [char; 5] = ['●', '⬤', '•', '*', '+'];
/// Signs that say yes in East Asia, and no beside filled ones.
const CIRCLES: [char; 5] = ['○', '〇', '◯', '◎', '⭕'];
/// What people write for a tick where a column says nothing else.
const ALONE: [&str; 2] = ["x", "1"];
/// What says no, and nothing else.
const NO: [&str; 5] = ["no", "false", "n", "0", CROSS];
/// What a column of ticks alone may say.
const PLAIN: [&str; 13] =
    [TICK, CROSS, CIRCLE, "x", "1", "0", "y", "n", "yes", "no", "attended", "true", "false"];

/// What a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// It is blank.
    Nothing,
    /// Something that is not known.
    Other,
}

/// What the cells of a column say, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers(BTreeSet<String>);

impl Answers {
    /// Looks at a cell.
    pub(super) fn look(&mut self, cell: &str) {
        let key = key(cell);
        if !key.is_empty() {
            self.0.insert(key);
        }
    }

    /// Whether all that was said are ticks, and something was.
    pub(super) fn are_ticks(&self) -> bool {
        let is_plain = |key: &String| PLAIN.contains(&key.as_str());
        !self.0.is_empty() && self.0.iter().all(is_plain)
    }

    /// Whether any cell says yes, so that a blank one does not.
    pub(super) fn say_yes(&self) -> bool {
        self.0.iter().any(|key| self.is_yes(key))
    }

    /// Whether any cell says yes or no, so that the column holds answers.
    pub(super) fn say_either(&self) -> bool {
        self.0.iter().any(|key| matches!(self.meaning(key), Answer::Yes | Answer::No))
    }

    /// Whether all that was said is no, and something was.
    pub(super) fn are_no(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|key| NO.contains(&key.as_str()))
    }

    /// What a cell of the column says.
    pub(super) fn of(&self, cell: &str) -> Answer {
        self.meaning(&key(cell))
    }

    fn meaning(&self, key: &str) -> Answer {
        match key {
            "" => Answer::Nothing,
            said if self.is_yes(said) => Answer::Yes,
            said if keeps_out(said) || NO.contains(&said) => Answer::No,
            _ => Answer::Other,
        }
    }

    /// Beside another word for yes, a cross is none.
    fn is_yes(&self, key: &str) -> bool {
        let alone = || ALONE.contains(&key) && self.0.iter().all(|said| said == key || said == "0");
        let circled = || key == CIRCLE && !self.0.contains(TICK);
        key == TICK || comes(key) || alone() || circled()
    }
}

/// A cell in the form in which answers are compared; empty where it says nothing.
fn key(cell: &str) -> String {
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
        // It is typed as the letter, and says no beside a circle.
        _ if is_all(&['×']) => "x",
        _ => CROSS,
    };
    sign.to_owned()
}
