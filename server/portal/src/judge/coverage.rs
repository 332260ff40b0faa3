//! Who reviews what: every judge and every project, a page of each at a time.

use super::board::{self, BoardNumbers, KeptBoards};
use crate::caller::Caller;
use chrono::{DateTime, Utc};
use model::context::Context;
use shared::board::{JudgeProgress, ProjectJudge, ProjectProgress, TaskState};
use std::collections::{BTreeMap, HashMap};
use store::database::Database;
use store::failure::Outcome;

/// Most projects on a page.
pub const PROJECTS: usize = 100;
/// Most judges on a page.
pub const JUDGES: usize = 60;

/// Which part is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageAsked {
    /// The page of projects, from 1.
    pub projects: usize,
    /// The page of judges, from 1.
    pub judges: usize,
    /// By title and name, in place of those that need something first.
    pub by_name: bool,
}

/// Who reviews what.
#[derive(Clone, Debug)]
pub struct Coverage {
    pub at: Context,
    /// When the numbers were read, on the database's clock.
    pub now: DateTime<Utc>,
    /// What is shown.
    pub asked: CoverageAsked,
    /// How many reviews each project should have.
    pub planned: u32,
    /// How many projects and judges there are.
    pub all: [usize; 2],
    /// The judges of this page, in the order of the columns.
    pub judges: Vec<CoveringJudge>,
    /// The projects of this page.
    pub projects: Vec<CoveredProject>,
    /// How many pairs of the whole event are in each state.
    pub marks: BTreeMap<Mark, usize>,
    /// How many projects of the whole event lack a judge.
    pub short: usize,
}

/// A judge, and how far they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveringJudge {
    /// Person id.
    pub id: i64,
    /// Name; none for somebody who judges no more.
    pub name: Option<String>,
    /// Reviews that are finished.
    pub done: u32,
    /// Reviews that count, those to come among them.
    pub given: u32,
}

/// A project, and who reviews it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredProject {
    pub id: i64,
    pub title: String,
    /// Reviews that are finished.
    pub done: u32,
    /// How many judges it lacks, of those that are planned.
    pub short: u32,
    /// A cell for each judge of the page.
    pub cells: Vec<Option<Cell>>,
}

/// What a judge has to do with a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub mark: Mark,
    /// The assignment; none for a conflict without one.
    pub assignment: Option<i64>,
}

/// The state of a pair of judge and project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Submitted,
    /// A draft of it is saved.
    Begun,
    ToCome,
    /// The judge visited in vain.
    Missed,
    /// The review does not count: the judge stepped aside, or it was set aside.
    Aside,
    /// A conflict of interest keeps the judge from the project.
    Conflict,
}

impl Mark {
    fn of(judge: &ProjectJudge) -> Self {
        match judge.state {
            TaskState::Done(_) => Self::Submitted,
            TaskState::Aside => Self::Aside,
            TaskState::Pending if judge.missed => Self::Missed,
            TaskState::Pending if judge.begun => Self::Begun,
            TaskState::Pending => Self::ToCome,
        }
    }
}

/// Reads who reviews what.
///
/// # Errors
/// 401, 404; 403 for all but organizers, and for an organizer who takes part, before publication.
pub async fn read(
    database: &Database,
    boards: &KeptBoards,
    caller: &Caller,
    slug: &str,
    asked: CoverageAsked,
) -> Outcome<Coverage> {
    let (at, counted) = board::numbers(database, boards, caller, slug).await?;
    Ok(coverage(at, &counted.numbers, asked))
}

fn coverage(at: Context, numbers: &BoardNumbers, asked: CoverageAsked) -> Coverage {
    let mut projects: Vec<&ProjectProgress> = numbers.evening.projects.iter().collect();
    let mut judges: Vec<&JudgeProgress> = numbers.evening.judges.iter().collect();
    if asked.by_name {
        let title = |id: i64| numbers.projects.get(&id).map(|project| project.title.to_lowercase());
        projects.sort_by_cached_key(|project| (title(project.project), project.project));
        let name = |id: i64| numbers.judges.get(&id).map(|name| name.to_lowercase());
        judges.sort_by_cached_key(|judge| (name(judge.judge), judge.judge));
    }
    let all = [projects.len(), judges.len()];
    let asked = CoverageAsked {
        projects: existing_page(asked.projects, all[0], PROJECTS),
        judges: existing_page(asked.judges, all[1], JUDGES),
        ..asked
    };
    let judges: Vec<CoveringJudge> = judges
        .into_iter()
        .skip((asked.judges - 1) * JUDGES)
        .take(JUDGES)
        .map(|judge| CoveringJudge {
            id: judge.judge,
            name: numbers.judges.get(&judge.judge).cloned(),
            done: judge.done,
            given: judge.done + judge.pending,
        })
        .collect();
    let rows = projects.into_iter().skip((asked.projects - 1) * PROJECTS).take(PROJECTS);
    Coverage {
        at,
        now: numbers.now,
        asked,
        planned: numbers.planned,
        all,
        projects: rows.map(|project| covered(numbers, project, &judges)).collect(),
        judges,
        marks: marks(numbers),
        short: numbers.evening.projects.iter().filter(|project| lacking(numbers, project) > 0).count(),
    }
}

/// The page that is nearest to the one that was asked for.
fn existing_page(asked: usize, items: usize, size: usize) -> usize {
    asked.clamp(1, items.div_ceil(size).max(1))
}

fn covered(numbers: &BoardNumbers, project: &ProjectProgress, judges: &[CoveringJudge]) -> CoveredProject {
    let given: HashMap<i64, &ProjectJudge> =
        project.judges.iter().map(|judge| (judge.judge, judge)).collect();
    let cell = |judge: &CoveringJudge| match given.get(&judge.id) {
        Some(given) => Some(Cell { mark: Mark::of(given), assignment: Some(given.assignment) }),
        None if numbers.conflicts.contains(&(project.project, judge.id)) => {
            Some(Cell { mark: Mark::Conflict, assignment: None })
        }
        None => None,
    };
    CoveredProject {
        id: project.project,
        title: numbers.projects.get(&project.project).map(|p| p.title.clone()).unwrap_or_default(),
        done: project.done,
        short: lacking(numbers, project),
        cells: judges.iter().map(cell).collect(),
    }
}

/// How many judges a project lacks.
fn lacking(numbers: &BoardNumbers, project: &ProjectProgress) -> u32 {
    numbers.planned.saturating_sub(project.done + project.pending)
}

fn marks(numbers: &BoardNumbers) -> BTreeMap<Mark, usize> {
    let mut marks = BTreeMap::new();
    for project in &numbers.evening.projects {
        for judge in &project.judges {
            *marks.entry(Mark::of(judge)).or_default() += 1;
        }
        let of_project = (project.project, i64::MIN)..=(project.project, i64::MAX);
        let kept_away = numbers.conflicts.range(of_project);
        let without = kept_away.filter(|(_, judge)| project.judges.iter().all(|given| given.judge != *judge));
        *marks.entry(Mark::Conflict).or_default() += without.count();
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::existing_page;

    #[test]
    fn a_page_that_does_not_exist_is_the_nearest_one() {
        let pages = [0, 1, 2, 3, usize::MAX];
        assert_eq!(pages.map(|asked| existing_page(asked, 101, 100)), [1, 1, 2, 2, 2]);
        assert_eq!(pages.map(|asked| existing_page(asked, 100, 100)), [1, 1, 1, 1, 1]);
        assert_eq!(existing_page(7, 0, 100), 1, "an empty list has one page");
    }
}
