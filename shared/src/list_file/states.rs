//! What lists say of whether somebody or something takes part.

use super::{Header, LONGEST_HEADING, ListRow, heading, says_none, unguarded, word_in_english};

/// Words for what does not take part, which mean that in any column, and as the name of one.
const GONE: [&str; 22] = [
    "withdrawn",
    "withdrew",
    "noshow",
    "didnotshow",
    "absent",
    "notattending",
    "notgoing",
    "notcoming",
    "cantcome",
    "cannotcome",
    "disqualified",
    "ineligible",
    "rejected",
    "declined",
    "cancelled",
    "canceled",
    "refunded",
    "removed",
    "deleted",
    "recused",
    "void",
    "voided",
];
/// Other words for what does not take part, or not yet. Of another thing than whether somebody or something does, they may say
/// something else.
const OUT: [&str; 18] = [
    "draft",
    "unsubmitted",
    "notsubmitted",
    "notyetsubmitted",
    "incomplete",
    "inprogress",
    "notstarted",
    "notavailable",
    "unavailable",
    "spam",
    "test",
    "archived",
    "invalid",
    "waitlist",
    "waitlisted",
    "reject",
    "no",
    "false",
];
/// What says no where an answer is expected.
const NOT: [&str; 4] = ["no", "false", "n", "0"];
/// Words for people who come.
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
/// Names of columns that say with yes or no whether a row counts.
const COUNTS: [&str; 12] = [
    "assigned",
    "valid",
    "counts",
    "present",
    "attending",
    "coming",
    "going",
    "available",
    "confirmed",
    "accepted",
    "approved",
    "active",
];
/// Words for what is not ready to count.
const DRAFT: [&str; 4] = ["draft", "notsubmitted", "notyetsubmitted", "unsubmitted"];
/// How words for a conflict begin.
const CONFLICT: [&str; 4] = ["confli", "konflikt", "befangen", "利益相反"];

/// A word for a state in the form in which such words are compared, in English where it is known.
pub(crate) fn state_key(cell: &str) -> String {
    word_in_english(cell).map_or_else(|| heading(cell), str::to_owned)
}

/// Whether a word, as [`state_key`] gives it, says that somebody or something does not take part, or not yet.
pub(crate) fn is_out(key: &str) -> bool {
    is_gone(key) || OUT.contains(&key)
}

/// Whether such a word says so by itself, in whatever column or line.
pub(crate) fn is_gone(key: &str) -> bool {
    GONE.contains(&key)
}

/// Whether such a word says that somebody comes.
pub(crate) fn comes(key: &str) -> bool {
    COMES.contains(&key)
}

/// Whether such a word names a conflict of interest.
fn is_conflict(key: &str) -> bool {
    key == "coi" || CONFLICT.iter().any(|word| key.starts_with(word))
}

/// What the name of a column says that a list does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    /// That its rows do not count: “Absent”.
    Gone,
    /// That they have a conflict of interest.
    Conflict,
    /// That they count: “Assigned”.
    For,
    Else,
}

/// The columns that a list does not read. A row may say there that it does not count.
#[derive(Clone, Debug)]
pub(crate) struct Unread(Vec<(usize, Named)>);

impl Unread {
    /// All columns but those that are `used`.
    pub(crate) fn of(header: &Header, used: &[Option<usize>]) -> Self {
        let named = |at: usize, key: &String| {
            let key = header.english().get(at).copied().flatten().unwrap_or(key.as_str());
            if is_gone(key) {
                Named::Gone
            } else if is_conflict(key) {
                Named::Conflict
            } else if COUNTS.contains(&key) {
                Named::For
            } else {
                Named::Else
            }
        };
        let unread = header.keys().iter().enumerate().filter(|(at, _)| !used.contains(&Some(*at)));
        Self(unread.map(|(at, key)| (at, named(at, key))).collect())
    }

    /// The first column in which a row says that it does not count or has a conflict, and what it says.
    pub(crate) fn against<'r>(&self, row: &'r ListRow<'_>) -> Option<(usize, &'r str)> {
        self.find(row, says_against)
    }

    /// The same without what it says of a conflict.
    pub(crate) fn gone<'r>(&self, row: &'r ListRow<'_>) -> Option<(usize, &'r str)> {
        self.find(row, |named, cell| {
            named != Named::Conflict && !is_conflict(&short_key(cell)) && says_against(named, cell)
        })
    }

    /// The same of a row that says that it is a draft.
    pub(crate) fn draft<'r>(&self, row: &'r ListRow<'_>) -> Option<(usize, &'r str)> {
        self.find(row, |_, cell| DRAFT.contains(&short_key(cell).as_str()))
    }

    fn find<'r>(
        &self,
        row: &'r ListRow<'_>,
        says_it: impl Fn(Named, &str) -> bool,
    ) -> Option<(usize, &'r str)> {
        let mut cells = self.0.iter().map(|(at, named)| (*at, *named, unguarded(row.cell(*at))));
        let found = cells.find(|(_, named, cell)| says_it(*named, cell));
        found.map(|(at, _, cell)| (at, cell))
    }

    /// The cells of a row in these columns.
    pub(crate) fn cells<'r>(&self, row: &'r ListRow<'_>) -> impl Iterator<Item = &'r str> {
        self.0.iter().map(|(at, _)| unguarded(row.cell(*at)))
    }
}

fn says_against(named: Named, cell: &str) -> bool {
    if says_none(cell) {
        return false;
    }
    let key = short_key(cell);
    match named {
        Named::Gone | Named::Conflict => !NOT.contains(&key.as_str()),
        Named::For => NOT.contains(&key.as_str()) || is_gone(&key),
        Named::Else => is_gone(&key) || is_conflict(&key),
    }
}

/// As [`state_key`]; nothing of a text, which is no word.
fn short_key(cell: &str) -> String {
    if cell.len() > LONGEST_HEADING { String::new() } else { state_key(cell) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list_file::Rows;

    #[test]
    fn a_row_may_say_that_it_does_not_count() {
        let says = |list: &str| {
            let mut rows = Rows::new(list, 9);
            let header = Header::of(&rows.next_row().unwrap().unwrap());
            let row = rows.next_row().unwrap().unwrap();
            let used = [Some(0)];
            Unread::of(&header, &used).against(&row).map(|(at, cell)| (at, cell.to_owned()))
        };
        for against in [
            "judge,absent\nada,yes",
            "judge,Absent?\nada,x",
            "judge,Conflict of interest\nada,employer",
            "judge,assigned\nada,no",
            "judge,Zugesagt\nada,nein",
            "judge,State\nada,cancelled",
            "judge,notes\nada,withdrawn",
            "judge,\nada,No show",
        ] {
            assert!(says(against).is_some_and(|(at, _)| at == 1), "{against}");
        }
        for silent in [
            "judge,absent\nada,no",
            "judge,absent\nada,",
            "judge,Conflict of interest\nada,No",
            "judge,Conflict of interest\nada,none",
            "judge,assigned\nada,yes",
            "judge,Needs power\nada,no",
            "judge,No.\nada,7",
            "judge,Completed\nada,no",
            "judge,status\nada,not started",
            "judge,notes\nada,came late",
            "absent\nyes",
        ] {
            assert_eq!(says(silent), None, "{silent}");
        }
    }
}
