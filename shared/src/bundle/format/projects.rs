//! Projects, and what people said of them and voted.

use crate::bundle::fields;
use crate::evidence::{Evidence, Fact};
use crate::form_question::GivenAnswers;
use crate::prelude::*;
use crate::project::texts_by_name;

/// A project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleProject {
    /// What the file calls it.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The id it had, by which runs name it; an import ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// The fixture id.
    pub external_id: Option<String>,
    /// A team's ref.
    pub team: String,
    /// A track's id in the file.
    pub track: Option<i64>,
    /// Title.
    pub title: String,
    /// One line; may be empty.
    #[serde(default)]
    pub tagline: String,
    /// A paragraph; may be empty.
    #[serde(default)]
    pub summary: String,
    /// The whole story; may be empty.
    #[serde(default)]
    pub description: String,
    /// Where the code is; may be empty.
    #[serde(default)]
    pub repo_url: String,
    /// Where it can be tried; may be empty.
    #[serde(default)]
    pub demo_url: String,
    /// Where a video of it is; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub video_url: String,
    /// Which of `repo_url`, `demo_url` and `video_url` tell whose project it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names_us: Vec<String>,
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Answers to the event's own questions by their keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub answers: GivenAnswers,
    /// `draft` or `submitted`.
    pub status: String,
    /// When it was submitted; null for a draft.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submitted_at: Option<DateTime<Utc>>,
    /// When an organizer withdrew it, which makes it a `draft`.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// Why it was withdrawn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub withdrawal_reason: String,
    /// When a withdrawn project had been submitted.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub withdrawn_submitted_at: Option<DateTime<Utc>>,
    /// The ref of the project that this one repeats.
    pub duplicate_of: Option<String>,
    /// The room where it is shown; may be empty. A withdrawn project goes back to its place, unless that is taken by then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// Its place in the room; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The team needs power at its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_power: bool,
    /// The team needs a quiet place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_quiet: bool,
    /// Names of the prizes that the team asks to be considered for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<String>,
    /// What was found on it, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<BundleEvidence>,
}

texts_by_name!(BundleProject, String, &);

impl BundleProject {
    /// Whether the file says a place of it.
    pub fn has_place(&self) -> bool {
        !(self.room.is_empty() && self.place.is_empty())
    }

    /// What was found on it, with the ids that it has in the file.
    pub(crate) fn facts(&self) -> impl Iterator<Item = Evidence> {
        let evidence = self.id.map(|id| (id, &self.evidence));
        evidence.into_iter().flat_map(|(id, evidence)| {
            evidence.iter().map(move |one| Evidence {
                id: one.id,
                project_id: ProjectId(id),
                fact: one.fact.clone(),
                found_at: one.found_at,
                found_by: None,
                salt: one.salt.clone(),
            })
        })
    }
}

/// A fact on a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleEvidence {
    /// Its number, by which the event's facts are in order.
    pub id: i64,
    /// What was found.
    pub fact: Fact,
    /// When.
    pub found_at: DateTime<Utc>,
    /// The person who wrote it; left out for what the portal found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_by: Option<String>,
    /// 32 hex digits that enter the digest in the signed results.
    pub salt: String,
}

/// A picture of a project. A project's pictures are in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundlePicture {
    /// A project's ref.
    pub project: String,
    /// What it shows, for people who cannot see it; empty where it only decorates.
    #[serde(default)]
    pub alt: String,
    /// WebP files from narrow to wide, in base64.
    pub files: Vec<String>,
}

/// What somebody said below a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleComment {
    /// A project's ref.
    pub project: String,
    /// A person's ref.
    pub person: String,
    /// What they said.
    pub body: String,
    /// When; null: at the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub created_at: Option<DateTime<Utc>>,
}

/// A vote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleBallot {
    /// A person's ref; null where a code voted, which nobody can tell any more.
    pub person: Option<String>,
    /// Refs of projects.
    pub choices: Vec<String>,
    /// When; null: at the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub cast_at: Option<DateTime<Utc>>,
}
