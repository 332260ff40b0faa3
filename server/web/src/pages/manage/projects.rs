//! The organizer's list of projects, and the page on which they set or clear the flag of a repeat.

use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::components::Choice;
use app::pages::manage::{FlagPage, FlagRow, ProjectsPage, flag_page, projects_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::project::FlaggableProject;
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::submit::duplicates::{self, Board, FlagDecision};
use shared::ids::{ProjectId, TeamId};
use shared::refusal::{Fault, Refusal};

/// `GET /events/<slug>/manage/projects`.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| duplicates::board(c, &caller, &slug).await;
    let model = |board: Board, event: &EventView| {
        let hidden = board.at.facts.team_left_out();
        let mut projects: Vec<FlagRow> = board.projects.into_iter().map(|p| row(p, hidden)).collect();
        projects.sort_by_key(|p| (p.repeats.is_none(), !p.submitted));
        let title = format!("Projects of {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/projects"));
        (frame, ProjectsPage { projects })
    };
    Ok(event_page(&state, &caller, operation, model, projects_page).await?)
}

fn row(project: FlaggableProject, hidden: Option<TeamId>) -> FlagRow {
    let shown = hidden != Some(project.team_id);
    FlagRow {
        id: project.id.0,
        title: project.title,
        team: project.team,
        submitted: project.submitted,
        repeats: project.duplicate_of.map(|of| of.0).zip(project.original),
        why: project.reason.unwrap_or_default(),
        cleared: project.cleared,
        reviews: shown.then_some((project.done, project.assigned)),
    }
}

/// `GET /events/<slug>/manage/projects/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    let id = ProjectId(path::id(&id)?);
    Ok(show_page(&state, &caller, &slug, id, None).await?)
}

/// `POST /events/<slug>/manage/projects/<id>/flag`: it repeats `duplicate_of`, an id.
pub async fn flag(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    posted: Posted,
) -> PageResult {
    let original = match path::id(posted.form.get("duplicate_of")) {
        Ok(id) => Ok(Some(ProjectId(id))),
        Err(_) => Err(Refusal::field("duplicate_of", Fault::OriginalMissing)),
    };
    decide(&state, &slug, &id, original, posted).await
}

/// `POST /events/<slug>/manage/projects/<id>/clear`: it repeats none.
pub async fn clear(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    posted: Posted,
) -> PageResult {
    decide(&state, &slug, &id, Ok(None), posted).await
}

async fn decide(
    state: &State,
    slug: &str,
    id: &str,
    original: Sent<Option<ProjectId>>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = ProjectId(path::id(id)?);
    match state.write(async |c| duplicates::decide(c, &caller, slug, id, original).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/projects#project-{id}"))),
        Err(failure) => {
            let again = async |refusal| {
                show_page(state, &caller, slug, id, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: ProjectId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| duplicates::open(c, caller, slug, id).await;
    let model = |opened: FlagDecision, _: &EventView| {
        let FlagDecision { at, project, others, refused: may_not } = opened;
        let title = format!("Flag of {}", project.title);
        let frame = Frame::new(title, format!("/events/{slug}/manage/projects/{id}"));
        let stored = || project.duplicate_of.map(|of| of.to_string()).unwrap_or_default();
        let chosen = refused.as_ref().map_or_else(stored, |r| r.form.get("duplicate_of").to_owned());
        let repeated_by = others.iter().filter(|p| p.duplicate_of == Some(id));
        let model = FlagPage {
            repeated_by: repeated_by.map(|p| (p.id.0, p.title.clone())).collect(),
            others: choices(&others),
            project: row(project, at.facts.team_left_out()),
            chosen,
            may: forms::allowed(may_not),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, flag_page).await
}

/// The submitted projects to choose from, by title.
fn choices(others: &[FlaggableProject]) -> Vec<Choice> {
    let mut projects: Vec<_> = others.iter().filter(|p| p.submitted).collect();
    projects.sort_by_key(|p| (p.title.to_lowercase(), p.id));
    let choices =
        projects.into_iter().map(|p| Choice::new(p.id.to_string(), format!("{}, {}", p.title, p.team)));
    std::iter::once(Choice::new("", "Choose a project")).chain(choices).collect()
}
