//! Questions about published results.

use crate::prelude::*;

/// A question about published results, with its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// Its number in the event, from 1 without a gap.
    pub number: i32,
    /// The project that it is about; null for the ranking as a whole.
    #[schema(required)]
    pub project: Option<ProjectId>,
    /// What is asked; null where it was removed.
    #[schema(required)]
    pub question: Option<String>,
    /// SHA-256 of the question's text, in hex.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub question_sha256: String,
    /// Who asked; null where they don't want to be named.
    #[schema(required)]
    pub asked_by: Option<String>,
    /// When it was asked.
    pub raised_at: DateTime<Utc>,
    /// Until when it is to be answered.
    pub answer_by: DateTime<Utc>,
    /// `open`, `late`, or what the answer came to: `accepted`, `rejected` or `corrected`.
    pub state: String,
    /// The answer; null before it, and where it was removed.
    #[schema(required)]
    pub answer: Option<String>,
    /// SHA-256 of the answer's text, in hex; null before the answer.
    #[schema(required)]
    pub answer_sha256: Option<String>,
    /// When it was answered.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    /// The number of the publication that corrected the results; null for other answers.
    #[schema(required)]
    pub publication: Option<i32>,
    /// Why a text was removed; null where none was.
    #[schema(required)]
    pub removed: Option<String>,
}

/// The questions about an event's results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Questions {
    /// Until when questions are taken; null where none are.
    #[schema(required)]
    pub questions_until: Option<DateTime<Utc>>,
    /// By number.
    pub questions: Vec<Question>,
}
