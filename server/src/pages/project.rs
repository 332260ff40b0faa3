//! A project's page.

use super::event::head;
use super::render::{Frame, page};
use super::shown::Shown;
use crate::caller::Caller;
use crate::http::path;
use crate::portal::submit::event_view;
use crate::portal::submit::projects::{self, Opened};
use crate::state::State;
use app::pages::{DuplicateOf, ProjectPage, project_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use shared::ids::ProjectId;
use shared::wire;

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
    let duplicate_of = duplicate_of(&project, repeats);
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
        duplicate_of,
        edit: edit.map(|may| may.map_err(|refusal| refusal.detail)),
        standing: None,
        comments: None,
    };
    let frame = Frame::new(project.title, format!("/projects/{id}"));
    Ok(page(&state, &caller, StatusCode::OK, frame, || project_page(model)))
}

/// What a flagged project repeats, and by what.
pub(super) fn duplicate_of(project: &wire::Project, repeats: Option<wire::Project>) -> Option<DuplicateOf> {
    let why = project.duplicate_reason.clone().unwrap_or_default();
    repeats.map(|p| DuplicateOf { id: p.id.0, title: p.title, why })
}
