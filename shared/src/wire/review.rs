//! Reviews.

use crate::prelude::*;
use crate::rubric::Scores;

/// A review as its judge reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScoreRecord {
    /// Assignment.
    pub assignment: AssignmentId,
    /// Event's slug.
    pub event: String,
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub project_title: String,
    /// The judge's e-mail address.
    pub judge: String,
    /// The assignment's status: `pending`, `done` or `recused`.
    #[schema(pattern = "^(pending|done|recused)$")]
    pub status: String,
    /// Null while a draft.
    #[schema(required)]
    pub submitted_at: Option<DateTime<Utc>>,
    /// For the organizers.
    pub comment: String,
    /// Criterion key to integer.
    #[schema(value_type = std::collections::BTreeMap<String, i64>)]
    pub scores: Scores,
    /// 0 to 1, six decimals.
    #[schema(minimum = 0, maximum = 1)]
    pub weighted_total: f64,
    /// When it was last saved.
    pub saved_at: DateTime<Utc>,
}

/// The answer to a saved review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewSaved {
    /// Assignment.
    pub assignment: AssignmentId,
    /// Null for a draft.
    #[schema(required)]
    pub submitted_at: Option<DateTime<Utc>>,
    /// 0 to 1, six decimals.
    #[schema(minimum = 0, maximum = 1)]
    pub weighted_total: f64,
}
