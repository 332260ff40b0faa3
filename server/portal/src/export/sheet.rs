//! One CSV file as it grows, and how values are written in it.

use super::parts::{PART, Parts};
use crate::prelude::*;
use chrono::SecondsFormat;
use shared::export::guard;

/// A CSV file: RFC 4180, every cell guarded against being run as a formula.
pub struct Sheet {
    writer: csv::Writer<Vec<u8>>,
    rows: usize,
}

impl Sheet {
    /// A file with its header row.
    pub fn new(columns: &[String]) -> Outcome<Self> {
        let mut writer = writer();
        writer.write_record(columns).map_err(Failure::broken)?;
        Ok(Self { writer, rows: 0 })
    }

    /// Adds a row, a cell for each column.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> Outcome<()> {
        for cell in cells {
            self.writer.write_field(guard(cell.as_ref()).as_bytes()).map_err(Failure::broken)?;
        }
        // Ends the record; it fails where the cells are not as many as the columns.
        self.writer.write_record(None::<&[u8]>).map_err(Failure::broken)?;
        self.rows += 1;
        Ok(())
    }

    /// The file's bytes and the number of rows below the header.
    pub fn finish(self) -> Outcome<(Vec<u8>, usize)> {
        Ok((self.writer.into_inner().map_err(Failure::broken)?, self.rows))
    }

    /// The rows that were not taken yet, as bytes.
    fn take(&mut self) -> Outcome<Vec<u8>> {
        std::mem::replace(&mut self.writer, writer()).into_inner().map_err(Failure::broken)
    }
}

fn writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new())
}

/// A CSV file that is sent as it grows.
pub(super) struct SentSheet {
    sheet: Sheet,
    parts: Parts,
}

impl SentSheet {
    /// A file with its header row, which is sent at once: the first rows may take a moment.
    pub(super) async fn new(columns: &[String], parts: Parts) -> Outcome<Self> {
        let mut sent = Self { sheet: Sheet::new(columns)?, parts };
        sent.parts.buffer = sent.sheet.take()?;
        sent.parts.flush().await?;
        Ok(sent)
    }

    /// Adds a row, a cell for each column.
    pub(super) async fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> Outcome<()> {
        self.sheet.row(cells)?;
        if self.sheet.writer.get_ref().len() < PART {
            return Ok(());
        }
        self.parts.buffer = self.sheet.take()?;
        self.parts.flush().await
    }

    /// Sends the last rows.
    pub(super) async fn end(mut self) -> Outcome<()> {
        self.parts.buffer = self.sheet.take()?;
        self.parts.flush().await
    }
}

/// A moment in RFC 3339, UTC; null is empty.
pub(super) fn moment(at: Option<DateTime<Utc>>) -> String {
    at.map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true)).unwrap_or_default()
}

/// A number or an id; null is empty.
pub(super) fn number<N: ToString>(number: Option<N>) -> String {
    number.map(|n| n.to_string()).unwrap_or_default()
}

/// A decimal with six places.
pub(super) fn decimal(value: f64) -> String {
    // Zero has no sign.
    format!("{:.6}", if value == 0.0 { 0.0 } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_quoted_where_needed_and_guarded() {
        let mut sheet = Sheet::new(&["a".into(), "b".into()]).unwrap();
        sheet.row(["=1+1", "say \"hi\", you"]).unwrap();
        sheet.row(["-1.5", "two\nlines"]).unwrap();
        sheet.row(["", ""]).unwrap();
        let (text, rows) = sheet.finish().unwrap();
        let expected = "a,b\r\n'=1+1,\"say \"\"hi\"\", you\"\r\n-1.5,\"two\nlines\"\r\n,\r\n";
        assert_eq!((String::from_utf8(text).unwrap().as_str(), rows), (expected, 3));
        assert!(Sheet::new(&["a".into()]).unwrap().row(["1", "2"]).is_err());
    }

    #[test]
    fn decimals_have_six_places_and_moments_end_in_z() {
        assert_eq!(
            (decimal(0.5), decimal(-0.0), decimal(-0.25)),
            ("0.500000".into(), "0.000000".into(), "-0.250000".into())
        );
        let at = DateTime::from_timestamp(1_795_000_000, 0);
        assert_eq!((moment(at).as_str(), moment(None).as_str()), ("2026-11-18T11:06:40Z", ""));
    }
}
