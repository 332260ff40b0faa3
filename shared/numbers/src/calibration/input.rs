//! What a run reads: the usable reviews, in the one order that every sum follows.

use super::outcome::Grouping;
use crate::digest::{from_hex, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// A usable review: a submitted one, of a done assignment, of a submitted and unflagged project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Project id.
    pub project: i64,
    /// The project's track, where it has one.
    pub track: Option<i64>,
    /// The judge's e-mail address, as stored.
    pub judge: String,
    /// Weighted total in millionths, 0 to 1,000,000.
    pub total_micro: i64,
}

/// The reviews of a run, sorted by project id, then judge e-mail by bytes; no pair occurs twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Input {
    dealt: bool,
    reviews: Vec<Review>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read_as: Option<ReadAs>,
}

/// The digest of an input before the addresses in it were replaced, in hex as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct ReadAs([u8; 32]);

impl TryFrom<String> for ReadAs {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        from_hex(&text).map(Self).ok_or_else(|| format!("{text} is no SHA-256"))
    }
}

impl From<ReadAs> for String {
    fn from(ReadAs(digest): ReadAs) -> Self {
        hex(&digest)
    }
}

/// Why a list of reviews is no input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences below say it")]
pub enum InputError {
    /// A judge has two reviews of one project.
    Repeated { project: i64, judge: String },
    /// Two reviews of one project name different tracks.
    TwoTracks { project: i64 },
    /// A weighted total outside 0 to 1,000,000 millionths.
    OutOfRange { project: i64, judge: String },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated { project, judge } => {
                write!(f, "{judge} has more than one review of project {project}")
            }
            Self::TwoTracks { project } => write!(f, "project {project} is given two tracks"),
            Self::OutOfRange { project, judge } => {
                write!(f, "the total of {judge} for project {project} is not between 0 and 1")
            }
        }
    }
}

impl std::error::Error for InputError {}

impl Input {
    /// Sorts `reviews` and checks them. `dealt` says that the portal dealt all of them: nobody chose who sees what, and chance alone
    /// parted projects that share no judge.
    ///
    /// # Errors
    /// [`InputError`] for a repeated (project, judge) pair, a project with two tracks, or a total
    /// that is no weighted total.
    pub fn new(mut reviews: Vec<Review>, dealt: bool) -> Result<Self, InputError> {
        reviews.sort_by(|a, b| (a.project, a.judge.as_bytes()).cmp(&(b.project, b.judge.as_bytes())));
        for pair in reviews.windows(2) {
            let [a, b] = pair else { continue };
            if a.project == b.project && a.judge == b.judge {
                return Err(InputError::Repeated { project: b.project, judge: b.judge.clone() });
            }
            if a.project == b.project && a.track != b.track {
                return Err(InputError::TwoTracks { project: b.project });
            }
        }
        if let Some(r) = reviews.iter().find(|r| !(0..=1_000_000).contains(&r.total_micro)) {
            return Err(InputError::OutOfRange { project: r.project, judge: r.judge.clone() });
        }
        Ok(Self { dealt, reviews, read_as: None })
    }

    /// The reviews by project id, then judge e-mail.
    pub fn reviews(&self) -> &[Review] {
        &self.reviews
    }

    /// The same reviews, with another answer to whether all were dealt.
    #[must_use]
    pub fn as_dealt(&self, dealt: bool) -> Self {
        Self { dealt, ..self.clone() }
    }

    /// Whether the portal dealt all reviews.
    pub fn dealt(&self) -> bool {
        self.dealt
    }

    /// What makes the groups.
    pub fn grouping(&self) -> Grouping {
        match (self.reviews.iter().any(|r| r.track.is_some()), self.dealt) {
            (true, _) => Grouping::Tracks,
            (false, true) => Grouping::None,
            (false, false) => Grouping::Parts,
        }
    }

    /// Whether it holds the same reviews, whatever digest it is known by.
    pub fn has_reviews_of(&self, other: &Self) -> bool {
        self.dealt == other.dealt && self.reviews == other.reviews
    }

    /// The same reviews, known by the digest that they had before their addresses were replaced: the draws follow from it.
    /// `None` for a text that is no digest.
    #[must_use]
    pub fn read_as(self, digest: &str) -> Option<Self> {
        Some(Self { read_as: Some(ReadAs(from_hex(digest)?)), ..self })
    }

    /// What names the input, and is the key of the draws' generator: [`Self::kept_digest`], or the one from before the
    /// addresses were replaced.
    pub fn digest(&self) -> [u8; 32] {
        self.read_as.as_ref().map_or_else(|| self.kept_digest(), |read| read.0)
    }

    /// SHA-256 over the lines `project_id,judge_email,weighted_total\n`, totals with 6 decimals.
    pub fn kept_digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for r in &self.reviews {
            let (whole, rest) = (r.total_micro / 1_000_000, r.total_micro % 1_000_000);
            hash.update(format!("{},{},{whole}.{rest:06}\n", r.project, r.judge));
        }
        hash.finalize().into()
    }

    /// [`Input::digest`] in lower-case hex, as `input_digest` shows it.
    pub fn digest_hex(&self) -> String {
        hex(&self.digest())
    }
}

/// What a stored input looks like before it has been checked again.
#[derive(Deserialize)]
struct Unchecked {
    dealt: bool,
    reviews: Vec<Review>,
    read_as: Option<ReadAs>,
}

impl TryFrom<Unchecked> for Input {
    type Error = InputError;

    fn try_from(raw: Unchecked) -> Result<Self, InputError> {
        Ok(Self { read_as: raw.read_as, ..Self::new(raw.reviews, raw.dealt)? })
    }
}
