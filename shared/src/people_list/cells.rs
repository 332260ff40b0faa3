//! Rows and cells: a list cut at its line ends and separators, outside quotation marks.

/// A row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The line it begins on, from 1.
    pub(super) line: usize,
    /// Its cells, trimmed, without the quotation marks around them.
    pub(super) cells: Vec<String>,
}

/// Cuts a text into rows of cells. A quotation mark at the beginning of a cell opens it up to the next one, over line ends
/// too; one that is never closed is a character like any other.
pub(super) fn rows(text: &str, separator: char) -> Vec<Row> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut rows = Vec::new();
    while !reader.rest.is_empty() {
        let line = reader.line;
        let mut cells = Vec::new();
        loop {
            let (cell, end) = reader.cell(separator);
            cells.push(cell);
            if end != End::Cell {
                break;
            }
        }
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(Row { line, cells });
        }
    }
    rows
}

#[derive(PartialEq)]
enum End {
    Cell,
    Row,
}

struct Reader<'t> {
    rest: &'t str,
    line: usize,
}

impl Reader<'_> {
    fn cell(&mut self, separator: char) -> (String, End) {
        let begins = self.rest.trim_start_matches([' ', '\u{a0}']);
        if let Some(cell) = begins.strip_prefix('"').and_then(quoted) {
            let (text, after) = cell;
            let blank = after.trim_start_matches([' ', '\u{a0}']);
            if blank.is_empty() || blank.starts_with([separator, '\n', '\r']) {
                self.line += text.matches('\n').count();
                self.rest = blank;
                let end = self.step(separator);
                return (text.trim().to_owned(), end);
            }
        }
        let length = self.rest.find([separator, '\n', '\r']).unwrap_or(self.rest.len());
        let cell = self.rest[..length].trim().to_owned();
        self.rest = &self.rest[length..];
        let end = self.step(separator);
        (cell, end)
    }

    /// Passes the separator or the line end that follows a cell.
    fn step(&mut self, separator: char) -> End {
        if let Some(rest) = self.rest.strip_prefix(separator) {
            self.rest = rest;
            return End::Cell;
        }
        let rest = self.rest.strip_prefix('\r').unwrap_or(self.rest);
        self.rest = rest.strip_prefix('\n').unwrap_or(rest);
        self.line += 1;
        End::Row
    }
}

/// A quoted cell after its opening mark, `""` being one mark; and what follows its closing one.
fn quoted(text: &str) -> Option<(String, &str)> {
    let (mut cell, mut rest) = (String::new(), text);
    loop {
        let (part, after) = rest.split_once('"')?;
        cell.push_str(part);
        match after.strip_prefix('"') {
            Some(after) => {
                cell.push('"');
                rest = after;
            }
            None => return Some((cell, after)),
        }
    }
}

/// A cell without the guard of our exports: the quote before a character with which a spreadsheet begins a formula.
pub(super) fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest,
        _ => cell,
    }
}
