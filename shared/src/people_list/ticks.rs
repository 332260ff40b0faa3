//! What the cells of a column of ticks or answers say: who comes, or who has a role.

use crate::list_file::{CIRCLE, TICK, comes, is_mark, is_no, is_tick, keeps_out, tick_key};
use std::collections::BTreeSet;

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
        let key = tick_key(cell);
        if !key.is_empty() {
            self.0.insert(key);
        }
    }

    /// Whether all that was said are ticks, and something was.
    pub(super) fn are_ticks(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|key| is_tick(key))
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
        !self.0.is_empty() && self.0.iter().all(|key| is_no(key))
    }

    /// What a cell of the column says.
    pub(super) fn of(&self, cell: &str) -> Answer {
        self.meaning(&tick_key(cell))
    }

    fn meaning(&self, key: &str) -> Answer {
        match key {
            "" => Answer::Nothing,
            said if self.is_yes(said) => Answer::Yes,
            said if keeps_out(said) || is_no(said) => Answer::No,
            _ => Answer::Other,
        }
    }

    /// Beside another word for yes, a cross is none.
    fn is_yes(&self, key: &str) -> bool {
        let alone = || is_mark(key) && self.0.iter().all(|said| said == key || said == "0");
        let circled = || key == CIRCLE && !self.0.contains(TICK);
        comes(key) || alone() || circled()
    }
}
