//! Faults of JSON and of rows.

use super::super::files::{json_place, unfit};
use shared::provenance::{BrokenRow, CsvFault, JsonError, JsonFault, RowFault};

/// What helps with a file that is not as a site gave it.
pub(super) const SAVE_AGAIN: &str = "Save the file again from where you got it, and check it unchanged.";
/// What helps with an export that is not as a site gave it.
const EXPORT_AGAIN: &str = "Export it again, and check it before another program saves it.";

/// A fault in a JSON text.
pub(super) fn json_error(error: &JsonError) -> String {
    let fault: &str = match &error.fault {
        JsonFault::TooLong => "it is longer than any record",
        JsonFault::NotUtf8 => "it is not UTF-8",
        JsonFault::TextAfterValue => "text follows the value",
        JsonFault::TooManyValues => "it holds more values than any record",
        JsonFault::TooDeep { levels } => &format!("it is nested deeper than {levels} levels"),
        JsonFault::NoValue => "a value is missing",
        JsonFault::ListUnfinished => "a comma or ] is missing",
        JsonFault::ObjectUnfinished => "a comma or } is missing",
        JsonFault::NoKey => "a key in quotes is missing",
        JsonFault::RepeatedKey { key } => &format!("the key “{key}” occurs twice in one object"),
        JsonFault::NoColon => "a colon is missing",
        JsonFault::NoDigit => "a digit is missing",
        JsonFault::NumberTooLarge { literal } => &format!("{literal} is too large for a number"),
        JsonFault::IntegerTooLarge { literal } => &format!("{literal} is an integer beyond 2^53−1"),
        JsonFault::ControlCharacter => "a string holds an unescaped control character",
        JsonFault::StringUnfinished => "a string does not end",
        JsonFault::UnknownEscape => "a string holds an unknown escape",
        JsonFault::HalfSurrogatePair => "a string holds half of a surrogate pair",
        JsonFault::NotFourHexDigits => "four hexadecimal digits are missing",
    };
    format!("This JSON is ambiguous or broken at {}: {fault}. {SAVE_AGAIN}", json_place(error.place))
}

/// A fault in a row, or in the file as a whole.
pub(super) fn broken_row(broken: &BrokenRow) -> String {
    let row = broken.row;
    match &broken.fault {
        RowFault::NotUtf8 { line } => format!("Line {line} is not UTF-8. {EXPORT_AGAIN}"),
        RowFault::Csv(fault) => {
            let fault = match fault {
                CsvFault::TooManyCells => "it has more cells than any export has columns",
                CsvFault::TextAfterQuote => "text follows a closing quote",
                CsvFault::QuoteInField => "a field without quotes holds a quote",
                CsvFault::QuoteUnfinished => "a quoted field does not end",
            };
            format!("Row {row} is not CSV: {fault}. {EXPORT_AGAIN}")
        }
        RowFault::NotAnAuditExport => {
            format!("The first line does not name the columns of an audit export. {EXPORT_AGAIN}")
        }
        RowFault::WrongCells { cells, columns } => {
            format!("Row {row} has {cells} cells, but there are {columns} columns. {EXPORT_AGAIN}")
        }
        RowFault::NotANumber { column } => {
            format!("Row {row} has no whole number in the column {column}. {EXPORT_AGAIN}")
        }
        RowFault::TooManyReadings => format!(
            "Row {row} and earlier rows have too many values that begin with a quote. Some readings were not tried."
        ),
        RowFault::Unreadable => format!("Row {row} cannot be read. {EXPORT_AGAIN}"),
        RowFault::TooManyColumns { columns } => {
            format!("The file has {columns} columns, more than can be read. {EXPORT_AGAIN}")
        }
        RowFault::TooManyRows { most } => format!("The file has more than the {most} rows that can be read."),
        RowFault::RepeatedProject => format!("Row {row} names a project that an earlier row names already."),
        RowFault::RepeatedAssignment => {
            format!("Row {row} assigns a project to a judge who has it already.")
        }
        RowFault::NoTotal => {
            format!(
                "Row {row} has no total from 0.000000 to 1.000000 in the column weighted_0_1. {EXPORT_AGAIN}"
            )
        }
        RowFault::EventJson(error) => json_error(error),
        RowFault::EventUnreadable { error } => {
            format!("This looks like an event but cannot be read: {}. {SAVE_AGAIN}", unfit(error))
        }
        RowFault::OutOfPlace { found, due, before } => {
            let follows = match before {
                Some(before) => format!("follows row {before}"),
                None => "comes first".to_owned(),
            };
            let why =
                if found > due { "A row before it is missing." } else { "It is repeated or out of order." };
            format!("Row {found} {follows}, where row {due} belongs. {why}")
        }
        RowFault::HashBroken { seq } => format!(
            "Row {seq} does not hold the hash of row {}. One of the two was changed, or a row was added or removed.",
            seq - 1
        ),
        RowFault::Changed { seq } => {
            format!("Row {seq} was changed: its hash does not match its contents.")
        }
        RowFault::SealBroken { rows } => format!(
            "One of the rows 1 to {rows} was changed after personal data were removed. Row {row} holds another seal for them."
        ),
    }
}
