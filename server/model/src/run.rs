//! Calibration runs: what they read, and what they found.

use crate::confirmation::WaitingAct;
use crate::context::Context;
use crate::feedback::FeedbackCounts;
use crate::prelude::*;
use crate::publication::Publication;
use shared::calibration;
use shared::order_slope::OrderSlope;
use shared::publication::{PublicationCheck, Warning};
use shared::run_comparison::Comparison;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmittedProject {
    pub id: ProjectId,
    /// Whether it is flagged as a repeat.
    pub flagged: bool,
    pub track: Option<TrackId>,
}

#[derive(Clone, Debug)]
pub struct ProjectName {
    /// Its title now.
    pub title: String,
    /// Its team's name now.
    pub team: String,
    pub team_id: TeamId,
}

/// The calibration of an event, as its organizers see it.
#[derive(Clone, Debug)]
pub struct CalibrationState {
    /// The criteria by name, each with how much of what its scores differ by comes from the projects; empty without a run.
    pub criteria: Vec<(String, f64)>,
    /// How scores change from a judge's first review to their last in the latest run; none where too few reviews tell.
    pub order: Option<OrderSlope>,
    pub at: Context,
    /// What a run would read now.
    pub ready: Ready,
    pub run_refused: Option<Refusal>,
    /// Why nothing can be published, whatever the runs.
    pub publish_refused: Option<Refusal>,
    /// Runs, the latest first.
    pub runs: Vec<RunSummary>,
    pub latest: Option<StoredRun>,
    /// Display names of judges by address.
    pub judge_names: BTreeMap<String, String>,
    pub titles: BTreeMap<ProjectId, ProjectName>,
    pub published: Option<Publication>,
    /// The weakly connected parts of the latest run can be made tracks.
    pub parts_offered: bool,
    /// Reviews that would connect the parts of the latest run.
    pub joining: JoiningReviews,
    /// How much feedback there is for teams.
    pub feedback: FeedbackCounts,
    /// Submitted reviews that were saved since results were first published, whose judges could see the ranking; none
    /// before publication.
    pub saved_since: Option<i64>,
}
crate::in_event!(CalibrationState);

impl CalibrationState {
    /// What a project is called; empty for one that is gone.
    pub fn title(&self, project: ProjectId) -> String {
        self.titles.get(&project).map_or_else(String::new, |named| named.title.clone())
    }
}

/// Reviews that would connect the parts of a run, of judges who may give them.
#[derive(Clone, Debug, Default)]
pub struct JoiningReviews {
    /// The judge, their address, and the project.
    pub reviews: Vec<(PersonId, String, ProjectId)>,
    pub refused: Option<Refusal>,
}

/// What publishing the latest run would do, and what an organizer should know before.
#[derive(Clone, Debug)]
pub struct PublicationOffer {
    pub at: Context,
    /// Why nothing can be published, whatever the runs.
    pub refused: Option<Refusal>,
    /// What waits for a second organizer.
    pub waiting: Option<WaitingAct>,
    /// The latest run, which would be published; none before the first.
    pub run: Option<StoredRun>,
    pub published: Option<Publication>,
    /// Projects that the run places elsewhere than the published one, gained and lost among them.
    pub moved: usize,
    pub checks: Vec<PublicationCheck>,
    /// What an organizer should know before.
    pub warnings: Vec<Warning>,
    /// The community votes, so its tally becomes public too.
    pub votes: bool,
    /// How many prizes become public with their winners.
    pub prizes: usize,
    pub titles: BTreeMap<ProjectId, String>,
    /// Display names of judges by address.
    pub judge_names: BTreeMap<String, String>,
}

impl PublicationOffer {
    /// What sentences call a project.
    pub fn title(&self, id: ProjectId) -> String {
        title_among(&self.titles, id)
    }
}

/// What sentences call a project: its title, or its number where these titles lack it.
pub fn title_among(titles: &BTreeMap<ProjectId, String>, id: ProjectId) -> String {
    titles.get(&id).cloned().unwrap_or_else(|| format!("project {id}"))
}

/// Two runs of an event, compared.
#[derive(Clone, Debug)]
pub struct ComparedRuns {
    pub at: Context,
    /// All runs, the latest first.
    pub runs: Vec<RunSummary>,
    /// Which two: the earlier and the later by choice; none where the event has fewer than two runs.
    pub between: Option<[i32; 2]>,
    pub comparison: Comparison,
    pub titles: BTreeMap<ProjectId, ProjectName>,
    /// Display names of judges by address.
    pub judge_names: BTreeMap<String, String>,
}
crate::in_event!(ComparedRuns);

/// What is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftAside {
    /// All reviews of the judge with this address.
    Judge(String),
    Review(ProjectId, String),
}

/// A run, and what it would say without something.
#[derive(Clone, Debug)]
pub struct WhatIf {
    pub at: Context,
    /// The run and what it read; none before the first.
    pub run: Option<(StoredRun, calibration::Input)>,
    /// A project whose reviews can be chosen from.
    pub project: Option<ProjectId>,
    /// What is left out; none where nothing was asked.
    pub left_out: Option<LeftAside>,
    /// What would be found without it; none where nothing was asked, or nothing would be left.
    pub found: Option<RunWithout>,
    pub titles: BTreeMap<ProjectId, ProjectName>,
    /// Display names of judges by address.
    pub judge_names: BTreeMap<String, String>,
}

/// What a run would say without something.
#[derive(Clone, Debug)]
pub struct RunWithout {
    pub comparison: Comparison,
    pub ranking: calibration::Outcome,
}
