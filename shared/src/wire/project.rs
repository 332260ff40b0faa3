//! Projects.

use crate::form_question::GivenAnswers;
use crate::picture::ProjectPicture;
use crate::prelude::*;
pub use crate::project::Looks;

/// A project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Project {
    /// Identifier.
    pub id: ProjectId,
    /// Event's slug.
    pub event: String,
    /// Team's name. Empty while the event is judged blind, for readers who may not know it yet.
    pub team: String,
    /// Track of the same event.
    #[schema(required)]
    pub track: Option<TrackId>,
    /// Title.
    pub title: String,
    /// One line; may be empty.
    pub tagline: String,
    /// A paragraph; may be empty.
    pub summary: String,
    /// The whole story; may be empty.
    pub description: String,
    /// Address of the code; may be empty.
    pub repo_url: String,
    /// Address of a demo; may be empty.
    pub demo_url: String,
    /// Address of a video; may be empty.
    pub video_url: String,
    /// Which of `repo_url`, `demo_url` and `video_url` tell whose project it is, as its team says. Left out if none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names_us: Vec<String>,
    /// Its pictures, the one that lists show first.
    pub pictures: Vec<ProjectPicture>,
    /// Trimmed, lower-case, distinct.
    pub tags: Vec<String>,
    /// Answers to the event's own questions (`form_questions`) by their keys, of those that the caller may read: the team all of its own, organizers
    /// all, judges and everybody else those that are shown to them. Left out if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = std::collections::BTreeMap<String, String>, required = false)]
    pub answers: GivenAnswers,
    /// `draft`, `submitted` or `withdrawn`.
    #[schema(pattern = "^(draft|submitted|withdrawn)$")]
    pub status: String,
    /// Set once, from the database's clock.
    #[schema(required)]
    pub submitted_at: Option<DateTime<Utc>>,
    /// That an organizer withdrew it, for its team and the organizers. Left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub withdrawal: Option<Withdrawal>,
    /// The earlier project that this one repeats.
    #[schema(required)]
    pub duplicate_of: Option<ProjectId>,
    /// Why it is flagged, for the event's organizers only: `the same repository address`, `nearly the same text`,
    /// `an organizer decided`. Left out if it repeats none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub duplicate_reason: Option<String>,
    /// The room where it is shown. Left out if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// Its place in the room. Left out if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Display names of the team's members, in the order they joined; lists leave them out, and so does an event
    /// that is judged blind, for readers who may not know them yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub members: Option<Vec<String>>,
    /// What its judges looked at before they submitted, where the event counts that. Organizers who take no part read it once judging is
    /// over, for three counted judges or more. Lists leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub looks: Option<Looks>,
    /// The commit of the repository's HEAD when submissions closed, once results are published, where the portal looked; lists leave it
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^[0-9a-f]{40,64}$")]
    pub code_at_close: Option<String>,
}

/// That an organizer withdrew a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Withdrawal {
    /// When.
    pub at: DateTime<Utc>,
    /// Why.
    pub reason: String,
}
