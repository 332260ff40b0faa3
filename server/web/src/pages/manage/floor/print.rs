//! What is printed for the floor.

use crate::http::query::Query;
use crate::pages::event_page::{InEvent, event_page, with_event};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::print::{
    JudgeSheet, PrintHead, PrintProject, ScoreSheet, SheetTask, judge_sheets_page, list_page,
    score_sheets_page, signs_page,
};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use leptos::prelude::AnyView;
use model::event::Event;
use model::floor::{FloorProject, SheetTask as Task};
use portal::Conn;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::floor::print::{JudgeSheets, judge_sheets};
use portal::floor::{self, Floor};

/// Pages of paper that one page of the site holds: more make browsers slow, and the rest is another part.
const SHEETS: usize = 500;
/// Judges' sheets in one part: each is a table with a code in each row.
const JUDGES: usize = 50;

/// Who asks for which part of a print.
pub struct Asked {
    state: State,
    caller: Caller,
    slug: String,
    query: Query,
}

impl FromRequestParts<State> for Asked {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, PathRejection> {
        let Path(slug) = Path::from_request_parts(parts, state).await?;
        let caller = parts.extensions.get::<Caller>().cloned().unwrap_or_default();
        let query = Query::read(parts.uri.query().unwrap_or_default());
        Ok(Self { state: state.clone(), caller, slug, query })
    }
}

/// A print: the last part of its address, how its title begins, and how many sheets one page of the site holds.
type Print = (&'static str, &'static str, usize);

impl Asked {
    /// Prints what an operation found. It becomes sheets, and what they share; `view` draws those of the part that is asked for.
    async fn print<T: InEvent, I, C>(
        &self,
        (page, what, most): Print,
        operation: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
        sheets: impl FnOnce(T) -> (Vec<I>, C),
        view: impl FnOnce(&PrintHead, Vec<I>, C) -> AnyView,
    ) -> PageResult {
        let model = |found: T, event: &EventView| {
            let slug = event.at.slug.clone();
            let frame = Frame::new(
                format!("{what} of {}", event.name()),
                format!("/events/{slug}/manage/floor/print/{page}"),
            );
            let (sheets, shared) = sheets(found);
            let all = sheets.len();
            let parts = all.div_ceil(most).max(1);
            let part = self.query.get("part").parse().unwrap_or(1).clamp(1, parts);
            let sheets: Vec<I> = sheets.into_iter().skip((part - 1) * most).take(most).collect();
            let base_url = self.state.base_url.to_string();
            let head = PrintHead { slug, event: event.name().to_owned(), base_url, page, part, parts, all };
            (frame, (head, sheets, shared))
        };
        let view = |(head, sheets, shared): (PrintHead, Vec<I>, C)| view(&head, sheets, shared);
        Ok(event_page(&self.state, &self.caller, operation, model, view).await?)
    }

    /// Prints score sheets with the event's criteria.
    async fn print_scores<T: InEvent>(
        &self,
        page: &'static str,
        operation: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
        sheets: impl FnOnce(T) -> Vec<ScoreSheet>,
    ) -> PageResult {
        let operation = async |c: &mut Conn| {
            let found = operation(c).await?;
            with_event(c, found).await
        };
        let sheets = |(found, event): (T, Event)| (sheets(found), event.criteria);
        self.print((page, "Score sheets", SHEETS), operation, sheets, score_sheets_page).await
    }
}

/// `GET /events/<slug>/manage/floor/print/signs`; `part` of all.
pub async fn signs(asked: Asked) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &asked.caller, &asked.slug).await;
    asked
        .print(("signs", "Table signs", SHEETS), operation, projects, |head, sheets, ()| {
            signs_page(head, sheets)
        })
        .await
}

/// `GET /events/<slug>/manage/floor/print/list`.
pub async fn list(asked: Asked) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &asked.caller, &asked.slug).await;
    asked
        .print(("list", "Places", usize::MAX), operation, projects, |head, rows, ()| list_page(head, rows))
        .await
}

/// `GET /events/<slug>/manage/floor/print/judges`; `part` of all.
pub async fn judges(asked: Asked) -> PageResult {
    let operation = async |c: &mut Conn| judge_sheets(c, &asked.caller, &asked.slug).await;
    let sheets = |found: JudgeSheets| (found.judges.into_iter().map(judge).collect(), ());
    asked
        .print(("judges", "Judges’ sheets", JUDGES), operation, sheets, |head, sheets, ()| {
            judge_sheets_page(head, sheets)
        })
        .await
}

/// `GET /events/<slug>/manage/floor/print/scores`: one sheet, to be copied.
pub async fn blank_scores(asked: Asked) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &asked.caller, &asked.slug).await;
    asked.print_scores("scores", operation, |_: Floor| vec![ScoreSheet::default()]).await
}

/// `GET /events/<slug>/manage/floor/print/scores/projects`: a sheet for each project; `part` of all.
pub async fn scores_of_projects(asked: Asked) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &asked.caller, &asked.slug).await;
    let sheet = |p: FloorProject| ScoreSheet {
        place: p.place,
        title: p.title,
        team: p.team,
        ..ScoreSheet::default()
    };
    let sheets = |floor: Floor| floor.projects.into_iter().map(sheet).collect();
    asked.print_scores("scores/projects", operation, sheets).await
}

/// `GET /events/<slug>/manage/floor/print/scores/judges`: a sheet for each assignment, by judge; `part` of all.
pub async fn scores_of_judges(asked: Asked) -> PageResult {
    let operation = async |c: &mut Conn| judge_sheets(c, &asked.caller, &asked.slug).await;
    let sheet = |task: Task| ScoreSheet {
        judge: task.name,
        place: task.place,
        title: task.title,
        team: task.team,
        assignment: Some(task.assignment.0),
    };
    let sheets = |found: JudgeSheets| found.judges.into_iter().flatten().map(sheet).collect();
    asked.print_scores("scores/judges", operation, sheets).await
}

fn projects(floor: Floor) -> (Vec<PrintProject>, ()) {
    (floor.projects.into_iter().map(project).collect(), ())
}

fn project(p: FloorProject) -> PrintProject {
    PrintProject {
        id: p.id.0,
        title: p.title,
        team: p.team,
        track: p.track.map(|(_, name)| name).unwrap_or_default(),
        place: p.place,
    }
}

fn judge(tasks: Vec<Task>) -> JudgeSheet {
    let task =
        |t: Task| SheetTask { assignment: t.assignment.0, title: t.title, team: t.team, place: t.place };
    JudgeSheet {
        name: tasks.first().map(|task| task.name.clone()).unwrap_or_default(),
        tasks: tasks.into_iter().map(task).collect(),
    }
}
