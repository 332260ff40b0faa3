//! What is wrong with a score.

use super::Code;

/// What is wrong with a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreFault {
    NotWhole { name: String },
    Range { name: String, min: i64, max: i64 },
    Unknown { key: String },
    Missing { name: String },
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
