//! A project's page.

use super::event::head;
use super::forms::{self, Posted};
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::form::Form;
use crate::http::query::Query;
use crate::http::{answer, path};
use crate::portal::limits::Limit;
use crate::portal::submit::comments::{self, Conversation};
use crate::portal::submit::event_view;
use crate::portal::submit::projects::{self, Original, ProjectDetails};
use crate::state::State;
use app::pages::{CommentRow, Comments, Done, DuplicateOf, ProjectPage, Standing, project_page};
use app::words;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use shared::ids::{CommentId, ProjectId};
use shared::refusal::Refusal;

/// `GET /projects/<id>`; `?done=` follows what its team did: `submitted` or `saved`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    query: Query,
) -> PageResult {
    let id = ProjectId(path::id(&id)?);
    Ok(answer::public(shown(&state, &caller, id, query.get("done"), None).await?))
}

/// `POST /projects/<id>`: `act` is `comment` (`body`) or `remove` (`comment`, an id).
pub async fn post(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Posted { caller, actor, form }: Posted,
) -> PageResult {
    let id = ProjectId(path::id(&id)?);
    let who = caller.clone();
    if form.get("act") == "remove" {
        let comment = CommentId(path::id(form.get("comment"))?);
        state.write(async |c| comments::remove(c, &who, id, comment).await).await?;
        return Ok(see(&format!("/projects/{id}#comments")));
    }
    if let Some(exceeded) =
        state.counters().count(Limit::Comments, &format!("person {}", actor.person)).await?
    {
        let refusal = exceeded.refusal();
        let page = shown(&state, &caller, id, "", Some((form, refusal.clone()))).await?;
        return Ok(answer::refused_page(page, &refusal));
    }
    let body = Ok(form.sent("body").map(str::to_owned));
    let key = form.key(&format!("/projects/{id}"));
    let job = state.write_once(&caller, key, async |c| comments::post(c, &who, id, body).await);
    match job.await {
        Ok(comment) => Ok(see(&format!("/projects/{id}#comment-{}", comment.id))),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 422) => {
            Ok(shown(&state, &caller, id, "", Some((form, refusal))).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

async fn shown(
    state: &State,
    caller: &Caller,
    id: ProjectId,
    done: &str,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let who = caller.clone();
    let (opened, said, view) = state
        .read(async |c| {
            let opened = projects::open(c, &who, id).await?;
            let said = comments::conversation(c, &who, &opened.at, id).await?;
            let view = event_view::around(c, &who, &opened.at).await?;
            Ok((opened, said, view))
        })
        .await?;
    let error = refused.is_some();
    let status = refused.as_ref().map_or(StatusCode::OK, |(_, refusal)| answer::status(refusal));
    let once = forms::once(refused.as_ref())?;
    let ProjectDetails { at, project, members, repeats, organizes, edit, standing, feedback } = opened;
    let track = project.track.and_then(|track| view.event.track_name(track)).map(str::to_owned);
    let slug = &view.event.slug;
    let manage =
        (organizes && project.submitted_at.is_some()).then(|| format!("/events/{slug}/manage/projects/{id}"));
    let duplicate_of = repeats.map(duplicate_of);
    let close = view.event.submissions.close;
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
        manage,
        done: edit.as_ref().and_then(|_| done_of(done, project.submitted_at.is_some(), close)),
        edit: edit.map(|may| may.map_err(|refusal| words::refusal(&refusal))),
        standing: standing.map(|s| Standing { rank: s.rank.into(), range: s.range, of: s.of.into() }),
        feedback,
        comments: said.map(|said| conversation(caller, said, once, refused)),
    };
    let frame = Frame { error, ..Frame::new(project.title, format!("/projects/{id}")) };
    Ok(page(state, caller, status, frame, || project_page(model)))
}

/// What the project's state bears out of what the address says.
fn done_of(done: &str, submitted: bool, close: Option<DateTime<Utc>>) -> Option<Done> {
    match (done, submitted) {
        ("submitted", true) => Some(Done::Submitted(close)),
        ("saved", true) => Some(Done::Changed),
        ("saved", false) => Some(Done::Draft),
        _ => None,
    }
}

fn conversation(
    caller: &Caller,
    said: Conversation,
    once: String,
    refused: Option<(Form, Refusal)>,
) -> Comments {
    let (body, error) = refused.map(|(form, r)| (form.get("body").to_owned(), r)).unzip();
    let error = error.map(|refusal| forms::sentence(&refusal)).unwrap_or_default();
    let body = body.unwrap_or_default();
    let signed_in = caller.actor.is_some();
    let list = said.comments.into_iter().map(|(said, may_remove)| CommentRow {
        id: said.id.0,
        author: said.author,
        body: said.body,
        at: said.created_at,
        may_remove,
    });
    Comments {
        list: list.collect(),
        may: said.may.map_err(|refusal| signed_in.then(|| words::refusal(&refusal))),
        body,
        error,
        csrf: caller.csrf().to_owned(),
        once,
    }
}

/// What a flagged project repeats.
pub(super) fn duplicate_of(repeats: Original) -> DuplicateOf {
    let Original { id, title, why, ask } = repeats;
    DuplicateOf { id: id.0, title, why: why.unwrap_or_default(), ask }
}
