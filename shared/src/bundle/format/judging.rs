//! Assignments, reviews and conflicts of interest.

use crate::bundle::fields;
use crate::conflict::ConflictKind;
use crate::prelude::*;
use crate::rubric::Scores;

/// A judge's task for one project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleAssignment {
    /// The id it had, by which the audit log names it; an import ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// A judge's ref.
    pub person: String,
    /// A project's ref.
    pub project: String,
    /// `pending`, `done` or `recused`.
    pub status: String,
    /// `planned`, `manual`, `pulled` or `import`.
    #[serde(default = "import")]
    pub source: String,
    /// When it was handed out; null: at the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub created_at: Option<DateTime<Utc>>,
    /// Why the judge stepped aside; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub recused_reason: String,
    /// When an organizer set the review aside, which makes it `recused`.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub voided_at: Option<DateTime<Utc>>,
    /// It ended as its project was withdrawn, and comes back with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended_with_project: bool,
    /// An organizer took the judge off it, which makes it `recused`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub taken_off: bool,
    /// What the judge said, where anything is stored.
    pub review: Option<BundleReview>,
}

impl BundleAssignment {
    /// Whether the portal chose the judge, by its plan or as a judge asked for another project. Else a person or a file did.
    pub fn is_dealt(&self) -> bool {
        matches!(self.source.as_str(), "planned" | "pulled")
    }
}

fn import() -> String {
    "import".into()
}

/// A review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleReview {
    /// Null while a draft.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submitted_at: Option<DateTime<Utc>>,
    /// When a review that is set aside had been submitted.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub voided_submitted_at: Option<DateTime<Utc>>,
    /// The ref of the organizer who entered it for the judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered_by: Option<String>,
    /// For the organizers; may be empty.
    #[serde(default)]
    pub comment: String,
    /// Criterion key to integer.
    #[serde(default, deserialize_with = "fields::scores")]
    #[schema(value_type = std::collections::BTreeMap<String, i64>)]
    pub scores: Scores,
}

/// A judge who should not judge a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleConflict {
    /// A person's ref.
    pub person: String,
    /// A project's ref.
    pub project: String,
    /// `own_team`, `employer`, `mentor`, `family` or `other`.
    #[serde(default, skip_serializing_if = "is_other")]
    #[schema(value_type = String, required = false)]
    pub kind: ConflictKind,
    /// Why, for organizers; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// Files made before there were kinds have none, and mean `other`.
fn is_other(kind: &ConflictKind) -> bool {
    *kind == ConflictKind::Other
}
