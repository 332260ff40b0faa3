//! What is wrong with a score.

use super::Code;

/// What is wrong with a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreFault {
    /// No whole number.
    NotWhole { name: String },
    /// Outside the criterion's range.
    Range { name: String, min: i64, max: i64 },
    /// A criterion that the rubric does not have.
    Unknown { key: String },
    /// A criterion without a score, in a review to submit.
    Missing { name: String },
    /// There are more faults of this kind.
    More,
}

impl ScoreFault {
    /// The code of a refusal whose first fault this is.
    pub fn code(&self) -> Code {
        match self {
            Self::NotWhole { .. } => Code::ScoreInteger,
            Self::Range { .. } => Code::ScoreRange,
            Self::Unknown { .. } | Self::More => Code::ScoreUnknown,
            Self::Missing { .. } => Code::ScoreMissing,
        }
    }
}
