//! Objects of the JSON API, with the specification's field names. Timestamps are RFC 3339 in UTC.

use crate::calibration::Chance;
use crate::feedback::CriterionFigure;
use crate::ids::{AssignmentId, CommentId, PersonId, PrizeId, ProjectId, TrackId};
use crate::picture::ProjectPicture;
use crate::rubric::{Criterion, Scores};
use crate::strictness::Strictness;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A track of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Track {
    /// Identifier.
    pub id: TrackId,
    /// Name.
    pub name: String,
}

/// An event, as anyone may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Event {
    /// Identifier used in paths.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Description; may be empty.
    pub description: String,
    /// When submissions open; null: always open.
    #[cfg_attr(feature = "schema", schema(required))]
    pub submissions_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[cfg_attr(feature = "schema", schema(required))]
    pub submissions_close: Option<DateTime<Utc>>,
    /// When judging opens; null: always open.
    #[cfg_attr(feature = "schema", schema(required))]
    pub judging_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[cfg_attr(feature = "schema", schema(required))]
    pub judging_close: Option<DateTime<Utc>>,
    /// When voting opens; null: always open.
    #[cfg_attr(feature = "schema", schema(required))]
    pub voting_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[cfg_attr(feature = "schema", schema(required))]
    pub voting_close: Option<DateTime<Utc>>,
    /// When the results were published.
    #[cfg_attr(feature = "schema", schema(required))]
    pub results_published_at: Option<DateTime<Utc>>,
    /// Judges that each project should get.
    pub reviews_per_project: i32,
    /// Most members of a team.
    pub max_team_size: i32,
    /// `off`, `account` or `code`.
    #[cfg_attr(feature = "schema", schema(pattern = "^(off|account|code)$"))]
    pub voting_mode: String,
    /// Most choices on a ballot.
    pub votes_per_voter: i32,
    /// Tracks in their order.
    pub tracks: Vec<Track>,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// Slug of the event whose finals this is; left out for other events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub finals_of: Option<String>,
    /// Slugs of its finals; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub finals: Vec<String>,
}

/// A project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Project {
    /// Identifier.
    pub id: ProjectId,
    /// Event's slug.
    pub event: String,
    /// Team's name.
    pub team: String,
    /// Track of the same event.
    #[cfg_attr(feature = "schema", schema(required))]
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
    /// Its pictures, the one that lists show first.
    pub pictures: Vec<ProjectPicture>,
    /// Trimmed, lower-case, distinct.
    pub tags: Vec<String>,
    /// `draft` or `submitted`.
    #[cfg_attr(feature = "schema", schema(pattern = "^(draft|submitted)$"))]
    pub status: String,
    /// Set once, from the database's clock.
    #[cfg_attr(feature = "schema", schema(required))]
    pub submitted_at: Option<DateTime<Utc>>,
    /// The earlier project that this one repeats.
    #[cfg_attr(feature = "schema", schema(required))]
    pub duplicate_of: Option<ProjectId>,
    /// Why it is flagged, for the event's organizers only: `the same repository address`, `nearly the same text`,
    /// `an organizer decided`. Left out if it repeats none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub duplicate_reason: Option<String>,
    /// The room where it is shown. Left out if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub room: String,
    /// Its place in the room. Left out if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub place: String,
    /// Display names of the team's members, in the order they joined; lists leave them out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub members: Option<Vec<String>>,
}

/// A judge's task for one project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Assignment {
    /// Identifier.
    pub id: AssignmentId,
    /// Event's slug.
    pub event: String,
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub project_title: String,
    /// `pending`, `done` or `recused`.
    #[cfg_attr(feature = "schema", schema(pattern = "^(pending|done|recused)$"))]
    pub status: String,
}

/// A review as its judge reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    #[cfg_attr(feature = "schema", schema(pattern = "^(pending|done|recused)$"))]
    pub status: String,
    /// Null while a draft.
    #[cfg_attr(feature = "schema", schema(required))]
    pub submitted_at: Option<DateTime<Utc>>,
    /// For the organizers.
    pub comment: String,
    /// Criterion key to integer.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, i64>))]
    pub scores: Scores,
    /// 0 to 1, six decimals.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1))]
    pub weighted_total: f64,
    /// When it was last saved.
    pub saved_at: DateTime<Utc>,
}

/// The answer to a saved review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewSaved {
    /// Assignment.
    pub assignment: AssignmentId,
    /// Null for a draft.
    #[cfg_attr(feature = "schema", schema(required))]
    pub submitted_at: Option<DateTime<Utc>>,
    /// 0 to 1, six decimals.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1))]
    pub weighted_total: f64,
}

/// A ranking: the published one, or an organizer's preview of the latest run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Results {
    /// Event's slug.
    pub event: String,
    /// Null for a preview.
    #[cfg_attr(feature = "schema", schema(required))]
    pub published_at: Option<DateTime<Utc>>,
    /// The publication's number in the event, from 1. One run may be published more than once. Null for a preview.
    #[cfg_attr(feature = "schema", schema(required))]
    pub publication: Option<i32>,
    /// Calibration run's number.
    pub run: i32,
    /// Fingerprint of the scores the run read, SHA-256 in hex.
    #[cfg_attr(feature = "schema", schema(pattern = "^[0-9a-f]{64}$"))]
    pub input_digest: String,
    /// `<method-name>/v<integer>`.
    #[cfg_attr(feature = "schema", schema(pattern = "^[a-z0-9-]+/v[0-9]+$"))]
    pub method: String,
    /// Why this ranking replaces an earlier one; null for the first.
    #[cfg_attr(feature = "schema", schema(required))]
    pub reason: Option<String>,
    /// The run it replaces; null for the first.
    #[cfg_attr(feature = "schema", schema(required))]
    pub supersedes: Option<i32>,
    /// Whether the calculation finished. If not, it was stopped at its limit of rounds and the numbers are less exact.
    pub converged: bool,
    /// Judges whose reviews the run read.
    pub judges: u32,
    /// Submitted projects that are not ranked because they repeat an earlier one.
    pub duplicates: u32,
    /// Submitted projects that are not ranked because they have no usable review.
    pub unreviewed: u32,
    /// The fewest projects that hold the best one with a chance of 95 %, the likeliest first. Empty for plain means.
    pub contenders: Vec<ProjectId>,
    /// Whether the winners rest on a single review or judge, by ascending places. Empty for plain means, and in events
    /// with more than 300 judges.
    pub winners_without: Vec<WinnersWithout>,
    /// The prizes whose winners are confirmed, in their order.
    pub prizes: Vec<AwardedPrize>,
    /// The corrections since the first publication, the newest first; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub corrections: Vec<Correction>,
    /// Ranked entries only.
    pub projects: Vec<ResultEntry>,
}

/// A publication that replaced an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Correction {
    /// The run that became public. A correction of prizes alone publishes the run before once more.
    pub run: i32,
    /// When.
    pub published_at: DateTime<Utc>,
    /// Why.
    pub reason: String,
}

/// One project's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResultEntry {
    /// Rank by calibrated score; equal scores share a rank.
    pub rank: u32,
    /// Rank by plain mean.
    pub raw_rank: u32,
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Its team.
    pub team: String,
    /// What an average judge would give. Mostly between 0 and 1; extreme values can be outside.
    pub calibrated: f64,
    /// The model's own standard error.
    pub se: f64,
    /// Plain mean of the weighted totals, 0 to 1.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1))]
    pub raw_mean: f64,
    /// Usable reviews.
    pub reviews: u32,
    /// Low and high, a 90% bootstrap range.
    pub rank_interval: [u32; 2],
    /// Chances to be among the first, by ascending places. Empty for plain means.
    pub chances: Vec<Chance>,
    /// The chance that it is better than the next entry. Null for the last one, beside an equal score and for plain means.
    #[cfg_attr(feature = "schema", schema(required, minimum = 0, maximum = 1))]
    pub better_than_next: Option<f64>,
    /// How strict its judges are together, beside an average judge of the event. Null with fewer than three reviews, in events with
    /// fewer than five judges, and for plain means.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub strictness: Option<Strictness>,
}

/// How many reviews and judges would change the winners if they were left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WinnersWithout {
    /// How many places win.
    pub places: u32,
    /// Reviews without each of which other projects would win.
    pub reviews: u32,
    /// Judges without each of whom other projects would win.
    pub judges: u32,
}

/// One voter's ballot in one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ballot {
    /// Event's slug.
    pub event: String,
    /// When voting opens; null: always open.
    #[cfg_attr(feature = "schema", schema(required))]
    pub voting_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[cfg_attr(feature = "schema", schema(required))]
    pub voting_close: Option<DateTime<Utc>>,
    /// Most choices on a ballot.
    pub votes_per_voter: i32,
    /// The projects chosen, in the voter's order; empty without a ballot.
    pub choices: Vec<ProjectId>,
    /// When the ballot was cast or last changed; null without one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub cast_at: Option<DateTime<Utc>>,
}

/// The tally of a community vote. It does not affect the judges' ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Votes {
    /// Event's slug.
    pub event: String,
    /// Ballots cast.
    pub ballots: i64,
    /// Every project on the ballot, most votes first, then by id.
    pub projects: Vec<ProjectVotes>,
}

/// One project's votes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProjectVotes {
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Its team.
    pub team: String,
    /// Ballots that chose it.
    pub votes: i64,
}

/// A public comment on a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Comment {
    /// Identifier.
    pub id: CommentId,
    /// Project.
    pub project: ProjectId,
    /// Its author's display name.
    pub author: String,
    /// The text, up to 2000 characters.
    pub body: String,
    /// When it was posted.
    pub created_at: DateTime<Utc>,
}

/// The caller's own account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Me {
    /// Identifier.
    pub id: PersonId,
    /// Address.
    pub email: String,
    /// Display name.
    pub name: String,
    /// Whether the address is confirmed.
    pub confirmed: bool,
    /// Whether this is a site admin, who counts as organizer of every event.
    pub is_staff: bool,
    /// Roles by event, in the events' order.
    pub roles: Vec<Role>,
    /// The caller's own teams, with their members, by event.
    pub teams: Vec<Team>,
}

/// One role in one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Role {
    /// Event's slug.
    pub event: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    /// Name of the caller's team in the event; null without one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub team: Option<String>,
}

/// The caller's own team in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Team {
    /// Event's slug.
    pub event: String,
    /// Name.
    pub name: String,
    /// Whether a link leads onto it. The link itself is shown once, to the member who makes it.
    pub has_link: bool,
    /// Its members, in the order they joined.
    pub members: Vec<TeamMember>,
}

/// A member of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TeamMember {
    /// Display name.
    pub name: String,
    /// When they joined.
    pub joined_at: DateTime<Utc>,
}

/// What judges wrote about one project, and what they scored, without their names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Feedback {
    /// Project.
    pub project: ProjectId,
    /// The comments of its submitted reviews, in random order; left out where the organizers don't show them to teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub comments: Option<Vec<String>>,
    /// Reviews that count in the ranking; left out with `criteria`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub reviews: Option<i64>,
    /// The mean per criterion, in the order of the rubric; empty with fewer than three reviews. Left out where the organizers
    /// don't show it to teams, and while judging is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub criteria: Option<Vec<CriterionFigure>>,
}

/// A prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prize {
    /// Identifier.
    pub id: PrizeId,
    /// Name.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// What it is; may be empty.
    pub description: String,
    /// How many projects win it.
    pub number: i32,
    /// Which projects can win it: `all`, those of a `track`, or `opt-in`.
    #[cfg_attr(feature = "schema", schema(pattern = "^(all|track|opt-in)$"))]
    pub eligibility: String,
    /// The track, where it is for one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub track: Option<TrackId>,
    /// How the winners are found: `rank`, `panel`, `vote` or `choice`.
    #[cfg_attr(feature = "schema", schema(pattern = "^(rank|panel|vote|choice)$"))]
    pub rule: String,
    /// Why these won; empty where no reason was given, and before the results are published.
    pub reason: String,
    /// The projects that won, the first one first; null before the results are published.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winners: Option<Vec<PrizeWinner>>,
}

/// A prize with its winners, as the results name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AwardedPrize {
    /// Identifier.
    pub id: PrizeId,
    /// Name.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// How the winners were found: `rank`, `panel`, `vote` or `choice`.
    #[cfg_attr(feature = "schema", schema(pattern = "^(rank|panel|vote|choice)$"))]
    pub rule: String,
    /// Why these won; may be empty.
    pub reason: String,
    /// The projects that won, the first one first.
    pub winners: Vec<PrizeWinner>,
}

/// A project that won a prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PrizeWinner {
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Team's name.
    pub team: String,
}

/// What an organizer tells the caller, who has not marked it as read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Notice {
    /// Identifier.
    pub id: i64,
    /// The event's slug.
    pub event: String,
    /// The organizer who wrote it.
    pub author: String,
    /// Its text.
    pub text: String,
    /// Whether it asks to be acknowledged.
    pub urgent: bool,
    /// When it was posted.
    pub posted_at: DateTime<Utc>,
}

/// A visit that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MissedVisit {
    /// Why: `absent`, `busy` or `cannot_demo`.
    pub mark: String,
    /// When the judge was there.
    pub at: DateTime<Utc>,
}

/// One of a judge's assignments, with what the judge keeps beside the review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgeTask {
    /// Assignment.
    pub assignment: AssignmentId,
    /// Project.
    pub project: ProjectId,
    /// The room in which the project is shown; may be empty.
    pub room: String,
    /// Its place in the room; may be empty.
    pub place: String,
    /// The visit in vain that the judge marked, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub missed: Option<MissedVisit>,
    /// The judge's private note; may be empty.
    pub note: String,
}

/// A judge's tasks in one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgeTasks {
    /// The event's slug.
    pub event: String,
    /// The assignments, in the order in which the judge visits them.
    pub tasks: Vec<JudgeTask>,
    /// The projects that the judge liked best, the best first; left out where the event does not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub first_three: Option<Vec<ProjectId>>,
    /// The prizes whose panel the judge is on.
    pub panels: Vec<PrizeId>,
    /// The newest link that somebody made to the judge's reviews after they had begun; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub new_link: Option<NewLink>,
}

/// A new link to a judge's reviews.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewLink {
    /// Who made it; null where their account is gone.
    #[cfg_attr(feature = "schema", schema(required))]
    pub by: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A conflict of interest of the caller, a judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgeConflict {
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub project_title: String,
    /// `own_team`, `employer`, `mentor`, `family` or `other`.
    pub kind: String,
    /// Whether the caller declared it.
    pub own: bool,
    /// The caller's words; empty for what others declared.
    pub reason: String,
}

/// A prize whose panel the caller is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Panel {
    /// The event's slug.
    pub event: String,
    /// The prize.
    pub prize: PrizeId,
    /// Its name.
    pub name: String,
    /// How many projects the caller has put in order.
    pub ranked: i32,
}

/// The panel of a prize as one who is on it meets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PanelOrder {
    /// The event's slug.
    pub event: String,
    /// The prize.
    pub prize: PrizeId,
    /// Its name.
    pub name: String,
    /// What the prize is for; may be empty.
    pub description: String,
    /// Whether the order can be given or changed now.
    pub open: bool,
    /// The projects to choose from, by title: none of the caller's own team, and none that the caller has a conflict with.
    pub eligible: Vec<PanelProject>,
    /// The caller's order, the best first; empty before they give one.
    pub order: Vec<ProjectId>,
}

/// A project that a panel can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PanelProject {
    /// Project.
    pub project: ProjectId,
    /// Title.
    pub title: String,
    /// Team's name.
    pub team: String,
    /// The room in which it is shown; may be empty.
    pub room: String,
    /// Its place in the room; may be empty.
    pub place: String,
}

/// What a team asks for with a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProjectWishes {
    /// Project.
    pub project: ProjectId,
    /// The prizes that it competes for because the team asked.
    pub prizes: Vec<PrizeId>,
    /// Whether it needs power at its place.
    pub power: bool,
    /// Whether it needs a quiet place.
    pub quiet: bool,
    /// Whether this can be changed now.
    pub open: bool,
}

/// A team as its join link shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LinkedTeam {
    /// The event's slug.
    pub event: String,
    /// The team's name.
    pub team: String,
    /// The names of its members, in the order they joined.
    pub members: Vec<String>,
    /// Whether the caller is on it already.
    pub mine: bool,
    /// Whether the caller can join it now.
    pub open: bool,
}

/// How far the visits of judges to a project are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProjectVisits {
    /// Project.
    pub project: ProjectId,
    /// Judges whose review is submitted.
    pub come: i64,
    /// Judges who have the project still to review.
    pub to_come: i64,
    /// Visits in vain, the latest first.
    pub missed: Vec<MissedVisit>,
}
