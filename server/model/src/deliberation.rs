//! What organizers say and decide about a prize.

use crate::prelude::*;

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

/// What a note is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteSubject {
    /// The prize as a whole.
    Prize,
    /// One project.
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
    /// The judge's name.
    pub judge: String,
    pub comment: String,
}
