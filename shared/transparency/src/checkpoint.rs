//! A log's size and root, as the log signs them: [tlog-checkpoint](https://c2sp.org/tlog-checkpoint).

use crate::encoding::decimal;
use crate::ensure;
use crate::malformed::Malformed;
use crate::merkle::{TreeHash, TreeHead};
use crate::note::{NoteSigner, SignatureFault, SignedNote, VerifierKey};
use std::fmt;

/// What a checkpoint says. Extension lines are kept, since signatures cover them, and mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which log: an address without its scheme.
    pub origin: String,
    /// The tree.
    pub head: TreeHead,
    /// Lines after the third.
    pub extensions: Vec<String>,
}

impl Checkpoint {
    /// The checkpoint of a log.
    #[must_use]
    pub fn new(origin: &str, head: TreeHead) -> Self {
        Self { origin: origin.to_owned(), head, extensions: Vec::new() }
    }

    /// Reads the text of a note.
    ///
    /// # Errors
    /// What is wrong with it. The root of an empty tree is left to who judges the tree.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let mut lines = text.strip_suffix('\n').ok_or(Malformed::Extension)?.split('\n');
        let (Some(origin), Some(size), Some(root)) = (lines.next(), lines.next(), lines.next()) else {
            return Err(Malformed::TooShort);
        };
        ensure(!origin.is_empty(), Malformed::Origin)?;
        let size = decimal(size).ok_or(Malformed::Size)?;
        let root = TreeHash::from_base64(root).ok_or(Malformed::Hash)?;
        let extensions: Vec<String> = lines.map(str::to_owned).collect();
        ensure(!extensions.iter().any(String::is_empty), Malformed::Extension)?;
        Ok(Self { origin: origin.to_owned(), head: TreeHead { size, root }, extensions })
    }

    /// Signs the checkpoint for its log.
    ///
    /// # Errors
    /// A key that is no log's.
    pub fn sign(&self, log: &NoteSigner) -> Result<SignedNote, Malformed> {
        let text = self.to_string();
        let signatures = vec![log.sign(&text)?];
        Ok(SignedNote { text, signatures })
    }

    /// Reads a note that this log signed. The origin must be the key's name.
    ///
    /// # Errors
    /// Why it is not this log's checkpoint.
    pub fn open(note: &SignedNote, log: &VerifierKey) -> Result<Self, CheckpointFault> {
        note.check(log).map_err(CheckpointFault::Signature)?;
        let checkpoint = Self::parse(&note.text).map_err(CheckpointFault::Malformed)?;
        ensure(checkpoint.origin == log.name(), CheckpointFault::OtherLog)?;
        Ok(checkpoint)
    }
}

/// Writes the text of the note.
impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}\n{}", self.origin, self.head.size, self.head.root)?;
        self.extensions.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// Why a note is no checkpoint of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointFault {
    /// The log has not signed it.
    Signature(SignatureFault),
    /// It has another form.
    Malformed(Malformed),
    /// It names another log than the key does.
    OtherLog,
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature(fault) => fault.fmt(f),
            Self::Malformed(fault) => fault.fmt(f),
            Self::OtherLog => f.write_str("The checkpoint is of another log."),
        }
    }
}

impl std::error::Error for CheckpointFault {}
