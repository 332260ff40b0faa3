//! CSV (RFC 4180) read strictly, for the exports.

use super::rows::{BrokenRow, CsvFault, RowFault};
use crate::ensure;
use crate::text::without_mark;

/// Most cells of a record, more than any export has columns. Without it a file of commas alone would fill the memory.
const MOST_CELLS: usize = 1_000;

/// The rows of an export, each with its number: 0 is the header. The first row that cannot be read is the last one given.
///
/// # Errors
/// The first row that is not UTF-8.
pub(super) fn rows(
    bytes: &[u8],
) -> Result<impl Iterator<Item = Result<(usize, Vec<String>), BrokenRow>> + '_, BrokenRow> {
    let bytes = without_mark(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let row = bytes[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        BrokenRow { row, fault: RowFault::NotUtf8 { line: row + 1 } }
    })?;
    Ok(records(text).enumerate().map(|(row, record)| match record {
        Ok(cells) => Ok((row, cells)),
        Err(fault) => Err(BrokenRow { row, fault: RowFault::Csv(fault) }),
    }))
}

/// A whole number in its only spelling: no sign of plus, no leading zeros.
pub(super) fn whole(cell: &str) -> Option<i64> {
    cell.parse().ok().filter(|number: &i64| number.to_string() == cell)
}

/// The records of a text. Lines end in CRLF or LF; the last may lack its end. The first record that cannot be read is given
/// as its fault, and is the last.
pub(crate) fn records(text: &str) -> Records<'_> {
    Records { rest: text }
}

/// See [`records`].
pub(crate) struct Records<'t> {
    rest: &'t str,
}

impl Records<'_> {
    fn record(&mut self) -> Result<Vec<String>, CsvFault> {
        let mut record = Vec::new();
        loop {
            let (field, after) = field(self.rest)?;
            record.push(field);
            if let Some(after) = after.strip_prefix(',') {
                ensure(record.len() != MOST_CELLS, CsvFault::TooManyCells)?;
                self.rest = after;
                continue;
            }
            self.rest = match after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')) {
                Some(next) => next,
                None if after.is_empty() => after,
                None => return Err(CsvFault::TextAfterQuote),
            };
            return Ok(record);
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Vec<String>, CsvFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let record = self.record();
        if record.is_err() {
            self.rest = "";
        }
        Some(record)
    }
}

/// The next field, and what follows it.
fn field(text: &str) -> Result<(String, &str), CsvFault> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', '\n']).unwrap_or(text.len());
        let end = if text[..end].ends_with('\r') && text[end..].starts_with('\n') { end - 1 } else { end };
        let (field, after) = text.split_at(end);
        ensure(!field.contains('"'), CsvFault::QuoteInField)?;
        return Ok((field.to_owned(), after));
    };
    let mut field = String::new();
    let mut rest = quoted;
    loop {
        let Some((before, after)) = rest.split_once('"') else { return Err(CsvFault::QuoteUnfinished) };
        field.push_str(before);
        match after.strip_prefix('"') {
            Some(after) => {
                field.push('"');
                rest = after;
            }
            None => return Ok((field, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<Vec<String>>, BrokenRow> {
        rows(text.as_bytes())?.map(|row| row.map(|(_, cells)| cells)).collect()
    }

    #[test]
    fn what_the_export_writes_is_read_back() {
        let cells = [["a", "say \"hi\", you"], ["two\r\nlines", ""], ["", "'=1"], ["\"", "ü"]];
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        for row in cells {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(all(&text).unwrap(), cells);
        assert_eq!(all(text.trim_end()).unwrap(), cells, "the last line may lack its end");
    }

    #[test]
    fn broken_csv_is_named_by_its_row() {
        for (bad, at) in [("a\r\n\"b", 1), ("a\r\nb\"c\r\n", 1), ("\"a\"b\r\n", 0)] {
            assert_eq!(all(bad).unwrap_err().row, at, "{bad}");
        }
        let commas = all(&format!("a\n{}", ",".repeat(1_000_000))).unwrap_err();
        assert_eq!(commas.fault, RowFault::Csv(CsvFault::TooManyCells));
        assert_eq!(rows(b"a\nb\n\xff").err().map(|broken| broken.row), Some(2));
        assert_eq!(all("").unwrap(), Vec::<Vec<String>>::new());
        assert_eq!(all("a,\n").unwrap(), [["a", ""]]);
    }
}
