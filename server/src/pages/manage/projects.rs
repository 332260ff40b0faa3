//! The organizer's list of projects, and the page on which they set or clear the flag of a repeat.

use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::form::Form;
use crate::http::{answer, path};
use crate::model::project::FlaggableProject;
use crate::pages::event::head;
use crate::pages::forms::{self, Posted};
use crate::pages::page_result::{PageError, PageResult};
use crate::pages::render::{Frame, page, see};
use crate::portal::Sent;
use crate::portal::submit::duplicates::{self, FlagDecision};
use crate::portal::submit::event_view;
use crate::state::State;
use app::components::{Choice, FormErrors};
use app::pages::manage::{FlagPage, FlagRow, ProjectsPage, flag_page, projects_page};
use app::words;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use shared::ids::{ProjectId, TeamId};
use shared::refusal::{Fault, Refusal, RequestFault};

/// `GET /events/<slug>/manage/projects`.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let (who, name) = (caller.clone(), slug.clone());
    let (board, view) = state
        .read(async |c| {
            let board = duplicates::board(c, &who, &name).await?;
            let view = event_view::around(c, &who, &board.at).await?;
            Ok((board, view))
        })
        .await?;
    let hidden = board.at.facts.team_left_out();
    let mut projects: Vec<FlagRow> = board.projects.into_iter().map(|p| row(p, hidden)).collect();
    projects.sort_by_key(|p| (p.repeats.is_none(), !p.submitted));
    let frame =
        Frame::new(format!("Projects of {}", view.event.name), format!("/events/{slug}/manage/projects"));
    let model = ProjectsPage { head: head(&view), projects };
    Ok(page(&state, &caller, StatusCode::OK, frame, || projects_page(model)))
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
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let id = ProjectId(path::id(&id)?);
    Ok(shown(&state, &caller, &slug, id, StatusCode::OK, None).await?)
}

/// `POST /events/<slug>/manage/projects/<id>`: `act` is `flag` (`duplicate_of`, an id) or `clear`.
pub async fn post(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = ProjectId(path::id(&id)?);
    let (who, name, of) = (caller.clone(), slug.clone(), original(&form));
    let done = state.write(async |c| duplicates::decide(c, &who, &name, id, of).await).await;
    match done {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/projects#project-{id}"))),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 409) => {
            let status = answer::status(&refusal);
            Ok(shown(&state, &caller, &slug, id, status, Some((form, refusal))).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

/// The project that was chosen; none to clear the flag.
fn original(form: &Form) -> Sent<Option<ProjectId>> {
    match form.get("act") {
        "clear" => Ok(None),
        "flag" => match path::id(form.get("duplicate_of")) {
            Ok(id) => Ok(Some(ProjectId(id))),
            Err(_) => Err(Refusal::field("duplicate_of", Fault::OriginalMissing)),
        },
        _ => Err(Refusal::field("act", RequestFault::Act { acts: "flag or clear" })),
    }
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: ProjectId,
    status: StatusCode,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let (who, name) = (caller.clone(), slug.to_owned());
    let (opened, view) = state
        .read(async |c| {
            let opened = duplicates::open(c, &who, &name, id).await?;
            let view = event_view::around(c, &who, &opened.at).await?;
            Ok((opened, view))
        })
        .await?;
    let error = refused.is_some();
    let FlagDecision { at, project, others, refused: may_not } = opened;
    let chosen = match &refused {
        Some((form, _)) => form.get("duplicate_of").to_owned(),
        None => project.duplicate_of.map(|of| of.to_string()).unwrap_or_default(),
    };
    let repeated_by = others.iter().filter(|p| p.duplicate_of == Some(id));
    let frame = Frame {
        error,
        ..Frame::new(format!("Flag of {}", project.title), format!("/events/{slug}/manage/projects/{id}"))
    };
    let model = FlagPage {
        head: head(&view),
        repeated_by: repeated_by.map(|p| (p.id.0, p.title.clone())).collect(),
        others: choices(&others),
        project: row(project, at.facts.team_left_out()),
        chosen,
        may: may_not.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
        errors: refused.map_or_else(FormErrors::none, |(_, refusal)| forms::errors(&refusal)),
        csrf: caller.csrf().to_owned(),
    };
    Ok(page(state, caller, status, frame, || flag_page(model)))
}

/// The submitted projects to choose from, by title.
fn choices(others: &[FlaggableProject]) -> Vec<Choice> {
    let mut projects: Vec<_> = others.iter().filter(|p| p.submitted).collect();
    projects.sort_by_key(|p| (p.title.to_lowercase(), p.id));
    let choices =
        projects.into_iter().map(|p| Choice::new(p.id.to_string(), format!("{}, {}", p.title, p.team)));
    std::iter::once(Choice::new("", "Choose a project")).chain(choices).collect()
}
