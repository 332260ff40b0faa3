//! Rows of the audit export.

use super::chain::{Broken, Link};
use super::csv::records;
use crate::audit::{AuditRow, row_hash};
use crate::export::{ExportKind, guard};

/// Cells of one row that may have got the guard's quote, at most: above, no row of ours is.
const MOST_GUARDED: u32 = 8;

/// Whether a file begins like the audit export.
pub(super) fn is_audit(bytes: &[u8]) -> bool {
    let header = ExportKind::Audit.columns(&[]).join(",");
    bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .strip_prefix(header.as_bytes())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"\r") || rest.starts_with(b"\n"))
}

/// Reads the rows of an audit export, without the quotes that guard against formulas.
///
/// # Errors
/// The first row, from 1, that cannot be read; 0 for the file as a whole.
pub fn read(bytes: &[u8]) -> Result<Vec<Link>, Broken> {
    let broken = |row: usize, why: String| Broken { row, why };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let line = bytes[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        broken(line, format!("Line {} is no UTF-8.", line + 1))
    })?;
    let mut records = records(text).map(|record| {
        record.map_err(|(record, what)| {
            broken(record.saturating_sub(1), format!("Row {} is no CSV: {what}.", record.saturating_sub(1)))
        })
    });
    if records.next().transpose()? != Some(ExportKind::Audit.columns(&[])) {
        return Err(broken(0, "The first line does not name the columns of an audit export.".into()));
    }
    records.enumerate().map(|(at, cells)| link(at + 1, &cells?)).collect()
}

/// A row from its cells.
fn link(row: usize, cells: &[String]) -> Result<Link, Broken> {
    let broken = |why: &str| Broken { row, why: format!("Row {row} {why}.") };
    let [seq, ts, actor, action, object_type, object_id, ip, before, after, prev_hash, hash] = cells else {
        return Err(broken(&format!("has {} cells, where there are 11 columns", cells.len())));
    };
    // One way only to write a number, since its text is what is hashed.
    let number = seq.parse::<i64>().ok().filter(|n| n.to_string() == *seq);
    let number = number.ok_or_else(|| broken("has no whole number as its seq"))?;
    let values = [ts, actor, action, object_type, object_id, ip, before, after];
    let guarded: Vec<bool> = values.iter().map(|cell| may_be_guarded(cell)).collect();
    let count = u32::try_from(guarded.iter().filter(|g| **g).count()).unwrap_or(u32::MAX);
    // A value that began with a quote by itself looks like a guarded one; the hash tells which it was.
    let choices = 1_u32 << count.min(MOST_GUARDED);
    let mut first = None;
    for keep in 0..choices {
        let mut nth = 0;
        let mut value = |at: usize, cell: &str| {
            if !guarded[at] {
                return cell.to_owned();
            }
            let kept = keep >> nth & 1 == 1;
            nth += 1;
            if kept { cell.to_owned() } else { cell[1..].to_owned() }
        };
        let link = Link {
            row: AuditRow {
                prev_hash: prev_hash.clone(),
                seq: number,
                ts: value(0, ts),
                actor: value(1, actor),
                action: value(2, action),
                object_type: value(3, object_type),
                object_id: value(4, object_id),
                ip: value(5, ip),
                before: value(6, before),
                after: value(7, after),
            },
            row_hash: hash.clone(),
        };
        if row_hash(&link.row) == *hash {
            return Ok(link);
        }
        first.get_or_insert(link);
    }
    // It matches no reading: the chain's check says that it was changed.
    first.ok_or_else(|| broken("cannot be read"))
}

/// Whether the guard may have put the quote that the cell begins with.
fn may_be_guarded(cell: &str) -> bool {
    cell.strip_prefix('\'').is_some_and(|value| guard(value) != value)
}
