//! The Merkle tree beside an event's log.

use shared::ids::EventId;

/// A tree, as of its latest checkpoint.
#[derive(Clone)]
pub struct LogTree {
    pub origin: String,
    /// Blinds its leaves.
    pub secret: Vec<u8>,
    /// The seed of the key that signs its checkpoints.
    pub key: Vec<u8>,
    /// How many rows of the log are in it.
    pub size: i64,
    /// The root over them.
    pub root: Vec<u8>,
}

impl std::fmt::Debug for LogTree {
    // Two secrets are in it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LogTree({} of {})", self.size, self.origin)
    }
}

/// Hashes side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogTile {
    pub level: i32,
    pub place: i64,
    pub hashes: Vec<u8>,
}

/// A log whose latest checkpoint a witness has not cosigned.
#[derive(Clone, Debug)]
pub struct UnwitnessedLog {
    pub event: EventId,
    pub name: String,
    /// How much of it the witness cosigned, as far as is known here.
    pub cosigned: i64,
}
