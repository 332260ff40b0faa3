//! A project's page, and the forms that create and edit one.

use super::event::{head, tracks};
use super::forms;
use super::render::{Frame, page, see};
use super::shown::{Shown, Unshown};
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::form::Form;
use crate::http::{answer, path};
use crate::portal::submit::event_view::{self, EventView, Mine};
use crate::portal::submit::projects::{self, Opened};
use crate::portal::submit::save_project;
use crate::state::State;
use crate::store::project::Stored;
use app::components::FormErrors;
use app::pages::{
    DuplicateOf, EditPage, MyProject, ProjectForm, ProjectPage, ProjectValues, SubmitPage, edit_page,
    project_page, submit_page,
};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use shared::ids::{ProjectId, TrackId};
use shared::project::ProjectChanges;
use shared::refusal::Refusal;
use std::collections::HashMap;

/// `GET /projects/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Shown {
    let id = ProjectId(path::id(&id)?);
    let who = caller.clone();
    let (opened, view) = state
        .read(|c| {
            Box::pin(async move {
                let opened = projects::open(c, &who, id).await?;
                let view = event_view::around(c, &who, &opened.at).await?;
                Ok((opened, view))
            })
        })
        .await?;
    let Opened { at, project, members, repeats, edit } = opened;
    let track = view.event.tracks.iter().find(|t| Some(t.id) == project.track).map(|t| t.name.clone());
    let model = ProjectPage {
        now: at.now,
        head: head(&view),
        id: project.id.0,
        title: project.title.clone(),
        tagline: project.tagline,
        summary: project.summary,
        description: project.description,
        repo_url: project.repo_url,
        demo_url: project.demo_url,
        tags: project.tags,
        track,
        team: project.team,
        members,
        submitted_at: project.submitted_at,
        duplicate_of: repeats.map(|p| DuplicateOf { id: p.id.0, title: p.title }),
        edit: edit.map(|may| may.map_err(|refusal| refusal.detail)),
        standing: None,
        comments: None,
    };
    let frame = Frame::new(project.title, format!("/projects/{id}"));
    Ok(page(&state, &caller, StatusCode::OK, frame, || project_page(model)))
}

/// `GET /events/<slug>/submit`.
pub async fn submit(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Shown {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    Ok(submit_shown(&state, &caller, &slug, StatusCode::OK, None).await?)
}

/// `POST /events/<slug>/submit`.
pub async fn submit_post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Shown {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let (who, name, sent) = (caller.clone(), slug.clone(), changes(&form));
    let done =
        state.write(|c| Box::pin(async move { save_project::create(c, &who, &name, sent).await })).await;
    match done {
        Ok(project) => Ok(see(&format!("/projects/{}", project.id))),
        Err(Failure::Refused(refusal)) if refusal.status() != 401 && refusal.status() != 404 => {
            let status = answer::status(&refusal);
            Ok(submit_shown(&state, &caller, &slug, status, Some((form, refusal))).await?)
        }
        Err(failure) => Err(Unshown(failure)),
    }
}

async fn submit_shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    status: StatusCode,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let (who, name) = (caller.clone(), slug.to_owned());
    let (view, mine) = state
        .read(|c| {
            Box::pin(async move {
                let view = event_view::read(c, &who, &name).await?;
                let mine = event_view::mine(c, &who, &view.at).await?;
                Ok((view, mine))
            })
        })
        .await?;
    let error = refused.is_some();
    let model = submit_model(caller, &view, mine, slug, refused);
    let frame = Frame {
        error,
        ..Frame::new(format!("Submit to {}", view.event.name), format!("/events/{slug}/submit"))
    };
    Ok(page(state, caller, status, frame, || submit_page(model)))
}

fn submit_model(
    caller: &Caller,
    view: &EventView,
    mine: Mine,
    slug: &str,
    refused: Option<(Form, Refusal)>,
) -> SubmitPage {
    let projects = mine.projects.into_iter().map(|p| MyProject {
        id: p.id.0,
        title: p.title,
        submitted_at: p.submitted_at,
        may_edit: p.may_edit,
    });
    let action = format!("/events/{slug}/submit");
    let may = mine.create_refused.map_or(Ok(()), |r| Err(r.detail));
    // A form that was refused comes back filled in, whatever the reason.
    let form = match (&may, refused.is_some()) {
        (Err(sentence), false) => Err(sentence.clone()),
        _ => Ok(Box::new(project_form(caller, view, action, ProjectValues::default(), false, may, refused))),
    };
    SubmitPage { head: head(view), team: mine.team, mine: projects.collect(), form }
}

/// `GET /projects/<id>/edit`.
pub async fn edit(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Shown {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let id = ProjectId(path::id(&id)?);
    Ok(edit_shown(&state, &caller, id, StatusCode::OK, None).await?)
}

/// `POST /projects/<id>/edit`.
pub async fn edit_post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Shown {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let id = ProjectId(path::id(&id)?);
    let (who, sent) = (caller.clone(), changes(&form));
    let done = state.write(|c| Box::pin(async move { save_project::edit(c, &who, id, sent).await })).await;
    match done {
        Ok(project) => Ok(see(&format!("/projects/{}", project.id))),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 409) => {
            let status = answer::status(&refusal);
            Ok(edit_shown(&state, &caller, id, status, Some((form, refusal))).await?)
        }
        Err(failure) => Err(Unshown(failure)),
    }
}

async fn edit_shown(
    state: &State,
    caller: &Caller,
    id: ProjectId,
    status: StatusCode,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let who = caller.clone();
    let (stored, edit_refused, view) = state
        .read(|c| {
            Box::pin(async move {
                let (at, stored, edit_refused) = save_project::open(c, &who, id).await?;
                let view = event_view::around(c, &who, &at).await?;
                Ok((stored, edit_refused, view))
            })
        })
        .await?;
    let may = edit_refused.map_or(Ok(()), |refusal| Err(refusal.detail));
    let error = refused.is_some();
    let submitted = stored.project.submitted_at.is_some();
    let (title, action) = (stored.project.title.clone(), format!("/projects/{id}/edit"));
    let form = project_form(caller, &view, action.clone(), values(&stored), submitted, may, refused);
    let model = EditPage { head: head(&view), id: id.0, title: title.clone(), form };
    let frame = Frame { error, ..Frame::new(format!("Edit {title}"), action) };
    Ok(page(state, caller, status, frame, || edit_page(model)))
}

fn project_form(
    caller: &Caller,
    view: &EventView,
    action: String,
    stored: ProjectValues,
    submitted: bool,
    may: Result<(), String>,
    refused: Option<(Form, Refusal)>,
) -> ProjectForm {
    let typed = refused.is_some();
    let (values, errors) = match refused {
        Some((form, refusal)) => (typed_values(&form), forms::errors(&refusal)),
        None => (stored, FormErrors::none()),
    };
    ProjectForm {
        now: view.at.now,
        csrf: caller.csrf().to_owned(),
        action,
        values,
        tracks: tracks(&view.event, &HashMap::new()),
        submitted,
        closes: view.event.submissions_close,
        may,
        typed,
        errors,
    }
}

fn values(stored: &Stored) -> ProjectValues {
    let p = &stored.project;
    ProjectValues {
        title: p.title.clone(),
        tagline: p.tagline.clone(),
        summary: p.summary.clone(),
        description: p.description.clone(),
        repo_url: p.repo_url.clone(),
        demo_url: p.demo_url.clone(),
        tags: p.tags.join(", "),
        track: p.track.map(|t| t.to_string()).unwrap_or_default(),
    }
}

fn typed_values(form: &Form) -> ProjectValues {
    let get = |name: &str| form.get(name).to_owned();
    ProjectValues {
        title: get("title"),
        tagline: get("tagline"),
        summary: get("summary"),
        description: get("description"),
        repo_url: get("repo_url"),
        demo_url: get("demo_url"),
        tags: get("tags"),
        track: get("track"),
    }
}

/// What the form sends; a field that it does not hold stays as stored.
fn changes(form: &Form) -> Result<ProjectChanges, Refusal> {
    let text = |name: &str| form.sent(name).map(str::to_owned);
    let track = match form.sent("track") {
        None => None,
        Some("") => Some(None),
        Some(id) => Some(Some(TrackId(
            id.parse().map_err(|_| Refusal::field("track", "Choose a track of this event."))?,
        ))),
    };
    Ok(ProjectChanges {
        title: text("title"),
        tagline: text("tagline"),
        summary: text("summary"),
        description: text("description"),
        repo_url: text("repo_url"),
        demo_url: text("demo_url"),
        tags: form.sent("tags").map(|tags| tags.split(',').map(str::to_owned).collect()),
        track,
        submit: form.get("submit") == "true",
    })
}
