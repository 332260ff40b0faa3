//! What is wrong with a row of a file, for everything that is read row by row.

use super::json::JsonError;

/// The first row that cannot be read or breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRow {
    /// Its place in the file, from 1; 0 for the file as a whole.
    pub row: usize,
    /// What is wrong with it.
    pub fault: RowFault,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum RowFault {
    NotUtf8 { line: usize },
    Csv(CsvFault),
    NotAnAuditExport,
    WrongCells { cells: usize, columns: usize },
    NotANumber { column: String },
    TooManyReadings,
    Unreadable,
    TooManyColumns { columns: usize },
    TooManyRows { most: usize },
    RepeatedProject,
    RepeatedAssignment,
    NoTotal,
    EventJson(JsonError),
    EventUnreadable { error: String },
    // Row `found` of a log comes where row `due` belongs, after row `before`.
    OutOfPlace { found: i64, due: i64, before: Option<i64> },
    // Row `seq` does not hold the hash of the row before it.
    HashBroken { seq: i64 },
    // Row `seq` does not have the hash of its own values.
    Changed { seq: i64 },
    // The rows up to `rows` do not have the seal that the row of forgetting holds.
    SealBroken { rows: i64 },
}

/// Why a line is not CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum CsvFault {
    TooManyCells,
    TextAfterQuote,
    QuoteInField,
    QuoteUnfinished,
}
