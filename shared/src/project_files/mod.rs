//! Lists of projects that organizers already hold: Devpost's project export, DoraHacks, Gavel, Jury, and our own CSV.
//!
//! Columns are found by their names, whatever their order and case. What a file says of a project is read row by row, rows
//! of one address become one project, and [`verdict`] compares it with what the event holds. Nothing here panics, whatever
//! the bytes: `script/fuzz-parsers` tries.

mod columns;
mod encoding;
mod links;
mod merge;
mod plain;
mod prizes;
mod project;
mod table;
mod verdict;

mod devpost;

pub use encoding::NotText;
pub use prizes::{Matched, match_prizes};
pub use project::{ImportContent, ListedMember, ReadProject, Readiness, RowField, RowNote, RowRejection};
pub use verdict::{ChangedField, FoundProject, RowVerdict, verdict};

use columns::Columns;
use std::fmt;

/// Most rows of a file, drafts and repeats included. The largest events have some 2,000 projects.
pub const MOST_ROWS: usize = 20_000;
/// Most cells of a row. The header of the widest known export has about 60.
pub const MOST_CELLS: usize = 1_000;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectFile {
    /// Whose file it is.
    pub shape: Shape,
    /// Its projects, in the order of their first rows.
    pub projects: Vec<ReadProject>,
    /// Names of columns that nothing is taken from.
    pub unused: Vec<String>,
}

/// Whose list of projects a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Devpost's project export, with any of its options.
    Devpost,
    /// The list of projects of DoraHacks.
    DoraHacks,
    /// Gavel's list: name, location and description, without a header.
    Gavel,
    /// Jury's list.
    Jury,
    /// Our own `projects.csv`, or a table with at least a `title`.
    #[default]
    Plain,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 5] = [Self::Devpost, Self::DoraHacks, Self::Gavel, Self::Jury, Self::Plain];

    /// Its name in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Devpost => "devpost",
            Self::DoraHacks => "dorahacks",
            Self::Gavel => "gavel",
            Self::Jury => "jury",
            Self::Plain => "plain",
        }
    }

    /// The shape with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

/// Why a file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListFault {
    /// There is nothing in it.
    Empty,
    /// It is not text in UTF-8 or UTF-16.
    NotText(NotText),
    /// It is a spreadsheet or another packed file, not CSV.
    Packed,
    /// No column says what a project is called.
    NoTitle {
        /// The names in its first row, shortened.
        names: Vec<String>,
    },
    /// There is a header and nothing below it.
    NoRows,
    /// It has more than [`MOST_ROWS`] rows.
    TooManyRows,
    /// A row has more than [`MOST_CELLS`] cells.
    TooManyCells {
        /// Which row, from 1.
        row: usize,
    },
}

impl fmt::Display for ListFault {
    /// The code and its facts, for logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Reads a file. Rows that cannot be taken are there too, each with its faults.
///
/// # Errors
/// Where nothing of the file can be read.
pub fn read(bytes: &[u8]) -> Result<ProjectFile, ListFault> {
    let text = encoding::decode(bytes)?;
    let mut table = table::Table::new(&text);
    let first = table.next_row()?.ok_or(ListFault::Empty)?;
    let columns = Columns::of(first.cells());
    let mut read: Vec<ReadProject> = Vec::new();
    if columns.shape == Shape::Gavel {
        read.push(plain::project(&columns, &first));
    }
    while let Some(row) = table.next_row()? {
        read.push(match columns.shape {
            Shape::Devpost => devpost::project(&columns, &row),
            Shape::DoraHacks | Shape::Gavel | Shape::Jury | Shape::Plain => plain::project(&columns, &row),
        });
    }
    if !columns.name_a_title() {
        return Err(ListFault::NoTitle { names: columns.shortened() });
    }
    if read.is_empty() {
        return Err(ListFault::NoRows);
    }
    Ok(ProjectFile { shape: columns.shape, projects: merge::merge(read), unused: columns.unused() })
}
