//! An event in numbers, for its organizers.

use shared::ids::{PersonId, ProjectId};

/// What is counted. None of it reveals scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventNumbers {
    /// Submitted projects, flagged ones among them.
    pub submitted: i64,
    pub drafts: i64,
    /// Submitted projects flagged as repeats.
    pub flagged: i64,
    pub teams_without_project: i64,
    pub judges: i64,
    /// Judges with a task that is not recused, and no submitted review.
    pub judges_silent: i64,
    /// Judges without any task that is not recused.
    pub judges_idle: i64,
    /// Tasks without a submitted review.
    pub pending: i64,
    /// Tasks with one.
    pub done: i64,
    /// Of these, submitted in the last hour.
    pub done_last_hour: i64,
    /// Tasks from which the judge stepped aside.
    pub recused: i64,
    /// How many judges each project should get.
    pub reviews_per_project: i64,
}

/// A project that an organizer may have to do something about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectToCheck {
    pub id: ProjectId,
    pub title: String,
    /// It is not submitted.
    pub draft: bool,
    /// It repeats another project, so it is not ranked.
    pub flagged: bool,
    /// It has fewer assignments than each project should get, not counting those that were given back.
    pub short: bool,
    /// It has no submitted review.
    pub unreviewed: bool,
}

/// A judge who has nothing to do, or has done nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeToCheck {
    /// The judge.
    pub id: PersonId,
    pub name: String,
    /// They have no task; otherwise they have tasks and no submitted review.
    pub idle: bool,
}
