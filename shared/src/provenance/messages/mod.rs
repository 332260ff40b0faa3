//! What a check can find, as codes with named facts. `words` says them in English.

#![expect(missing_docs, reason = "a variant's name and facts say what was found; words holds the sentence")]

mod bundle;
mod document;
mod log;
mod proof;
mod scores;

pub use bundle::{
    BundleMessage, MissingForRecord, NamedBy, ReviewChange, ReviewMessage, SaidAnswer, SaidText,
};
pub use document::{ContradictedPart, DocumentKind, DocumentMessage, KeySetMessage, Summary};
pub use log::{LogMessage, MissingRows};
pub use proof::ProofMessage;
pub use scores::{ReadAndHere, ScoresMessage, SupportingMessage};

use super::compare::{Difference, ProjectNamePart};
use super::published::Replacement;
use crate::json_place::JsonBreak;

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Document(DocumentMessage),
    KeySet(KeySetMessage),
    Log(LogMessage),
    Proof(ProofMessage),
    Bundle(BundleMessage),
    Review(ReviewMessage),
    Scores(ScoresMessage),
    Supporting(SupportingMessage),
    Unknown(UnknownFile),
    // The file agrees with a document whose key is not trusted.
    UntrustedKey { file: String },
    // The file was compared with one on which others cast doubt.
    InDoubt { file: String },
    // Two trusted documents sign the log of one event for two sites.
    TwoSites { event: String, file: String, other: String },
    // The ranking of a run, of the file itself or of a signed one, is larger than a check on a server computes.
    TooMuchToCompute { run: i32, file: Option<String> },
    // The file's ranking is the signed one.
    EqualsSigned { file: String },
    // The file's ranking is not the signed one.
    DiffersFromSigned { file: String, difference: Difference },
    // A project has another title or team than in the signed ranking, and so have `more` others.
    Renamed { project: i64, name: ProjectNamePart, here: String, signed: String, file: String, more: usize },
}

/// Why a file is none of the kinds that a check knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownFile {
    NoKnownKind,
    JsonOfNoKnownKind,
    BrokenJson(JsonBreak),
    BrokenLink,
    Unreadable,
}

/// One sentence for a file, better than its name and verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Headline {
    Genuine { document: DocumentKind },
    GenuineButReplaced { document: DocumentKind, replacement: Replacement },
    KeyCameAlong { document: DocumentKind },
    BadgeCorrected,
    HeadLaterThanFile,
}

macro_rules! wrap {
    ($($wrapper:ident($inner:ident)),*) => {
        $(impl From<$inner> for Message {
            fn from(message: $inner) -> Self {
                Self::$wrapper(message)
            }
        })*
    };
}

wrap!(
    Document(DocumentMessage),
    KeySet(KeySetMessage),
    Log(LogMessage),
    Proof(ProofMessage),
    Bundle(BundleMessage),
    Review(ReviewMessage),
    Scores(ScoresMessage),
    Supporting(SupportingMessage),
    Unknown(UnknownFile)
);
