//! Rows of a delimited text. They may be ragged: Devpost's have three more cells for each further member.

use super::{ListFault, MOST_CELLS, MOST_ROWS};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// The characters that programs put between cells.
const DELIMITERS: [u8; 3] = *b",;\t";

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its number as a spreadsheet shows it: the header is 1.
    pub(super) number: usize,
    text: String,
    ends: Vec<usize>,
}

impl Row {
    /// A cell; empty where the row is shorter.
    pub(super) fn cell(&self, at: usize) -> &str {
        let from = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let to = self.ends.get(at).copied();
        from.zip(to).and_then(|(from, to)| self.text.get(from..to)).unwrap_or_default()
    }

    /// All cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|at| self.cell(at))
    }

    /// How many cells it has.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }
}

/// The rows of a text.
pub(super) struct Table<'t> {
    reader: Reader,
    rest: &'t [u8],
    rows: usize,
    /// Used again for each row, so that a long row is not allocated in steps each time.
    output: Vec<u8>,
    ends: Box<[usize]>,
}

impl<'t> Table<'t> {
    /// Begins to read.
    pub(super) fn new(text: &'t str) -> Self {
        // Excel's own way to name the delimiter.
        let (named, rest) = match text.strip_prefix("sep=") {
            Some(rest) => (rest.bytes().next(), rest.split_once('\n').map_or("", |(_, rest)| rest)),
            None => (None, text),
        };
        let delimiter = named.filter(|d| DELIMITERS.contains(d)).unwrap_or_else(|| delimiter(rest));
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        let ends = vec![0; MOST_CELLS].into_boxed_slice();
        Self { reader, rest: rest.as_bytes(), rows: 0, output: vec![0; 4096], ends }
    }

    /// The next row that is not blank.
    pub(super) fn next_row(&mut self) -> Result<Option<Row>, ListFault> {
        loop {
            let Some(row) = self.next_record()? else { return Ok(None) };
            if row.cells().any(|cell| !cell.trim().is_empty()) {
                return Ok(Some(row));
            }
        }
    }

    fn next_record(&mut self) -> Result<Option<Row>, ListFault> {
        let (mut length, mut cells) = (0, 0);
        loop {
            let output = self.output.get_mut(length..).unwrap_or_default();
            let ends = self.ends.get_mut(cells..).unwrap_or_default();
            let (result, read, wrote, ended) = self.reader.read_record(self.rest, output, ends);
            self.rest = self.rest.get(read..).unwrap_or_default();
            length += wrote;
            cells += ended;
            match result {
                // The next call has no input, which tells the reader that this is the end.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.output.resize(self.output.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => {
                    return Err(ListFault::TooManyCells { row: self.rows + 1 });
                }
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return Ok(None),
            }
        }
        self.rows += 1;
        if self.rows > MOST_ROWS {
            return Err(ListFault::TooManyRows);
        }
        let bytes = self.output.get(..length).unwrap_or_default();
        // A delimiter is one byte of ASCII, so cells end between characters.
        let text = String::from_utf8_lossy(bytes).into_owned();
        Ok(Some(Row { number: self.rows, text, ends: self.ends.get(..cells).unwrap_or_default().to_vec() }))
    }
}

/// The delimiter that is most frequent in the first line, outside of quotes; a comma where there is none.
fn delimiter(text: &str) -> u8 {
    let mut counts = [0_usize; DELIMITERS.len()];
    let mut quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if !quoted => {
                for (count, delimiter) in counts.iter_mut().zip(DELIMITERS) {
                    *count += usize::from(byte == delimiter);
                }
            }
            _ => {}
        }
    }
    let most = counts.iter().max().copied().unwrap_or_default();
    counts.iter().position(|count| *count == most).and_then(|at| DELIMITERS.get(at)).copied().unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let mut table = Table::new(text);
        let mut rows = Vec::new();
        while let Some(row) = table.next_row().unwrap() {
            rows.push(row.cells().map(str::to_owned).collect());
        }
        rows
    }

    #[test]
    fn rows_may_be_ragged_and_cells_may_hold_lines() {
        let text = "a,\"b\"\"c\",d\r\n\r\n1,\"two\nlines\"\n,,\n1,2,3,4";
        assert_eq!(rows(text), [vec!["a", "b\"c", "d"], vec!["1", "two\nlines"], vec!["1", "2", "3", "4"]]);
        let mut table = Table::new(text);
        let numbers: Vec<_> =
            std::iter::from_fn(|| table.next_row().unwrap()).map(|row| row.number).collect();
        assert_eq!(numbers, [1, 2, 4]);
        let mut table = Table::new("one");
        let row = table.next_row().unwrap().unwrap();
        assert_eq!((row.cell(0), row.cell(1), row.len()), ("one", "", 1));
    }

    #[test]
    fn the_delimiter_is_the_one_of_the_first_line() {
        for text in ["a;\"b,c,d\";e\n1;2;3", "a\t\"b,c,d\"\te\n1\t2\t3", "sep=;\r\na;\"b,c,d\";e\n1;2;3"] {
            assert_eq!(rows(text), [vec!["a", "b,c,d", "e"], vec!["1", "2", "3"]], "{text:?}");
        }
        assert_eq!(rows("title\nLamp"), [vec!["title"], vec!["Lamp"]]);
    }

    #[test]
    fn a_flood_of_cells_or_rows_ends_the_reading() {
        let mut table = Table::new("");
        assert_eq!(table.next_row(), Ok(None));
        let commas = format!("a\n{}", ",".repeat(MOST_CELLS * 3));
        let mut table = Table::new(&commas);
        table.next_row().unwrap();
        assert_eq!(table.next_row(), Err(ListFault::TooManyCells { row: 2 }));
        let lines = "a\n".repeat(MOST_ROWS + 1);
        let mut table = Table::new(&lines);
        let last = std::iter::from_fn(|| Some(table.next_row())).find(Result::is_err);
        assert_eq!(last, Some(Err(ListFault::TooManyRows)));
    }
}
