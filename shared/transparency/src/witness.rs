//! Asking a witness to sign, and judging as one: `add-checkpoint` of [tlog-witness](https://c2sp.org/tlog-witness).

use crate::checkpoint::Checkpoint;
use crate::encoding::{before_empty_line, decimal};
use crate::ensure;
use crate::malformed::Malformed;
use crate::merkle::{TreeHash, TreeHead, extends, hash_lines};
use crate::note::{SignatureFault, SignatureLine, SignedNote, VerifierKey};
use std::fmt;

/// What a proof has at most: a tree of 2^63 leaves needs no more.
pub(crate) const MOST_HASHES: usize = 63;

/// The content type of the answer 409.
pub const SIZE_TYPE: &str = "text/x.tlog.size";

/// The body of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddCheckpoint {
    /// The size that the witness cosigned last, as far as the log knows; 0 to ask for it.
    pub old_size: u64,
    /// That the tree of that size begins the new one.
    pub proof: Vec<TreeHash>,
    /// The new checkpoint.
    pub note: SignedNote,
}

impl AddCheckpoint {
    /// Reads a body.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(body: &[u8]) -> Result<Self, Malformed> {
        let body = std::str::from_utf8(body).map_err(|_| Malformed::NotUtf8)?;
        let (head, note) = before_empty_line(body)?;
        let mut lines = head.split('\n');
        let old_size = lines.next().and_then(|line| decimal(line.strip_prefix("old ")?));
        let old_size = old_size.ok_or(Malformed::OldSize)?;
        let proof = hash_lines(lines)?;
        ensure(proof.len() <= MOST_HASHES, Malformed::TooManyHashes)?;
        Ok(Self { old_size, proof, note: SignedNote::parse(note.as_bytes())? })
    }

    /// What a witness says to it: the checkpoint that it must store, and then cosign, or a refusal. `logs` are the keys of the
    /// logs that it knows, each named by its origin. `latest` gives what it cosigned last for an origin, and must be read in
    /// the transaction that stores the new one.
    ///
    /// # Errors
    /// Why it refuses, in the order of the specification.
    pub fn judge(
        &self,
        logs: &[VerifierKey],
        latest: impl FnOnce(&str) -> Option<TreeHead>,
    ) -> Result<Checkpoint, WitnessRefusal> {
        let checkpoint = Checkpoint::parse(&self.note.text).map_err(|_| WitnessRefusal::BadRequest)?;
        let mut keys = logs.iter().filter(|key| key.name() == checkpoint.origin).peekable();
        keys.peek().ok_or(WitnessRefusal::UnknownLog)?;
        let checks: Vec<_> = keys.map(|key| self.note.check(key)).collect();
        if checks.contains(&Err(SignatureFault::Wrong)) || !checks.iter().any(Result::is_ok) {
            return Err(WitnessRefusal::NotSigned);
        }
        let latest = latest(&checkpoint.origin).unwrap_or_else(TreeHead::empty);
        advance(latest, self.old_size, checkpoint.head, &self.proof)?;
        Ok(checkpoint)
    }
}

impl fmt::Display for AddCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "old {}", self.old_size)?;
        self.proof.iter().try_for_each(|hash| writeln!(f, "{hash}"))?;
        write!(f, "\n{}", self.note)
    }
}

/// Whether a witness that cosigned `latest` may go on to `head`. Everything but the signature.
///
/// # Errors
/// Why not.
pub fn advance(
    latest: TreeHead,
    old_size: u64,
    head: TreeHead,
    proof: &[TreeHash],
) -> Result<(), WitnessRefusal> {
    ensure(old_size <= head.size, WitnessRefusal::BadRequest)?;
    ensure(old_size == latest.size, WitnessRefusal::OtherSize { cosigned: latest.size })?;
    if extends(latest, head, proof) { Ok(()) } else { Err(WitnessRefusal::Inconsistent) }
}

/// Why a witness does not sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentence above says it")]
pub enum WitnessRefusal {
    /// 400: the body has not the form, or its old size is above the new one.
    BadRequest,
    /// 403: no key that the witness trusts for this log has signed.
    NotSigned,
    /// 404: the witness does not know this log.
    UnknownLog,
    /// 409: the witness cosigned another size last.
    OtherSize { cosigned: u64 },
    /// 422: the proof does not hold. What the witness cosigned does not begin this tree.
    Inconsistent,
}

impl WitnessRefusal {
    /// The status of the answer.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::BadRequest => 400,
            Self::NotSigned => 403,
            Self::UnknownLog => 404,
            Self::OtherSize { .. } => 409,
            Self::Inconsistent => 422,
        }
    }

    /// What it means to a log that asked with `old_size` about its tree of `size`, and whose proof was right.
    #[must_use]
    pub fn meaning(self, old_size: u64, size: u64) -> RefusalMeaning {
        match self {
            Self::BadRequest => RefusalMeaning::Fault,
            Self::NotSigned | Self::UnknownLog => RefusalMeaning::NotKnown,
            Self::OtherSize { cosigned } if cosigned > size => RefusalMeaning::Shorter { cosigned },
            // Version 1.0 of the protocol said 409 with the same size where the roots differ.
            Self::OtherSize { cosigned } if cosigned == old_size => RefusalMeaning::Rewritten,
            Self::OtherSize { cosigned } => RefusalMeaning::AskAgain { cosigned },
            Self::Inconsistent => RefusalMeaning::Rewritten,
        }
    }
}

/// What a refusal says about the log itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentence above says it")]
pub enum RefusalMeaning {
    /// Nothing: ask again with a proof from the size that the witness cosigned last.
    AskAgain { cosigned: u64 },
    /// The witness does not know the log, or not this key of it. Its operator adds it.
    NotKnown,
    /// The request was wrong: a fault of the program.
    Fault,
    /// Alarm: the witness cosigned a longer log. Entries were lost, as by restoring an older backup.
    Shorter { cosigned: u64 },
    /// Alarm: the log was rewritten, or has two histories.
    Rewritten,
}

impl RefusalMeaning {
    /// Whether somebody has to look at the log.
    #[must_use]
    pub fn is_alarm(self) -> bool {
        matches!(self, Self::Shorter { .. } | Self::Rewritten)
    }
}

/// What a witness answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WitnessAnswer {
    /// Lines that may be cosignatures: [`cosignatures`] takes those of known keys.
    Lines(Vec<SignatureLine>),
    /// It does not sign.
    Refused(WitnessRefusal),
    /// It cannot answer now, or not in the form of the protocol. Ask again later.
    Unavailable,
}

impl WitnessAnswer {
    /// Reads status and body.
    #[must_use]
    pub fn read(status: u16, body: &[u8]) -> Self {
        let body = std::str::from_utf8(body).unwrap_or_default();
        let size = || decimal(body.strip_suffix('\n')?);
        let refusal = match status {
            200 => return SignatureLine::parse_all(body).map_or(Self::Unavailable, Self::Lines),
            400 => WitnessRefusal::BadRequest,
            403 => WitnessRefusal::NotSigned,
            404 => WitnessRefusal::UnknownLog,
            409 => match size() {
                Some(cosigned) => WitnessRefusal::OtherSize { cosigned },
                None => return Self::Unavailable,
            },
            422 => WitnessRefusal::Inconsistent,
            _ => return Self::Unavailable,
        };
        Self::Refused(refusal)
    }
}

/// The lines that this witness's key made over the text of a checkpoint. Lines of unknown keys are left out.
///
/// # Errors
/// No line of the key, or one that does not hold.
pub fn cosignatures(
    text: &str,
    lines: Vec<SignatureLine>,
    witness: &VerifierKey,
) -> Result<Vec<SignatureLine>, SignatureFault> {
    let note = SignedNote { text: text.to_owned(), signatures: lines };
    note.check(witness)?;
    Ok(note.signatures.into_iter().filter(|line| witness.made(line)).collect())
}
