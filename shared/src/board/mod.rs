//! The board of an evening of judging: how far every project and judge is, at which pace, and what is at risk.
//!
//! Nothing here predicts well: it says what happens if everybody goes on as in the last minutes. That is enough to see, an
//! hour before the close, which projects will be short of reviews.

mod for_all;
mod pace;
mod projects;
mod timeline;

pub use for_all::ForAll;
pub use pace::{PACE_MINUTES, Pace};
pub use projects::{JudgeProgress, JudgeState, MISSED_AT_RISK, ProjectJudge, ProjectProgress, Risk};
pub use timeline::{Point, STEPS, counted_timeline};

use crate::prelude::*;

/// One assignment, as the board sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The assignment's id.
    pub assignment: i64,
    /// Project id.
    pub project: i64,
    /// The judge's person id.
    pub judge: i64,
    /// How far it is.
    pub state: TaskState,
    /// When the judge got it.
    pub dealt: DateTime<Utc>,
    /// When its review was last saved; none without one.
    pub saved: Option<DateTime<Utc>>,
    /// The judge's newest mark says that the visit was in vain.
    pub missed: bool,
}

/// How far an assignment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// The review is to come.
    Pending,
    /// The review was submitted at this moment, and counts.
    Done(DateTime<Utc>),
    /// It counts no more: the judge stepped aside, or the review is void.
    Aside,
}

/// What the board is computed from.
#[derive(Clone, Debug)]
pub struct BoardInput {
    /// The present.
    pub now: DateTime<Utc>,
    /// When reviews can be submitted.
    pub judging: Window,
    /// How many reviews each project should have.
    pub planned: u32,
    /// The projects that are ranked.
    pub projects: Vec<i64>,
    /// The judges.
    pub judges: Vec<i64>,
    /// The assignments, in the order in which each judge has them.
    pub tasks: Vec<Task>,
    /// The projects that are dealt to judges who have not come yet, one for each of these judges.
    pub not_here: Vec<i64>,
}

/// The board in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Evening {
    /// Reviews that are finished, those beyond the plan too.
    pub finished: u32,
    /// Reviews that projects are short of.
    pub missing: u32,
    /// Reviews that were planned: so many for each project.
    pub planned: u32,
    /// How fast they come; none where too few came lately, and while judging is not open.
    pub pace: Option<Pace>,
    /// Of those that are missing, how many no judge who is here has.
    pub nobody: u32,
    /// Minutes until the last missing review is in that a judge has, each at their own pace: that of the projects and judges below. None
    /// without a pace, and beyond a week.
    pub minutes_left: Option<u32>,
    /// How many of the planned reviews are finished at the close, in the same way, with those beyond the plan that are finished now; none
    /// without a pace or a close.
    pub at_close: Option<u32>,
    /// Finished reviews over time, from the opening to the present.
    pub timeline: Vec<Point>,
    /// The projects, those that need something first.
    pub projects: Vec<ProjectProgress>,
    /// The judges, those that need something first.
    pub judges: Vec<JudgeProgress>,
}

impl Evening {
    /// Computes the board.
    pub fn of(input: &BoardInput) -> Self {
        let BoardInput { now, judging, planned, .. } = *input;
        let ranked: std::collections::BTreeSet<i64> = input.projects.iter().copied().collect();
        let tasks: Vec<Task> = input.tasks.iter().filter(|t| ranked.contains(&t.project)).copied().collect();
        let mut times: Vec<DateTime<Utc>> = tasks.iter().filter_map(Task::finished).collect();
        times.sort_unstable();
        let pace = Pace::of(&times, judging, now);
        let judges = projects::judges(input, &tasks, pace);
        let projects = projects::projects(input, &tasks, &judges);
        let missing = projects.iter().map(|p| planned.saturating_sub(p.done)).sum();
        let finished = u32::try_from(times.len()).unwrap_or(u32::MAX);
        let nobody = projects.iter().map(|p| p.nobody).sum();
        let last_in = projects.iter().map(|p| p.last_in).fold(0.0, f64::max);
        let in_time: u32 = projects.iter().map(|p| p.expected.min(planned.saturating_sub(p.done))).sum();
        Self {
            finished,
            missing,
            planned: planned.saturating_mul(u32::try_from(projects.len()).unwrap_or(u32::MAX)),
            pace,
            nobody,
            minutes_left: pace.and_then(|_| pace::forecast(last_in)),
            at_close: pace.zip(judging.close).map(|_| finished.saturating_add(in_time)),
            timeline: timeline::timeline(&times, judging, now),
            projects,
            judges,
        }
    }

    /// Projects that need something.
    pub fn at_risk(&self) -> impl Iterator<Item = &ProjectProgress> {
        self.projects.iter().filter(|project| project.risk.is_some())
    }
}

impl Task {
    /// When its review was submitted, if it counts.
    pub fn finished(&self) -> Option<DateTime<Utc>> {
        match self.state {
            TaskState::Done(at) => Some(at),
            TaskState::Pending | TaskState::Aside => None,
        }
    }
}

#[cfg(test)]
mod tests;
