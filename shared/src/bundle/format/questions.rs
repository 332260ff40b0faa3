//! Questions about published results.

use crate::bundle::fields;
use crate::prelude::*;
use crate::results_question::QuestionOutcome;

/// A question about published results, with its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleQuestion {
    /// Its number: from 1 without a gap, in the list's order.
    pub number: i32,
    /// A project's ref; left out for a question about the ranking as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The ref of who asked, where they want to be named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// What is asked; empty where it was removed.
    #[serde(default)]
    pub question: String,
    /// SHA-256 of its text, in hex.
    pub question_sha256: String,
    /// When it was asked; null: at the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub raised_at: Option<DateTime<Utc>>,
    /// Until when it is to be answered; null: a week after the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub answer_by: Option<DateTime<Utc>>,
    /// `accepted`, `rejected` or `corrected`; left out without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub outcome: Option<QuestionOutcome>,
    /// What the answer says; empty without one, and where it was removed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// SHA-256 of its text, in hex; left out without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_sha256: Option<String>,
    /// When it was answered; left out without an answer.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<DateTime<Utc>>,
    /// The number of the publication that corrected the results; left out for other answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publication: Option<i32>,
    /// Why a text was removed; left out where none was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub removed: String,
}
