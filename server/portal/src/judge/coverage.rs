//! Who reviews what: every judge and every project, a page of each at a time.

use super::board::{self, KeptBoards};
use crate::prelude::*;
use shared::board::{JudgeProgress, ProjectJudge, ProjectProgress, TaskState};
use shared::text::search_key;

fn mark_of(judge: &ProjectJudge) -> Mark {
    match judge.state {
        TaskState::Done(_) => Mark::Submitted,
        TaskState::Aside => Mark::Aside,
        TaskState::Pending if judge.missed => Mark::Missed,
        TaskState::Pending if judge.begun => Mark::Begun,
        TaskState::Pending => Mark::ToCome,
    }
}

/// Reads who reviews what.
/// Errors: 401, 404; 403 for all but organizers, and for an organizer who takes part, before publication.
pub async fn read(by: By<'_>, boards: &KeptBoards, asked: CoverageAsked) -> Outcome<Coverage> {
    let (_, counted) = board::numbers(by, boards).await?;
    Ok(coverage(&counted.numbers, asked))
}

fn coverage(numbers: &BoardNumbers, asked: CoverageAsked) -> Coverage {
    let mut projects: Vec<&ProjectProgress> = numbers.evening.projects.iter().collect();
    let mut judges: Vec<&JudgeProgress> = numbers.evening.judges.iter().collect();
    if asked.by_name {
        let title = |id: i64| numbers.projects.get(&id).map(|project| search_key(&project.title));
        projects.sort_by_cached_key(|project| (title(project.project), project.project));
        let name = |id: i64| numbers.judges.get(&id).map(|name| search_key(name));
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
        now: numbers.now,
        asked,
        planned: numbers.planned,
        all,
        projects: rows.map(|project| covered(numbers, project, &judges)).collect(),
        judges,
        marks: marks(numbers),
        short: numbers.evening.projects.iter().filter(|project| project.undealt > 0).count(),
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
        Some(given) => Some(Cell { mark: mark_of(given), assignment: Some(given.assignment) }),
        None if numbers.conflicts.contains(&(project.project, judge.id)) => {
            Some(Cell { mark: Mark::Conflict, assignment: None })
        }
        None => None,
    };
    CoveredProject {
        id: project.project,
        title: numbers.projects.get(&project.project).map(|p| p.title.clone()).unwrap_or_default(),
        done: project.done,
        short: project.undealt,
        cells: judges.iter().map(cell).collect(),
    }
}

fn marks(numbers: &BoardNumbers) -> BTreeMap<Mark, usize> {
    let mut marks = BTreeMap::new();
    for project in &numbers.evening.projects {
        for judge in &project.judges {
            *marks.entry(mark_of(judge)).or_default() += 1;
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
