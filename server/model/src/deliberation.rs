//! What organizers say and decide about a prize.

use crate::prelude::*;
use crate::project::Project;
use shared::calibration::ProjectOutcome;

/// A remark, or a decision.
#[derive(Clone, Debug)]
pub struct DeliberationNote {
    /// Who wrote it; none for the command line.
    pub author: Option<String>,
    pub at: DateTime<Utc>,
    pub about: NoteSubject,
    /// What was said, or why; a decision that follows the rule may have no reason.
    pub body: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteSubject {
    /// The prize as a whole.
    Prize,
    Project(ProjectId),
    /// A decision: these projects won, the first one first.
    Decision {
        winners: Vec<ProjectId>,
        /// They are those that the rule gave.
        by_rule: bool,
    },
}

/// What a judge wrote about a project.
#[derive(Clone, Debug)]
pub struct JudgeComment {
    pub project: ProjectId,
    pub judge: String,
    pub comment: String,
}

#[derive(Clone, Debug)]
pub struct SideBySide {
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// The projects, in the order in which they were asked for.
    pub projects: Vec<BesideOthers>,
}

#[derive(Clone, Debug)]
pub struct BesideOthers {
    pub project: Project,
    /// What the run says of it; none where it is not ranked.
    pub ranked: Option<ProjectOutcome>,
    /// The scores of the reviews that count, ascending, for each criterion of the rubric.
    pub scores: Vec<Vec<i64>>,
    /// What judges wrote about it.
    pub comments: Vec<JudgeComment>,
    /// The names of the prizes that its team asked for.
    pub asked: Vec<String>,
}
