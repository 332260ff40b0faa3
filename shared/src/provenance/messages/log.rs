//! What is found in an audit log.

use super::super::rows::BrokenRow;
use chrono::{DateTime, Utc};

/// What is found in an audit log. An empty event is the log of changes that belong to no event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogMessage {
    Broken(BrokenRow),
    Chained { rows: usize },
    // Row `row` gave the log another name for witnesses.
    Renamed { row: i64, from: String, to: String, reason: String },
    // Names and addresses were taken out of the rows up to `rows`, of which `masked` had some.
    Forgotten { rows: i64, masked: usize, at: Option<DateTime<Utc>> },
    // As `Forgotten`, but no trusted signed head holds the row that says so, so anybody can have written it.
    ForgettingNotSigned { rows: i64, masked: usize, at: Option<DateTime<Utc>> },
    // The caller named another event.
    NotOfEvent { event: String },
    // The file's name names another event.
    NotOfNamedEvent { event: String },
    OfEvent { event: String },
    OfEventDespiteName { event: String },
    EventUnknown,
    NoSignedHead,
    EndsWithSignedRow { row: i64, file: String, signed: DateTime<Utc> },
    HoldsSignedRow { row: i64, file: String, signed: DateTime<Utc> },
    // The row has the signed hash, but its actor is gone, so whether it says what was signed cannot be computed.
    HasHashOfSignedRow { row: i64, file: String, signed: DateTime<Utc> },
    // The document is dated before the rows that it signs, of which the latest was written at `written`.
    SignedBeforeWritten { row: i64, file: String, signed: DateTime<Utc>, written: DateTime<Utc> },
    SignedRowDiffers { row: i64, event: String, file: String, signed: DateTime<Utc> },
    // The log differs from what was signed, and an event that was imported elsewhere has a log of its own there.
    BeginsWithImport,
    // The Merkle tree over the rows up to the signed one has the root that was signed.
    HasSignedRoot { row: i64, file: String },
    RootDiffers { row: i64, file: String, signed: DateTime<Utc> },
    // The row that published results says another number or state of them than was signed.
    PublicationDiffers { row: i64, file: String, signed: DateTime<Utc> },
    // `head_at`: where organizers get the head of the last row, if a trusted document names the site.
    RowsAfterHead { rows: usize, head_at: Option<String> },
    // The log ends with row `last`, before the signed row `row`.
    EndsBeforeSignedRow { last: usize, file: String, signed: DateTime<Utc>, row: i64, because: MissingRows },
}

/// Why a log ends before a signed row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingRows {
    /// Rows were removed: the file was saved after the head was signed.
    SavedLater { saved: DateTime<Utc> },
    /// The log was rewritten: its last row is later than the head.
    LastRowLater { last: DateTime<Utc> },
    /// The file is an older export, or rows were removed. `head_at`: where organizers get the head of its last row, where that can take
    /// the place of the later one.
    Undecided { head_at: Option<String> },
}
