//! A row of an audit chain, as signed documents name it.

use serde::{Deserialize, Serialize};

/// A row of an audit chain. Signed, it shows later whether rows were removed from the end of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditHead {
    /// The row's number in its chain.
    pub seq: i64,
    /// Its hash.
    pub row_hash: String,
    /// The root of the Merkle tree over the rows up to it, spelled as in a checkpoint; absent where the log had no tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
}

impl AuditHead {
    /// Whether two heads of one row cannot both be true.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        let roots = self.root.as_ref().zip(other.root.as_ref());
        self.row_hash != other.row_hash || roots.is_some_and(|(one, other)| one != other)
    }
}
