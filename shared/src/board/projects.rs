//! How far each project and each judge is, and what they need.

use super::{BoardInput, Pace, Task, TaskState};
use crate::prelude::*;
use chrono::TimeDelta;

/// So many judges who visited in vain put a project at risk.
pub const MISSED_AT_RISK: u32 = 3;
/// A judge's own pace is that of so many minutes.
const JUDGE_MINUTES: u32 = 60;
/// A judge who saved nothing for so long is silent, and one who is invited has not come.
const SILENT: TimeDelta = TimeDelta::minutes(30);

/// A project, and who reviews it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectProgress {
    /// Project id.
    pub project: i64,
    /// Reviews that are finished.
    pub done: u32,
    /// Judges whose review is to come.
    pub pending: u32,
    /// Judges to whom it is dealt and who have not come yet.
    pub not_here: u32,
    /// Of those whose review is to come, how many will have finished at the close, each at their own pace.
    pub expected: u32,
    /// Judges that it lacks even if everybody comes to whom it is dealt.
    pub undealt: u32,
    /// Judges that it lacks. Those who are not here yet are no lack until judging has been open for half an hour.
    pub lacks: u32,
    /// Missing reviews that no judge who is here has.
    pub nobody: u32,
    /// Minutes until its last missing review is in that a judge has, each at their own pace.
    pub(super) last_in: f64,
    /// Judges who visited in vain and have not reviewed it since.
    pub missed: u32,
    /// Its judges with how far each is.
    pub judges: Vec<ProjectJudge>,
    /// Why it will not have its planned reviews; none where it will.
    pub risk: Option<Risk>,
}

/// A judge of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProjectJudge {
    /// The assignment's id.
    pub assignment: i64,
    /// Person id.
    pub judge: i64,
    /// How far the review is.
    pub state: TaskState,
    /// A draft of the review is saved, and nothing is submitted.
    pub begun: bool,
    /// The judge visited in vain and has not reviewed it since.
    pub missed: bool,
}

/// Why a project will not have its planned reviews, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Risk {
    /// All its judges stepped aside.
    AllAside,
    /// Too few judges have it, even if all of them finish.
    NoJudge,
    /// Several judges found nobody, or could not see it.
    Missed,
    /// Its judges do not get to it at their present pace.
    Late,
}

/// A judge, and how far they are.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeProgress {
    /// Person id.
    pub judge: i64,
    /// Reviews that are finished.
    pub done: u32,
    /// Reviews that are to come.
    pub pending: u32,
    /// How many of these will be finished at the close, at the judge's own pace; all where that is not known.
    pub expected: u32,
    /// Their pace: their own, or that of an ordinary judge; none where neither is known.
    pub pace: Option<Pace>,
    /// When they last saved anything.
    pub last: Option<DateTime<Utc>>,
    /// What they need.
    pub state: JudgeState,
}

/// How a judge is getting on, those who need something first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JudgeState {
    /// Judging has been open for half an hour, they have had projects for so long, and they have saved nothing.
    NotBegun,
    /// They saved nothing for half an hour, and have had reviews to finish for so long.
    Silent,
    /// At their pace they do not finish.
    Behind,
    /// They have no project.
    Idle,
    /// They have saved nothing, and nobody expects it of them yet.
    Ready,
    /// They saved something lately.
    Working,
    /// They have finished all that they have.
    Finished,
}

impl JudgeState {
    /// Whether an organizer has something to do about it. Once judging is over, a judge without a project needs none.
    pub fn needs_something(self, over: bool) -> bool {
        self <= Self::Behind || self == Self::Idle && !over
    }
}

/// The judges, those who need something first, then by what they have left.
pub(super) fn judges(input: &BoardInput, tasks: &[Task], pace: Option<Pace>) -> Vec<JudgeProgress> {
    let mut of_judge: BTreeMap<i64, Vec<&Task>> = input.judges.iter().map(|id| (*id, vec![])).collect();
    for task in tasks {
        of_judge.entry(task.judge).or_default().push(task);
    }
    let working = tasks.iter().filter(|t| t.finished().is_some_and(|at| recent(input, at)));
    let working = working.map(|task| task.judge).collect::<std::collections::BTreeSet<_>>().len();
    let common = pace.map(|pace| pace.of_each(u32::try_from(working).unwrap_or(u32::MAX)));
    let mut judges: Vec<_> =
        of_judge.into_iter().map(|(judge, tasks)| progress(input, judge, &tasks, common)).collect();
    judges.sort_by_key(|j| (j.state, std::cmp::Reverse(j.pending - j.expected), j.last, j.judge));
    judges
}

fn recent(input: &BoardInput, at: DateTime<Utc>) -> bool {
    input.now - at < TimeDelta::minutes(super::PACE_MINUTES.into())
}

/// `common` is the pace of an ordinary judge: that of a judge who has finished nothing lately.
fn progress(input: &BoardInput, judge: i64, tasks: &[&Task], common: Option<Pace>) -> JudgeProgress {
    let BoardInput { now, judging, .. } = *input;
    let count = |of: fn(&TaskState) -> bool| {
        u32::try_from(tasks.iter().filter(|task| of(&task.state)).count()).unwrap_or(u32::MAX)
    };
    let pending = count(|state| *state == TaskState::Pending);
    let done = count(|state| matches!(state, TaskState::Done(_)));
    let times: Vec<_> = tasks.iter().filter_map(|task| task.finished()).collect();
    let own = Pace::since(&times, judging, now, JUDGE_MINUTES).filter(|own| own.reviews > 0);
    let pace = own.or(common);
    let left = judging.close.filter(|_| judging.is_open(now)).map(|close| (close - now).num_minutes());
    let expected = match (pace.zip(left), judging.phase(now)) {
        (_, Phase::Closed) => 0,
        (Some((pace, left)), _) => {
            let left = f64::from(i32::try_from(left).unwrap_or(i32::MAX));
            (1..=pending).take_while(|nth| pace.minutes(*nth) <= left).last().unwrap_or(0)
        }
        (None, _) => pending,
    };
    let last = tasks.iter().filter_map(|task| task.saved.max(task.finished())).max();
    // Who came late, or got more after they had finished, has half an hour from then on.
    let dealt = tasks.iter().filter(|task| task.state == TaskState::Pending).map(|task| task.dealt).min();
    let quiet = |since: Option<DateTime<Utc>>| since.max(dealt).is_none_or(|since| now - since >= SILENT);
    let state = match judging.phase(now) {
        _ if pending + done == 0 => JudgeState::Idle,
        _ if pending == 0 => JudgeState::Finished,
        Phase::NotYet => JudgeState::Ready,
        _ if last.is_none() && quiet(judging.open) => JudgeState::NotBegun,
        _ if last.is_some() && quiet(last) => JudgeState::Silent,
        _ if expected < pending => JudgeState::Behind,
        _ if last.is_none() => JudgeState::Ready,
        _ => JudgeState::Working,
    };
    JudgeProgress { judge, done, pending, expected, pace, last, state }
}

/// The projects: by risk, then by what they are short of, then by id.
pub(super) fn projects(input: &BoardInput, tasks: &[Task], judges: &[JudgeProgress]) -> Vec<ProjectProgress> {
    let of_judge: BTreeMap<i64, &JudgeProgress> = judges.iter().map(|judge| (judge.judge, judge)).collect();
    let empty = |&project: &i64| {
        let judges = Vec::new();
        let none = ProjectProgress {
            project,
            done: 0,
            pending: 0,
            not_here: 0,
            expected: 0,
            undealt: 0,
            lacks: 0,
            nobody: 0,
            last_in: 0.0,
            missed: 0,
            judges,
            risk: None,
        };
        (project, none)
    };
    let mut of_project: BTreeMap<i64, ProjectProgress> = input.projects.iter().map(empty).collect();
    let mut reached: BTreeMap<i64, u32> = BTreeMap::new();
    // In how many minutes each review that is to come is in.
    let mut to_come: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for task in tasks {
        let Some(project) = of_project.get_mut(&task.project) else { continue };
        let Task { assignment, judge, state, .. } = *task;
        let pending = state == TaskState::Pending;
        let (begun, missed) = (pending && task.saved.is_some(), pending && task.missed);
        project.judges.push(ProjectJudge { assignment, judge, state, begun, missed });
        match task.state {
            TaskState::Done(_) => project.done += 1,
            TaskState::Aside => {}
            TaskState::Pending => {
                let nth = reached.entry(task.judge).or_default();
                *nth += 1;
                project.pending += 1;
                project.missed += u32::from(task.missed);
                let of = of_judge.get(&task.judge);
                project.expected += u32::from(of.is_some_and(|of| *nth <= of.expected));
                let minutes = of.and_then(|of| of.pace).map_or(f64::INFINITY, |pace| pace.minutes(*nth));
                to_come.entry(task.project).or_default().push(minutes);
            }
        }
    }
    for project in &input.not_here {
        if let Some(project) = of_project.get_mut(project) {
            project.not_here += 1;
        }
    }
    // Some judges come late, and their sheets are printed. Without times nobody is late.
    let BoardInput { judging, now, .. } = *input;
    let begins = judging == Window::default() || judging.open.is_some_and(|open| now - open < SILENT);
    let early = begins && !judging.is_over(now);
    let mut projects: Vec<_> = of_project.into_values().collect();
    for project in &mut projects {
        let missing = input.planned.saturating_sub(project.done);
        project.nobody = missing.saturating_sub(project.pending);
        project.undealt = project.nobody.saturating_sub(project.not_here);
        project.lacks = if early { project.undealt } else { project.nobody };
        let mut minutes = to_come.remove(&project.project).unwrap_or_default();
        minutes.sort_by(f64::total_cmp);
        // Those beyond the plan are not waited for.
        project.last_in = minutes
            .into_iter()
            .take(usize::try_from(missing).unwrap_or(usize::MAX))
            .next_back()
            .unwrap_or(0.0);
        project.risk = risk(project, input.planned, early);
    }
    projects.sort_by_key(|p| (p.risk.is_none(), p.risk, p.done + p.expected, p.done, p.project));
    projects
}

/// `early`: judges who have not come yet are awaited.
fn risk(project: &ProjectProgress, planned: u32, early: bool) -> Option<Risk> {
    let awaited = if early { project.not_here } else { 0 };
    let missing = planned.saturating_sub(project.done + awaited);
    let of = |risk, holds| if holds { Some(risk) } else { None };
    of(Risk::AllAside, missing > 0 && project.done + project.pending == 0 && !project.judges.is_empty())
        .or(of(Risk::NoJudge, project.lacks > 0))
        .or(of(Risk::Missed, project.missed >= MISSED_AT_RISK))
        .or(of(Risk::Late, project.expected < missing))
}
