//! What is printed for the floor.

use crate::pages::event_page::InEvent;
use crate::pages::prelude::*;
use app::pages::manage::print::{
    PrintHead, ScoreSheet, judge_sheets_page, list_page, score_sheets_page, signs_page,
};
use model::floor::{FloorProject, SheetTask};
use portal::floor::print::{JudgeSheets, judge_sheets};
use portal::floor::{self, Floor};

/// Pages of paper that one page of the site holds: more make browsers slow, and the rest is another part.
const SHEETS: usize = 500;
/// Judges' sheets in one part: each is a table with a code in each row.
const JUDGES: usize = 50;

/// A print: the last part of its address, how its title begins, and how many sheets one page of the site holds.
type Print = (&'static str, &'static str, usize);

/// Prints what an operation found. It becomes sheets, and what they share; `view` draws those of the part that is asked for.
async fn print<T: InEvent, I, C>(
    at: &At,
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
        let part = at.query.get("part").parse().unwrap_or(1).clamp(1, parts);
        let sheets: Vec<I> = sheets.into_iter().skip((part - 1) * most).take(most).collect();
        let base_url = at.state.base_url.to_string();
        let head = PrintHead { slug, event: event.name().to_owned(), base_url, page, part, parts, all };
        (frame, (head, sheets, shared))
    };
    let view = |(head, sheets, shared): (PrintHead, Vec<I>, C)| view(&head, sheets, shared);
    Ok(event_page(&at.state, &at.caller, operation, model, view).await?)
}

/// Prints score sheets with the event's criteria.
async fn print_scores<T: InEvent>(
    at: &At,
    page: &'static str,
    operation: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
    sheets: impl FnOnce(T) -> Vec<ScoreSheet>,
) -> PageResult {
    let operation = async |c: &mut Conn| {
        let found = operation(c).await?;
        with_event(c, found).await
    };
    let sheets = |(found, event): (T, Event)| (sheets(found), event.criteria);
    print(at, (page, "Score sheets", SHEETS), operation, sheets, score_sheets_page).await
}

/// `GET …/print/signs`; `part` of all.
pub async fn signs(at: At) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &at.caller, &at.slug).await;
    let view = |head: &PrintHead, sheets, ()| signs_page(head, sheets);
    print(&at, ("signs", "Table signs", SHEETS), operation, projects, view).await
}

/// `GET …/print/list`.
pub async fn list(at: At) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &at.caller, &at.slug).await;
    let view = |head: &PrintHead, rows, ()| list_page(head, rows);
    print(&at, ("list", "Places", usize::MAX), operation, projects, view).await
}

/// `GET …/print/judges`; `part` of all.
pub async fn judges(at: At) -> PageResult {
    let operation = async |c: &mut Conn| judge_sheets(c, &at.caller, &at.slug).await;
    let sheets = |found: JudgeSheets| (found.judges, ());
    let view = |head: &PrintHead, sheets, ()| judge_sheets_page(head, sheets);
    print(&at, ("judges", "Judges’ sheets", JUDGES), operation, sheets, view).await
}

/// `GET …/print/scores`: one sheet, to be copied.
pub async fn blank_scores(at: At) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &at.caller, &at.slug).await;
    print_scores(&at, "scores", operation, |_: Floor| vec![ScoreSheet::default()]).await
}

/// `GET …/print/scores/projects`: a sheet for each project; `part` of all.
pub async fn scores_of_projects(at: At) -> PageResult {
    let operation = async |c: &mut Conn| floor::read(c, &at.caller, &at.slug).await;
    let sheet = |p: FloorProject| ScoreSheet {
        place: p.place,
        title: p.title,
        team: p.team,
        ..ScoreSheet::default()
    };
    let sheets = |floor: Floor| floor.projects.into_iter().map(sheet).collect();
    print_scores(&at, "scores/projects", operation, sheets).await
}

/// `GET …/print/scores/judges`: a sheet for each assignment, by judge; `part` of all.
pub async fn scores_of_judges(at: At) -> PageResult {
    let operation = async |c: &mut Conn| judge_sheets(c, &at.caller, &at.slug).await;
    let sheet = |task: SheetTask| ScoreSheet {
        judge: task.name,
        place: task.place,
        title: task.title,
        team: task.team,
        assignment: Some(task.assignment.0),
    };
    let sheets = |found: JudgeSheets| found.judges.into_iter().flatten().map(sheet).collect();
    print_scores(&at, "scores/judges", operation, sheets).await
}

fn projects(floor: Floor) -> (Vec<FloorProject>, ()) {
    (floor.projects, ())
}
