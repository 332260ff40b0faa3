//! Rows of a delimited text. They may be ragged: Devpost's have more cells for each further member.

use super::{ListFault, MOST_CELLS};
use crate::ensure;
use std::borrow::Cow;

/// The characters that programs put between cells. The stroke counts only where the first row has no other: in a cell, it is
/// between people.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRow<'t> {
    /// Its number as a spreadsheet shows it: the header is 1.
    pub number: usize,
    /// The line on which it begins, from 1. A cell may go over several lines.
    pub line: usize,
    /// Whether there is a blank row above it.
    pub below_blank: bool,
    cells: Vec<Cow<'t, str>>,
}

impl ListRow<'_> {
    /// A cell, trimmed; empty where the row is shorter.
    pub fn cell(&self, at: usize) -> &str {
        self.cells.get(at).map_or("", |cell| cell.trim())
    }

    /// All cells, trimmed.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| cell.trim())
    }

    /// The cells that say something, each with its column.
    pub fn filled(&self) -> impl Iterator<Item = (usize, &str)> {
        self.cells().enumerate().filter(|(_, cell)| !cell.is_empty())
    }

    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether no cell says anything. A table that was pasted as text may have a line drawn below its header.
    pub fn is_empty(&self) -> bool {
        self.cells().all(|cell| cell.chars().all(|c| "-–—=:+".contains(c)))
    }
}

/// Most rows ahead that show what a list holds.
pub(crate) const LOOKED_AT: usize = 20;

/// The rows of a text.
#[derive(Clone, Debug)]
pub struct Rows<'t> {
    rest: &'t str,
    separator: char,
    number: usize,
    line: usize,
    taken: usize,
    most: usize,
}

impl<'t> Rows<'t> {
    /// Begins to read a text of at most so many rows. The separator is the one that is most frequent in its first line.
    pub fn new(text: &'t str, most: usize) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // Excel's own way to name the separator. No spreadsheet shows this line.
        let Some((named, rest)) = text.strip_prefix("sep=").map(|named| named.split_at(line_end(named)))
        else {
            return Self { rest: text, separator: separator(text), number: 0, line: 1, taken: 0, most };
        };
        let rest = after_line_end(rest);
        let named = named.chars().next().filter(|named| SEPARATORS.contains(named));
        Self { rest, separator: named.unwrap_or_else(|| separator(rest)), number: 0, line: 2, taken: 0, most }
    }

    /// The next row that is not blank.
    ///
    /// # Errors
    /// [`ListFault`] where the rest cannot be read.
    pub fn next_row(&mut self) -> Result<Option<ListRow<'t>>, ListFault> {
        let mut below_blank = false;
        while !self.rest.is_empty() {
            let row = self.record()?;
            if row.is_empty() {
                below_blank |= row.cells().all(str::is_empty);
                continue;
            }
            self.taken += 1;
            return if self.taken > self.most {
                Err(ListFault::TooManyRows { most: self.most })
            } else {
                Ok(Some(ListRow { below_blank, ..row }))
            };
        }
        Ok(None)
    }

    /// The next rows, which stay to be read: they show what columns hold. They end where one cannot be read.
    pub fn ahead(&self) -> impl Iterator<Item = ListRow<'t>> + use<'t> {
        let mut ahead = self.clone();
        (0..LOOKED_AT).map_while(move |_| ahead.next_row().ok().flatten())
    }

    /// Looks for the separator anew in what is left: above a table, people write a title that has none.
    pub fn renew_separator(&mut self) {
        self.separator = separator(self.rest);
    }

    fn record(&mut self) -> Result<ListRow<'t>, ListFault> {
        self.number += 1;
        let mut row = ListRow { number: self.number, line: self.line, below_blank: false, cells: Vec::new() };
        loop {
            let cell = self.cell()?;
            row.cells.push(cell);
            if let Some(rest) = self.rest.strip_prefix(self.separator) {
                self.rest = rest;
                ensure(row.cells.len() != MOST_CELLS, ListFault::TooManyCells { row: self.number })?;
                continue;
            }
            self.rest = after_line_end(self.rest);
            self.line += 1;
            return Ok(row);
        }
    }

    /// The text of `="0042"`, as programs write it lest a spreadsheet takes it for a number, and what follows it.
    fn guarded(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let (cell, rest) = text.strip_prefix("=\"")?.split_once('"')?;
        let ends = rest.is_empty() || rest.starts_with([self.separator, '\n', '\r']);
        (ends && !cell.contains(['\n', '\r'])).then_some((cell, rest))
    }

    /// A cell up to the separator or the line end that follows it. A quotation mark in the middle of a cell is a character like
    /// any other; one at its beginning has to close.
    fn cell(&mut self) -> Result<Cow<'t, str>, ListFault> {
        let begins = self.rest.trim_start_matches([' ', '\u{a0}']);
        if let Some((cell, rest)) = self.guarded(begins) {
            self.rest = rest;
            return Ok(Cow::Borrowed(cell));
        }
        let Some(quoted) = begins.strip_prefix('"') else {
            let end = self.rest.find([self.separator, '\n', '\r']).unwrap_or(self.rest.len());
            let (cell, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Ok(Cow::Borrowed(cell));
        };
        let (cell, rest) = unquoted(quoted).ok_or(ListFault::OpenQuote { row: self.number })?;
        let rest = rest.trim_start_matches([' ', '\u{a0}']);
        if !rest.is_empty() && !rest.starts_with([self.separator, '\n', '\r']) {
            return Err(ListFault::TextAfterQuote { row: self.number });
        }
        self.line += super::encoding::line_ends(&cell);
        self.rest = rest;
        Ok(cell)
    }
}

/// A quoted cell after its opening mark, and what follows its closing one. Two marks inside are one.
fn unquoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let (first, mut rest) = text.split_once('"')?;
    let mut cell = Cow::Borrowed(first);
    while let Some(after) = rest.strip_prefix('"') {
        let (part, following) = after.split_once('"')?;
        let owned = cell.to_mut();
        owned.push('"');
        owned.push_str(part);
        rest = following;
    }
    Some((cell, rest))
}

fn line_end(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

fn after_line_end(text: &str) -> &str {
    let rest = text.strip_prefix('\r').unwrap_or(text);
    rest.strip_prefix('\n').unwrap_or(rest)
}

/// The separator that is most frequent in the first line that says something, outside of quotes; a comma where there is none.
fn separator(text: &str) -> char {
    let mut counts = [0_usize; SEPARATORS.len()];
    let mut quoted = false;
    for c in text.trim_start().chars() {
        match c {
            '"' => quoted = !quoted,
            '\n' | '\r' if !quoted => break,
            _ if !quoted => {
                for (count, separator) in counts.iter_mut().zip(SEPARATORS) {
                    *count += usize::from(c == separator);
                }
            }
            _ => {}
        }
    }
    let [usual @ .., strokes] = counts;
    let most = usual.iter().max().copied().unwrap_or_default();
    if most == 0 && strokes > 0 {
        return '|';
    }
    usual.iter().position(|count| *count == most).and_then(|at| SEPARATORS.get(at)).copied().unwrap_or(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 100;

    fn all(text: &str) -> Result<Vec<Vec<String>>, ListFault> {
        let mut rows = Rows::new(text, MOST);
        let mut all = Vec::new();
        while let Some(row) = rows.next_row()? {
            all.push(row.cells().map(str::to_owned).collect());
        }
        Ok(all)
    }

    #[test]
    fn rows_may_be_ragged_and_cells_may_hold_lines() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "a, \"b\"\"c\" ,d\n\n1,\"two\nlines\"\n,,\n1,2,3,4".replace('\n', end);
            let lines = format!("two{end}lines");
            assert_eq!(
                all(&text).unwrap(),
                [vec!["a", "b\"c", "d"], vec!["1", &lines], vec!["1", "2", "3", "4"]]
            );
            let mut rows = Rows::new(&text, MOST);
            let numbers = std::iter::from_fn(|| rows.next_row().unwrap()).map(|row| (row.number, row.line));
            assert_eq!(numbers.collect::<Vec<_>>(), [(1, 1), (3, 3), (5, 6)], "{end:?}");
        }
        let row = Rows::new("1,, ,2,", MOST).next_row().unwrap().unwrap();
        assert_eq!(row.filled().collect::<Vec<_>>(), [(0, "1"), (3, "2")]);
        let row = Rows::new("one", MOST).next_row().unwrap().unwrap();
        assert_eq!((row.cell(0), row.cell(1), row.len()), ("one", "", 1));
    }

    #[test]
    fn a_line_drawn_below_the_header_is_no_row() {
        let pasted = "| a | b |\n|:---|---:|\n| 1 | - |\n";
        assert_eq!(all(pasted).unwrap(), [vec!["", "a", "b", ""], vec!["", "1", "-", ""]]);
        let mut rows = Rows::new("a\n--\nb\n\nc\n", MOST);
        let below = std::iter::from_fn(|| rows.next_row().unwrap()).map(|row| (row.number, row.below_blank));
        assert_eq!(below.collect::<Vec<_>>(), [(1, false), (3, false), (5, true)]);
    }

    #[test]
    fn the_separator_is_the_one_of_the_first_line() {
        for text in [
            "a;\"b,c,d\";e\n1;2;3",
            "a\t\"b,c,d\"\te\n1\t2\t3",
            "sep=;\r\na;\"b,c,d\";e\n1;2;3",
            "\u{feff}a,\"b,c,d\",e\r1,2,3\r",
            "\n\na;\"b,c,d\";e\n1;2;3",
            "a|\"b,c,d\"|e\n1|2|3",
            "sep=|\na|\"b,c,d\"|e\n1|2|3",
        ] {
            assert_eq!(all(text).unwrap(), [vec!["a", "b,c,d", "e"], vec!["1", "2", "3"]], "{text:?}");
        }
        assert_eq!(all("title\nLamp").unwrap(), [vec!["title"], vec!["Lamp"]]);
        // In a row with another separator, an upright stroke is between people, however often.
        assert_eq!(all("x,a|b|c|d\n").unwrap(), [vec!["x", "a|b|c|d"]]);
    }

    #[test]
    fn a_quotation_mark_that_opens_a_cell_has_to_close_it() {
        assert_eq!(all("a,b\n1,\"2\n3,4\n5,6\n"), Err(ListFault::OpenQuote { row: 2 }));
        assert_eq!(all("a,b\n1,\"2\"\"\n"), Err(ListFault::OpenQuote { row: 2 }));
        assert_eq!(all("a,b\n1,\"2\" 3\n"), Err(ListFault::TextAfterQuote { row: 2 }));
        assert_eq!(all("a\n19\" screen\n").unwrap(), [["a"], ["19\" screen"]]);
    }

    #[test]
    fn a_text_that_is_guarded_from_being_a_number_is_the_text() {
        assert_eq!(all("=\"0042\",=\"a,b\"\n=\"7\"").unwrap(), [vec!["0042", "a,b"], vec!["7"]]);
        assert_eq!(all("=\"a\"&\"b\",=1\n").unwrap(), [["=\"a\"&\"b\"", "=1"]]);
    }

    #[test]
    fn rows_ahead_stay_to_be_read() {
        let mut rows = Rows::new("a\n1\n2\n\"3\n", MOST);
        rows.next_row().unwrap();
        assert_eq!(rows.ahead().map(|row| row.number).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(rows.next_row().unwrap().unwrap().number, 2);
        assert_eq!(Rows::new(&"a\n".repeat(MOST), MOST).ahead().count(), LOOKED_AT);
    }

    #[test]
    fn a_flood_of_cells_or_rows_ends_the_reading() {
        assert_eq!(all(""), Ok(Vec::new()));
        let commas = format!("a\n{}", ",".repeat(MOST_CELLS * 3));
        assert_eq!(all(&commas), Err(ListFault::TooManyCells { row: 2 }));
        assert_eq!(all(&"a\n".repeat(MOST + 1)), Err(ListFault::TooManyRows { most: MOST }));
    }
}
