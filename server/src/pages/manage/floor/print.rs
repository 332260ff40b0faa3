//! What is printed for the floor.

use crate::caller::Caller;
use crate::model::event::Event;
use crate::model::floor::FloorProject;
use crate::pages::event_page::{event_page, with_event};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::portal::event::event_view::EventView;
use crate::portal::floor::print::{self as op, JudgeSheets};
use crate::portal::floor::{self, Floor};
use crate::state::State;
use app::pages::manage::print::{
    JudgeSheet, PrintHead, PrintProject, SheetTask, judge_sheets_page, list_page, score_sheet_page,
    signs_page,
};
use axum::Extension;
use axum::extract::{Path, State as Shared};

fn head(state: &State, event: &EventView) -> PrintHead {
    PrintHead {
        slug: event.at.slug.clone(),
        event: event.name().to_owned(),
        base_url: state.base_url.to_string(),
    }
}

fn frame(what: &str, page: &str, event: &EventView) -> Frame {
    let slug = &event.at.slug;
    Frame::new(format!("{what} of {}", event.name()), format!("/events/{slug}/manage/floor/print/{page}"))
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

/// `GET /events/<slug>/manage/floor/print/signs`.
pub async fn signs(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| floor::read(c, &caller, &slug).await;
    let model = |floor: Floor, event: &EventView| {
        let projects: Vec<_> = floor.projects.into_iter().map(project).collect();
        (frame("Table signs", "signs", event), (head(&state, event), projects))
    };
    let view = |(head, projects): (PrintHead, Vec<PrintProject>)| signs_page(&head, projects);
    Ok(event_page(&state, &caller, operation, model, view).await?)
}

/// `GET /events/<slug>/manage/floor/print/list`.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| floor::read(c, &caller, &slug).await;
    let model = |floor: Floor, event: &EventView| {
        let projects: Vec<_> = floor.projects.into_iter().map(project).collect();
        (frame("Places", "list", event), (head(&state, event), projects))
    };
    let view = |(head, projects): (PrintHead, Vec<PrintProject>)| list_page(&head, projects);
    Ok(event_page(&state, &caller, operation, model, view).await?)
}

/// `GET /events/<slug>/manage/floor/print/judges`.
pub async fn judges(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| op::judge_sheets(c, &caller, &slug).await;
    let model = |sheets: JudgeSheets, event: &EventView| {
        let judges = sheets.judges.into_iter().map(|tasks| JudgeSheet {
            name: tasks.first().map(|task| task.name.clone()).unwrap_or_default(),
            tasks: tasks
                .into_iter()
                .map(|task| SheetTask {
                    assignment: task.assignment.0,
                    title: task.title,
                    team: task.team,
                    place: task.place,
                })
                .collect(),
        });
        (frame("Judges’ sheets", "judges", event), (head(&state, event), judges.collect::<Vec<_>>()))
    };
    let view = |(head, judges): (PrintHead, Vec<JudgeSheet>)| judge_sheets_page(&head, judges);
    Ok(event_page(&state, &caller, operation, model, view).await?)
}

/// `GET /events/<slug>/manage/floor/print/scores`.
pub async fn scores(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| {
        let floor = floor::read(c, &caller, &slug).await?;
        with_event(c, floor).await
    };
    let model = |(_, event): (Floor, Event), view: &EventView| {
        (frame("Score sheet", "scores", view), (head(&state, view), event.criteria))
    };
    let view = |(head, criteria): (PrintHead, Vec<_>)| score_sheet_page(&head, criteria);
    Ok(event_page(&state, &caller, operation, model, view).await?)
}
