//! The members of a bundle.

use super::fields;
use crate::conflict::ConflictKind;
use crate::rubric::{Criterion, Scores};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What the member `format` says.
pub const FORMAT: &str = "evenhand-bundle/1";

/// An event as a file. `runs` and `audit` are no part of it: an imported event starts without runs and with
/// a chain of its own, so both are accepted and left aside.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bundle {
    /// The event, its tracks and its rubric.
    pub event: BundleEvent,
    /// Everybody who has anything to do with the event.
    pub people: Vec<BundlePerson>,
    /// Teams with their members.
    pub teams: Vec<BundleTeam>,
    /// Projects, drafts included.
    pub projects: Vec<BundleProject>,
    /// Assignments with their reviews.
    pub assignments: Vec<BundleAssignment>,
    /// What people said below projects.
    pub comments: Vec<BundleComment>,
    /// Votes of the community.
    pub ballots: Vec<BundleBallot>,
    /// Declared conflicts of interest.
    pub conflicts: Vec<BundleConflict>,
    /// Prizes in their order.
    pub prizes: Vec<BundlePrize>,
}

impl Bundle {
    /// The file's text, without a moment of export.
    ///
    /// # Errors
    /// None that a bundle can cause.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        #[derive(Serialize)]
        struct File<'b> {
            format: &'static str,
            #[serde(flatten)]
            bundle: &'b Bundle,
        }
        serde_json::to_vec(&File { format: FORMAT, bundle: self })
    }
}

/// The event's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleEvent {
    /// The slug it had; an import ignores it.
    #[serde(default)]
    pub slug: Option<String>,
    /// Name.
    pub name: String,
    /// Description; may be empty.
    #[serde(default)]
    pub description: String,
    /// Submissions are taken from here on; null: always have been.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submissions_open: Option<DateTime<Utc>>,
    /// The first moment after it; null: never closes.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submissions_close: Option<DateTime<Utc>>,
    /// Judges score from here on; null: always have.
    #[serde(default, deserialize_with = "fields::moment")]
    pub judging_open: Option<DateTime<Utc>>,
    /// The first moment after it; null: never closes.
    #[serde(default, deserialize_with = "fields::moment")]
    pub judging_close: Option<DateTime<Utc>>,
    /// The community votes from here on; null: always has.
    #[serde(default, deserialize_with = "fields::moment")]
    pub voting_open: Option<DateTime<Utc>>,
    /// The first moment after it; null: never closes.
    #[serde(default, deserialize_with = "fields::moment")]
    pub voting_close: Option<DateTime<Utc>>,
    /// When its results were published; an import ignores it.
    #[serde(default, deserialize_with = "fields::moment")]
    pub results_published_at: Option<DateTime<Utc>>,
    /// Judges that each project should get.
    #[serde(default = "three")]
    pub reviews_per_project: i32,
    /// Most members of a team.
    #[serde(default = "five")]
    pub max_team_size: i32,
    /// Tracks in their order.
    #[serde(default)]
    pub tracks: Vec<BundleTrack>,
    /// The rubric in its order.
    #[serde(default)]
    pub criteria: Vec<Criterion>,
    /// `off`, `account` or `code`.
    #[serde(default = "off")]
    pub voting_mode: String,
    /// Most choices on a ballot.
    #[serde(default = "three")]
    pub votes_per_voter: i32,
    /// Whether participants see their review comments once results are published.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub feedback_released: bool,
    /// Whether no project wins more than one prize.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_prize_each: bool,
    /// IANA name of the zone in which organizers see and type times; left out for UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Minutes that a judge spends with a project; left out without a timer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visit_minutes: Option<i32>,
    /// Reviews that every project gets before further ones go where they help most; left out for the usual number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_floor: Option<i32>,
}

fn three() -> i32 {
    3
}

fn five() -> i32 {
    5
}

fn off() -> String {
    "off".into()
}

impl Default for BundleEvent {
    fn default() -> Self {
        Self {
            slug: None,
            name: String::new(),
            description: String::new(),
            submissions_open: None,
            submissions_close: None,
            judging_open: None,
            judging_close: None,
            voting_open: None,
            voting_close: None,
            results_published_at: None,
            reviews_per_project: three(),
            max_team_size: five(),
            tracks: Vec::new(),
            criteria: Vec::new(),
            voting_mode: off(),
            votes_per_voter: three(),
            feedback_released: false,
            one_prize_each: false,
            time_zone: None,
            visit_minutes: None,
            review_floor: None,
        }
    }
}

/// A track; its number counts inside the file only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleTrack {
    /// What people, projects and prizes of the file call it.
    pub id: i64,
    /// Name.
    pub name: String,
}

/// A person of the event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundlePerson {
    /// What the file calls them.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The fixture id.
    #[serde(default)]
    pub external_id: Option<String>,
    /// Address, by which an account is found.
    pub email: String,
    /// Display name, for an account that is made.
    pub name: String,
    /// `participant`, `judge`, `organizer`, each at most once.
    #[serde(default)]
    pub roles: Vec<String>,
    /// Tracks that a judge knows about.
    #[serde(default)]
    pub tracks: Vec<i64>,
    /// Most reviews that a judge takes; null: no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_cap: Option<i32>,
    /// A judge's salt of the digest in their record, 32 hex digits; null: the import makes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_salt: Option<String>,
}

/// A team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleTeam {
    /// What the file calls it.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The fixture id.
    #[serde(default)]
    pub external_id: Option<String>,
    /// Name, unique in the event without case.
    pub name: String,
    /// Who is on it.
    #[serde(default)]
    pub members: Vec<BundleMember>,
}

/// A person on a team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleMember {
    /// A person's ref.
    pub person: String,
    /// Since when; null: since the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub joined_at: Option<DateTime<Utc>>,
}

/// A project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleProject {
    /// What the file calls it.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The id it had, by which runs name it; an import ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// The fixture id.
    #[serde(default)]
    pub external_id: Option<String>,
    /// A team's ref.
    pub team: String,
    /// A track's id in the file.
    #[serde(default)]
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
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// `draft` or `submitted`.
    pub status: String,
    /// When it was submitted; null for a draft.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submitted_at: Option<DateTime<Utc>>,
    /// The ref of the project that this one repeats.
    #[serde(default)]
    pub duplicate_of: Option<String>,
    /// The room where it is shown; may be empty.
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
}

/// A judge's task for one project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// What the judge said, where anything is stored.
    #[serde(default)]
    pub review: Option<BundleReview>,
}

fn import() -> String {
    "import".into()
}

/// A review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleReview {
    /// Null while a draft.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submitted_at: Option<DateTime<Utc>>,
    /// For the organizers; may be empty.
    #[serde(default)]
    pub comment: String,
    /// Criterion key to integer.
    #[serde(default, deserialize_with = "fields::scores")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, i64>))]
    pub scores: Scores,
}

/// What somebody said below a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleBallot {
    /// A person's ref; null where a code voted, which nobody can tell any more.
    #[serde(default)]
    pub person: Option<String>,
    /// Refs of projects.
    pub choices: Vec<String>,
    /// When; null: at the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub cast_at: Option<DateTime<Utc>>,
}

/// A judge who should not judge a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleConflict {
    /// A person's ref.
    pub person: String,
    /// A project's ref.
    pub project: String,
    /// `own_team`, `employer`, `mentor`, `family` or `other`.
    #[serde(default, skip_serializing_if = "is_other")]
    #[cfg_attr(feature = "schema", schema(value_type = String, required = false))]
    pub kind: ConflictKind,
    /// Why, for organizers; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// Files made before there were kinds have none, and mean `other`.
fn is_other(kind: &ConflictKind) -> bool {
    *kind == ConflictKind::Other
}

/// A prize.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BundlePrize {
    /// Name, unique in the event.
    pub name: String,
    /// What it is; may be empty.
    #[serde(default)]
    pub description: String,
    /// Who gives it; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sponsor: String,
    /// The track it is for, by its id in the file.
    #[serde(default)]
    pub track: Option<i64>,
    /// Only teams that ask for it are considered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opt_in: bool,
    /// `rank`, `panel`, `vote` or `choice`: how the winners are found.
    #[serde(default = "choice", skip_serializing_if = "is_choice")]
    pub rule: String,
    /// How many projects win it.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub winners: i32,
    /// The ref of the project that has it, where one has.
    #[serde(default)]
    pub project: Option<String>,
    /// The refs of the projects that have it, the first one first, where several have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub projects: Vec<String>,
    /// Why these won; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

fn choice() -> String {
    "choice".into()
}

fn is_choice(rule: &str) -> bool {
    rule == "choice"
}

fn one() -> i32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(number: &i32) -> bool {
    *number == 1
}

impl BundlePrize {
    /// The refs of the projects that have it, the first one first.
    pub fn given_to(&self) -> impl Iterator<Item = &str> {
        self.project.iter().chain(&self.projects).map(String::as_str)
    }
}
