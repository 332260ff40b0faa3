//! Who reviews what, as a table of every judge and every project.

use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::{
    CoverageCell, CoverageJudge, CoverageMark, CoveragePage, CoverageProject, CoverageRange, coverage_page,
};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::judge::coverage::{
    self, Cell, Coverage, CoverageAsked, CoveredProject, CoveringJudge, JUDGES, Mark, PROJECTS,
};

/// `GET /events/<slug>/manage/board/coverage?projects=&judges=&order=`: the pages of projects and judges, from 1; `order=name`
/// for titles and names in place of those that need something first.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    let page = |name| query.get(name).parse().unwrap_or(1);
    let asked = CoverageAsked {
        projects: page("projects"),
        judges: page("judges"),
        by_name: query.get("order") == "name",
    };
    let found = coverage::read(&state.database, &state.boards, &caller, &slug, asked).await?;
    let model = |found: Coverage, event: &EventView| {
        let title = format!("Who reviews what at {}", event.name());
        let path = format!("/events/{slug}/manage/board/coverage");
        (Frame::new(title, path), coverage_model(found))
    };
    Ok(event_page(&state, &caller, async |_| Ok(found), model, coverage_page).await?)
}

fn coverage_model(found: Coverage) -> CoveragePage {
    let Coverage { asked, all: [projects, judges], .. } = found;
    let count = |mark: CoverageMark| -> usize {
        found.marks.iter().filter(|(of, _)| shown(**of) == mark).map(|(_, number)| *number).sum()
    };
    CoveragePage {
        now: found.now,
        planned: found.planned,
        by_name: asked.by_name,
        project_range: range(asked.projects, projects, PROJECTS),
        judge_range: range(asked.judges, judges, JUDGES),
        marks: CoverageMark::ALL.into_iter().map(|mark| (mark, count(mark))).collect(),
        short: found.short,
        judges: found.judges.into_iter().map(judge).collect(),
        projects: found.projects.into_iter().map(project).collect(),
    }
}

fn range(page: usize, of: usize, size: usize) -> CoverageRange {
    CoverageRange { page, of, size }
}

fn judge(judge: CoveringJudge) -> CoverageJudge {
    let CoveringJudge { id, name, done, given } = judge;
    CoverageJudge { id, name: name.unwrap_or_else(|| "A former judge".to_owned()), done, given }
}

fn project(project: CoveredProject) -> CoverageProject {
    let cell = |cell: Cell| CoverageCell { mark: shown(cell.mark), assignment: cell.assignment };
    CoverageProject {
        id: project.id,
        title: project.title,
        done: project.done,
        short: project.short,
        cells: project.cells.into_iter().map(|each| each.map(cell)).collect(),
    }
}

fn shown(mark: Mark) -> CoverageMark {
    match mark {
        Mark::Submitted => CoverageMark::Submitted,
        Mark::Begun => CoverageMark::Begun,
        Mark::ToCome => CoverageMark::ToCome,
        Mark::Missed => CoverageMark::Missed,
        Mark::Aside => CoverageMark::Aside,
        Mark::Conflict => CoverageMark::Conflict,
    }
}
