//! Why a text does not have its format.

use std::fmt;

/// Why a note, checkpoint, key, request, proof or policy cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentence below says it")]
pub enum Malformed {
    NotUtf8,
    ControlCharacter,
    EmptyLine,
    NoSignature,
    TooManySignatures,
    SignatureLine,
    KeyName,
    VerifierKey,
    KeyId,
    KeyType,
    UnsafeKey,
    Time,
    TooShort,
    Origin,
    Size,
    Hash,
    Extension,
    OldSize,
    TooManyHashes,
    ProofHeader,
    Extra,
    Index,
    PolicyLine { line: usize },
    UnknownName { line: usize },
    RepeatedName { line: usize },
    RepeatedKey { line: usize },
    Threshold { line: usize },
    Quorum,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::NotUtf8 => "The text is not UTF-8.",
            Self::ControlCharacter => "The text contains a control character.",
            Self::EmptyLine => "The empty line between the two parts is missing.",
            Self::NoSignature => "The note has no signature line.",
            Self::TooManySignatures => "The note has more than 100 signature lines.",
            Self::SignatureLine => {
                "A signature line is not an em dash, a key name and a signature in Base 64, with one space between them."
            }
            Self::KeyName => "A key name is empty, or contains a space or a plus sign.",
            Self::VerifierKey => {
                "A verifier key is a name, eight hex digits and Base 64, with plus signs between them."
            }
            Self::KeyId => "The key id is not the one of this name and key.",
            Self::KeyType => "The key is of a type that cannot be used here.",
            Self::UnsafeKey => "The bytes are no safe Ed25519 key.",
            Self::Time => "The time of a cosignature is a number of seconds from 1 to 2^63−1.",
            Self::TooShort => "A checkpoint has at least three lines.",
            Self::Origin => "The origin of a checkpoint is empty.",
            Self::Size => "A tree size is a decimal number without leading zeros, at most 2^63−1.",
            Self::Hash => "A hash is 32 bytes in Base 64, with padding.",
            Self::Extension => "An extension line is empty, or the last line has no newline.",
            Self::OldSize => "The first line is “old” and a tree size.",
            Self::TooManyHashes => "A proof has at most 63 hashes.",
            Self::ProofHeader => "The first line is not “c2sp.org/tlog-proof@v1”.",
            Self::Extra => "The line “extra” holds bytes in Base 64.",
            Self::Index => "The line “index” and a decimal number are missing.",
            Self::PolicyLine { line } => {
                return write!(f, "Line {line} is no “log”, “witness”, “group” or “quorum” with its parts.");
            }
            Self::UnknownName { line } => {
                return write!(f, "Line {line} names a witness or group that no line before it defines.");
            }
            Self::RepeatedName { line } => return write!(f, "Line {line} uses a name a second time."),
            Self::RepeatedKey { line } => return write!(f, "Line {line} has a key that another line has."),
            Self::Threshold { line } => {
                return write!(
                    f,
                    "Line {line} needs “any”, “all”, or a number from 1 to its count of members."
                );
            }
            Self::Quorum => "The policy needs exactly one line “quorum”.",
        };
        f.write_str(sentence)
    }
}

impl std::error::Error for Malformed {}
