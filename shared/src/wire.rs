//! Objects of the JSON API, with the specification's field names. Timestamps are RFC 3339 in UTC.

use crate::ids::{AssignmentId, ProjectId, TrackId};
use crate::rubric::{Criterion, Scores};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A track of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// Identifier.
    pub id: TrackId,
    /// Name.
    pub name: String,
}

/// An event, as anybody may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Identifier used in paths.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Description; may be empty.
    pub description: String,
    /// Submissions are taken from here,
    pub submissions_open: Option<DateTime<Utc>>,
    /// until here; null never closes.
    pub submissions_close: Option<DateTime<Utc>>,
    /// Judges score from here,
    pub judging_open: Option<DateTime<Utc>>,
    /// until here; null never closes.
    pub judging_close: Option<DateTime<Utc>>,
    /// The community votes from here,
    pub voting_open: Option<DateTime<Utc>>,
    /// until here; null never closes.
    pub voting_close: Option<DateTime<Utc>>,
    /// When the results were published.
    pub results_published_at: Option<DateTime<Utc>>,
    /// Judges that each project should get.
    pub reviews_per_project: i32,
    /// Most members of a team.
    pub max_team_size: i32,
    /// `off`, `account` or `code`.
    pub voting_mode: String,
    /// Most choices on a ballot.
    pub votes_per_voter: i32,
    /// Tracks in their order.
    pub tracks: Vec<Track>,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
}

/// A project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    /// Identifier.
    pub id: ProjectId,
    /// Event's slug.
    pub event: String,
    /// Team's name.
    pub team: String,
    /// Track of the same event.
    pub track: Option<TrackId>,
    /// Title.
    pub title: String,
    /// One line; may be empty.
    pub tagline: String,
    /// A paragraph; may be empty.
    pub summary: String,
    /// The whole story; may be empty.
    pub description: String,
    /// Where the code is; may be empty.
    pub repo_url: String,
    /// Where it can be tried; may be empty.
    pub demo_url: String,
    /// Trimmed, lower-case, distinct.
    pub tags: Vec<String>,
    /// `draft` or `submitted`.
    pub status: String,
    /// Set once, from the database's clock.
    pub submitted_at: Option<DateTime<Utc>>,
    /// The earlier project that this one repeats.
    pub duplicate_of: Option<ProjectId>,
}

/// A judge's task for one project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    pub status: String,
}

/// A review as its judge reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// The assignment's status.
    pub status: String,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// For the organizers.
    pub comment: String,
    /// Criterion key to integer.
    pub scores: Scores,
    /// 0 to 1, six decimals.
    pub weighted_total: f64,
}

/// The answer to a saved review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewSaved {
    /// Assignment.
    pub assignment: AssignmentId,
    /// Null for a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// 0 to 1, six decimals.
    pub weighted_total: f64,
}

/// A ranking: the published one, or an organizer's preview of the latest run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Event's slug.
    pub event: String,
    /// Null for a preview.
    pub published_at: Option<DateTime<Utc>>,
    /// Calibration run's number.
    pub run: i32,
    /// Fingerprint of the scores the run read, SHA-256 in hex.
    pub input_digest: String,
    /// `<method-name>/v<integer>`.
    pub method: String,
    /// Why this ranking replaces an earlier one; null for the first.
    pub reason: Option<String>,
    /// The run it replaces; null for the first.
    pub supersedes: Option<i32>,
    /// Ranked entries only.
    pub projects: Vec<ResultEntry>,
}

/// One project's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultEntry {
    /// Place by calibrated score; equal scores share one.
    pub rank: u32,
    /// Place by plain mean.
    pub raw_rank: u32,
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Its team.
    pub team: String,
    /// What an average judge would give, 0 to 1 where not extreme.
    pub calibrated: f64,
    /// The model's own standard error.
    pub se: f64,
    /// Plain mean of the weighted totals, 0 to 1.
    pub raw_mean: f64,
    /// Usable reviews.
    pub reviews: u32,
    /// Low and high, a 90% bootstrap range.
    pub rank_interval: [u32; 2],
}
