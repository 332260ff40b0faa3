//! Calibration runs: what they read, and what they found.

use crate::prelude::*;
use shared::calibration;

/// Why a submitted project is not ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exclusion {
    /// It repeats an earlier project.
    Duplicate,
    /// It has no usable review.
    NoReviews,
}

impl Exclusion {
    /// The word in the export: `duplicate` or `no_reviews`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::NoReviews => "no_reviews",
        }
    }
}

/// The submitted projects that a run does not rank, in id order.
pub type Excluded = BTreeMap<ProjectId, Exclusion>;

/// A stored run without the reviews it read.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRun {
    /// Key of its row.
    pub id: i64,
    /// Its number: counts from 1 in each event.
    pub run: i32,
    pub created_at: DateTime<Utc>,
    /// What it found, to the bit: method, input digest, ranking, judges, connectivity, fit.
    pub outcome: calibration::Outcome,
    /// What it left out.
    pub excluded: Excluded,
    /// What each criterion says of the projects, in the order of the rubric; empty where too few reviews tell, and for runs before
    /// the third version of the model.
    pub criteria: Vec<CriterionShare>,
}

/// How much of what a criterion's scores differ by comes from the projects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CriterionShare {
    /// The criterion's key.
    pub key: String,
    /// 0 to 1, at 3 decimals; the rest comes from judges and from chance.
    pub share: f64,
}

/// What a run would read now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// Reviews that count.
    pub reviews: usize,
    /// Judges who gave them.
    pub judges: usize,
    /// Projects that would be ranked.
    pub projects: usize,
    /// Draft reviews, which stay out.
    pub drafts: usize,
    /// Submitted projects without a usable review.
    pub unreviewed: usize,
    /// Submitted projects flagged as repeats.
    pub flagged: usize,
    /// The latest run, where it read exactly this: a new run would give the same result.
    pub same_as: Option<i32>,
}

/// A run as a list shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    pub run: i32,
    pub created_at: DateTime<Utc>,
    pub method: String,
    /// SHA-256 (hex) of what it read.
    pub input_digest: String,
    /// Name of who asked for it; `None` for the command line.
    pub by: Option<String>,
    /// Reviews it read.
    pub reviews: u32,
    /// Projects it ranks.
    pub projects: u32,
}

/// A review that the next run would read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsableReview {
    pub project: ProjectId,
    pub track: Option<TrackId>,
    /// The judge's address, as stored.
    pub judge: String,
    /// Criterion key to integer.
    pub scores: Scores,
    /// The portal dealt the assignment: the planner did, or the judge asked for another project.
    pub dealt: bool,
}

/// A submitted project, as what reads runs needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmittedProject {
    pub id: ProjectId,
    /// Whether it is flagged as a repeat.
    pub flagged: bool,
    pub track: Option<TrackId>,
}

/// A project as a ranking names it.
#[derive(Clone, Debug)]
pub struct ProjectName {
    /// Its title now.
    pub title: String,
    /// Its team's name now.
    pub team: String,
    pub team_id: TeamId,
}
