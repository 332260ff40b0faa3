//! The Merkle tree beside an event's log.

/// A tree, as of its latest checkpoint.
#[derive(Clone)]
pub struct LogTree {
    /// What the log is called.
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
