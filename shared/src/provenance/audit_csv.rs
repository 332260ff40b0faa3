//! Rows of the audit export.

use super::csv::{rows, whole};
use super::log_row::Link;
use super::rows::{BrokenRow, RowFault};
use crate::audit::{AuditRow, row_hash};
use crate::export::{ExportKind, behind_guard};
use crate::text::without_mark;

/// Most cells of one row that are tried both with and without a quote of the guard. No row of ours has more cells.
const MOST_GUARDED: u32 = 8;

/// Most failed readings in one file. A cell with the guard's quote is read at the first try, so an honest file needs few;
/// without a bound, a made-up file could keep a check busy for hours.
const MOST_TRIES: usize = 100_000;

/// Whether a file begins with the columns of the audit export.
pub(super) fn is_audit(bytes: &[u8]) -> bool {
    let header = ExportKind::Audit.columns(&[]).join(",");
    without_mark(bytes)
        .strip_prefix(header.as_bytes())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"\r") || rest.starts_with(b"\n"))
}

/// Reads the rows of an audit export, without the quotes that guard against formulas.
///
/// # Errors
/// The first row, from 1, that cannot be read; 0 for the file as a whole.
pub fn read(bytes: &[u8]) -> Result<Vec<Link>, BrokenRow> {
    let mut rows = rows(bytes)?;
    if rows.next().transpose()?.map(|(_, header)| header) != Some(ExportKind::Audit.columns(&[])) {
        return Err(BrokenRow { row: 0, fault: RowFault::NotAnAuditExport });
    }
    let mut tries = MOST_TRIES;
    rows.map(|row| row.and_then(|(row, cells)| link(row, &cells, &mut tries))).collect()
}

/// A row from its cells. Each failed reading is taken from `tries`.
fn link(row: usize, cells: &[String], tries: &mut usize) -> Result<Link, BrokenRow> {
    let broken = |fault| BrokenRow { row, fault };
    let [seq, ts, actor, action, object_type, object_id, ip, before, after, prev_hash, hash] = cells else {
        return Err(broken(RowFault::WrongCells { cells: cells.len(), columns: 11 }));
    };
    let number = whole(seq).ok_or_else(|| broken(RowFault::NotANumber { column: "seq".into() }))?;
    let values = [ts, actor, action, object_type, object_id, ip, before, after];
    let guarded: Vec<bool> = values.iter().map(|cell| behind_guard(cell).is_some()).collect();
    let count = u32::try_from(guarded.iter().filter(|g| **g).count()).unwrap_or(u32::MAX);
    // A value that itself begins with a quote looks like a guarded one. The hash shows which it was.
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
        // Its hash covered an actor who is gone, so no reading has it. No other value of ours begins with a quote.
        if link.is_masked() {
            return Ok(link);
        }
        first.get_or_insert(link);
        let Some(left) = tries.checked_sub(1) else {
            return Err(broken(RowFault::TooManyReadings));
        };
        *tries = left;
    }
    // No reading has this hash, so the chain's check reports the row as changed.
    first.ok_or_else(|| broken(RowFault::Unreadable))
}
