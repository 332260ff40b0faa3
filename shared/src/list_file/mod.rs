//! Lists that organizers bring as files or paste: projects, people, places, assignments, scores. One reader opens them all, whatever
//! program wrote them: separators, byte order marks, UTF-16 and line ends differ, and quotation marks have to close.

mod encoding;
mod rows;

pub use encoding::{NotText, decode};
pub use rows::{ListRow, Rows};

use crate::export::behind_guard;

/// Most cells of a row. The header of the widest known export has about 60.
pub const MOST_CELLS: usize = 1_000;

/// Why a list cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum ListFault {
    /// There is nothing in it.
    Empty,
    /// It is not text in UTF-8 or UTF-16.
    NotText(NotText),
    /// It is a spreadsheet or another packed file, not CSV.
    Packed,
    /// A quotation mark opens a cell and never closes. All that follows would be one cell.
    OpenQuote { row: usize },
    /// Something follows the quotation mark that closes a cell.
    TextAfterQuote { row: usize },
    /// No column says what this kind of list is about.
    Columns { list: ListKind, names: Vec<String> },
    /// There is a header and nothing below it.
    NoRows,
    /// It has too many rows.
    TooManyRows { most: usize },
    /// A row has more than [`MOST_CELLS`] cells.
    TooManyCells { row: usize },
}

/// A list whose columns are found by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// Projects.
    Projects,
    /// Places on the floor.
    Places,
    /// Assignments.
    Assignments,
    /// Scores of several judges.
    Scores,
}

/// The form in which names of columns are compared: letters and digits, in lower case.
pub fn heading(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A cell as it was before an export of ours put a quote in front of what a spreadsheet would run as a formula.
pub fn unguarded(cell: &str) -> &str {
    behind_guard(cell).unwrap_or(cell)
}

/// The header of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    names: Vec<String>,
    keys: Vec<String>,
}

impl Header {
    /// Reads a row as the names of columns.
    pub fn of(row: &ListRow<'_>) -> Self {
        let names: Vec<String> = row.cells().map(str::to_owned).collect();
        Self { keys: names.iter().map(|name| heading(name)).collect(), names }
    }

    /// The first column with one of these names; `known` are given as [`heading`] gives them, the best first.
    pub fn find(&self, known: &[&str]) -> Option<usize> {
        known.iter().find_map(|name| self.keys.iter().position(|key| key == name))
    }

    /// The names of the columns as the file has them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names in the form in which they are compared.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The names of the columns that are none of these.
    pub fn unused(&self, used: &[Option<usize>]) -> Vec<String> {
        let names = self.names.iter().enumerate();
        let unused = names.filter(|(at, name)| !used.contains(&Some(*at)) && !name.is_empty());
        unused.map(|(_, name)| name.clone()).collect()
    }

    /// The fault of a list that lacks its columns: the names of the first ones, shortened, for a sentence.
    pub fn lacks(&self, list: ListKind) -> ListFault {
        let named = self.names.iter().filter(|name| !name.is_empty());
        ListFault::Columns {
            list,
            names: named.take(8).map(|name| name.chars().take(40).collect()).collect(),
        }
    }
}
