//! A file that proves offline that an entry is in a log that witnesses saw: [tlog-proof](https://c2sp.org/tlog-proof).

use crate::encoding::{base64, before_empty_line, decimal, from_base64};
use crate::ensure;
use crate::malformed::Malformed;
use crate::merkle::{TreeHash, hash_lines, includes};
use crate::note::SignedNote;
use crate::policy::{PolicyFault, WitnessPolicy, WitnessedCheckpoint};
use crate::witness::MOST_HASHES;
use std::fmt;

const HEADER: &str = "c2sp.org/tlog-proof@v1";

/// The file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogProof {
    /// What the application wants to go along. Nothing signs it.
    pub extra: Option<Vec<u8>>,
    /// The place of the entry, from 0.
    pub index: u64,
    /// The proof of inclusion.
    pub path: Vec<TreeHash>,
    /// The checkpoint with its signatures.
    pub note: SignedNote,
}

impl LogProof {
    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(file: &[u8]) -> Result<Self, Malformed> {
        let file = std::str::from_utf8(file).map_err(|_| Malformed::NotUtf8)?;
        let (head, note) = before_empty_line(file)?;
        let mut lines = head.split('\n').peekable();
        ensure(lines.next() == Some(HEADER), Malformed::ProofHeader)?;
        let extra =
            lines.next_if(|line| line.starts_with("extra ")).and_then(|line| line.strip_prefix("extra "));
        let extra = extra.map(|text| from_base64(text).ok_or(Malformed::Extra)).transpose()?;
        let index = lines.next().and_then(|line| decimal(line.strip_prefix("index ")?));
        let index = index.ok_or(Malformed::Index)?;
        let path = hash_lines(lines)?;
        ensure(path.len() <= MOST_HASHES, Malformed::TooManyHashes)?;
        Ok(Self { extra, index, path, note: SignedNote::parse(note.as_bytes())? })
    }

    /// Whether the file proves that the log has this leaf, at its index, as the policy wants it.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, leaf: TreeHash, policy: &WitnessPolicy) -> Result<WitnessedCheckpoint, ProofFault> {
        let witnessed = policy.check(&self.note).map_err(ProofFault::Policy)?;
        let head = witnessed.checkpoint.head;
        ensure(includes(leaf, self.index, head.size, &self.path, head.root), ProofFault::NotIncluded)?;
        Ok(witnessed)
    }
}

impl fmt::Display for LogProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        if let Some(extra) = &self.extra {
            writeln!(f, "extra {}", base64(extra))?;
        }
        writeln!(f, "index {}", self.index)?;
        self.path.iter().try_for_each(|hash| writeln!(f, "{hash}"))?;
        write!(f, "\n{}", self.note)
    }
}

/// Why a file proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofFault {
    /// The checkpoint is not as the policy wants it.
    Policy(PolicyFault),
    /// The leaf is not at this place of the tree.
    NotIncluded,
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Policy(fault) => fault.fmt(f),
            Self::NotIncluded => f.write_str("The entry is not in the log at this place."),
        }
    }
}

impl std::error::Error for ProofFault {}
