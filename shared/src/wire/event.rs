//! Events.

use crate::form_question::FormQuestion;
use crate::prelude::*;
use crate::rubric::Criterion;

/// A track of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Track {
    /// Identifier.
    pub id: TrackId,
    /// Name.
    pub name: String,
}

/// An event, as anyone may read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Event {
    /// Identifier used in paths.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Description; may be empty.
    pub description: String,
    /// When submissions open; null: always open.
    #[schema(required)]
    pub submissions_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[schema(required)]
    pub submissions_close: Option<DateTime<Utc>>,
    /// When judging opens; null: always open.
    #[schema(required)]
    pub judging_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[schema(required)]
    pub judging_close: Option<DateTime<Utc>>,
    /// When voting opens; null: always open.
    #[schema(required)]
    pub voting_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[schema(required)]
    pub voting_close: Option<DateTime<Utc>>,
    /// When the results were published.
    #[schema(required)]
    pub results_published_at: Option<DateTime<Utc>>,
    /// Judges that each project should get.
    pub reviews_per_project: i32,
    /// Most members of a team.
    pub max_team_size: i32,
    /// `off`, `account` or `code`.
    #[schema(pattern = "^(off|account|code)$")]
    pub voting_mode: String,
    /// Most choices on a ballot.
    pub votes_per_voter: i32,
    /// Tracks in their order.
    pub tracks: Vec<Track>,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// What the event asks of its own in the form of a project, in the form's order; left out where it asks nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub form_questions: Vec<FormQuestion>,
    /// Where it takes place; left out where nothing is said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub venue: String,
    /// IANA name of the zone on whose clocks pages show its times.
    pub time_zone: String,
    /// Display names of its organizers; left out once its personal data are removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub organizers: Vec<String>,
    /// When submissions were last opened again after they had closed; left out where they never were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub submissions_reopened_at: Option<DateTime<Utc>>,
    /// The same of judging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub judging_reopened_at: Option<DateTime<Utc>>,
    /// The same of the vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub voting_reopened_at: Option<DateTime<Utc>>,
    /// Until when its personal data are kept; left out where no day is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub forget_on: Option<DateTime<Utc>>,
    /// When they were removed; left out where they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub forgotten_at: Option<DateTime<Utc>>,
    /// Slug of the event whose finals this is; left out for other events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub finals_of: Option<String>,
    /// Slugs of its finals; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub finals: Vec<String>,
    /// True where it is judged blind: `team` and `members` of its projects are hidden until the results are published, and from a
    /// judge until they have submitted their review. Left out elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blind: bool,
    /// True where projects that may still win get more reviews than `reviews_per_project`. Left out elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_need: bool,
    /// True where it counts what judges look at: `looked` of a review then names what was opened. Left out elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts_looks: bool,
    /// True while the event is a draft that only its organizers see; left out once it is open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draft: bool,
    /// True where the portal looks at repositories, texts and links of submitted projects; left out elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evidence: bool,
}
