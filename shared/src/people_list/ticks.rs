//! What the cells of a column of ticks or answers say: who comes, or who has a role.

use crate::list_file::{is_out, says_none, state_key};
use std::collections::BTreeSet;

/// Words for people who come, in the form in which such words are compared.
const COMES: [&str; 14] = [
    "accepted",
    "active",
    "approved",
    "attending",
    "checked",
    "checkedin",
    "complete",
    "completed",
    "confirmed",
    "going",
    "registered",
    "true",
    "y",
    "yes",
];
/// What stands for any sign of a tick, and for any sign of its absence.
const TICK: &str = "✓";
const CROSS: &str = "✗";
/// Signs that do not say yes, or not everywhere.
const CROSSES: [char; 11] = ['✗', '✘', '✕', '✖', '❌', '❎', '☒', '☐', '⬜', '?', '？'];
/// What people write for a tick where a column says nothing else.
const ALONE: [&str; 2] = ["x", "1"];
/// What a column of ticks alone may say.
const PLAIN: [&str; 12] = [TICK, CROSS, "x", "1", "0", "y", "n", "yes", "no", "checked", "true", "false"];

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

    /// What a cell of the column says.
    pub(super) fn of(&self, cell: &str) -> Answer {
        match key(cell).as_str() {
            "" => Answer::Nothing,
            said if self.is_yes(said) => Answer::Yes,
            said if is_out(said) || ["0", "n", CROSS].contains(&said) => Answer::No,
            _ => Answer::Other,
        }
    }

    /// Beside another word for yes, a cross is none.
    fn is_yes(&self, key: &str) -> bool {
        let alone = || ALONE.contains(&key) && self.0.iter().all(|said| said == key || said == "0");
        key == TICK || COMES.contains(&key) || alone()
    }
}

/// A cell in the form in which answers are compared; empty where it says nothing.
fn key(cell: &str) -> String {
    if cell.contains(char::is_alphanumeric) {
        return state_key(cell);
    }
    let sign = match cell {
        none if says_none(none) => "",
        cross if cross.contains(CROSSES) => CROSS,
        _ => TICK,
    };
    sign.to_owned()
}
