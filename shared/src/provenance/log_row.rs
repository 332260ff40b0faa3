//! A row of a log, as a file holds it.

use crate::audit::AuditRow;

/// A row with the hash that the file gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The values that the hash covers.
    pub row: AuditRow,
    /// The hash in the file.
    pub row_hash: String,
}

impl Link {
    /// Whether the row is without its actor and their network address, as forgetting leaves it.
    pub(super) fn is_masked(&self) -> bool {
        self.row.actor.is_empty() && self.row.ip.is_empty()
    }
}
