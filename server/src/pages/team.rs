//! A participant's team, and the link that leads onto it.

use super::event::head;
use super::forms::{self, Posted};
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::answer;
use crate::http::form::Form;
use crate::portal::idempotency::ShownOnce;
use crate::portal::submit::event_view;
use crate::portal::submit::teams::{self, OwnTeam};
use crate::state::State;
use app::components::FormErrors;
use app::pages::{JoinPage, Member, MyTeam, TeamPage, join_page, team_page};
use app::words;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use shared::refusal::{Code, Refusal};

/// `GET /events/<slug>/team`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, After::Nothing).await?)
}

/// `POST /events/<slug>/team`: what `act` says.
pub async fn act(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    match done(&state, &caller, &slug, &form).await {
        // The link is shown by the answer itself, since it is not kept.
        Ok(Some(code)) => Ok(shown(&state, &caller, &slug, After::Link(code)).await?),
        Ok(None) => Ok(see(&format!("/events/{slug}/team"))),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 403 | 409 | 422) => {
            Ok(shown(&state, &caller, &slug, After::Refused(form, refusal)).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

/// The link, where one was made; it is none where the form made it before.
async fn done(state: &State, caller: &Caller, slug: &str, form: &Form) -> Outcome<Option<Option<String>>> {
    let key = form.key(&format!("/events/{slug}/team"));
    let (who, slug, name) = (caller.clone(), slug.to_owned(), form.get("name").to_owned());
    match form.get("act") {
        "link" => {
            let job = state.write_once(caller, key, async |c| {
                Ok(teams::invite(c, &who, &slug).await?.map(|code| ShownOnce(Some(code))))
            });
            job.await.map(|ShownOnce(link)| Some(link))
        }
        "rename" => {
            let job = state.write(async |c| teams::rename(c, &who, &slug, &name).await);
            job.await.map(|()| None)
        }
        "leave" => {
            let job = state.write(async |c| teams::leave(c, &who, &slug).await);
            job.await.map(|()| None)
        }
        _ => {
            let job = state.write_once(caller, key, async |c| teams::create(c, &who, &slug, &name).await);
            job.await.map(|_| None)
        }
    }
}

/// What happened before the page is shown.
enum After {
    Nothing,
    Link(Option<String>),
    Refused(Form, Refusal),
}

async fn shown(state: &State, caller: &Caller, slug: &str, after: After) -> Outcome<Response> {
    let (who, name) = (caller.clone(), slug.to_owned());
    let (opened, view) = state
        .read(async |c| {
            let opened = teams::open(c, &who, &name).await?;
            let view = event_view::around(c, &who, &opened.at).await?;
            Ok((opened, view))
        })
        .await?;
    let path = format!("/events/{slug}/team");
    let (mut status, mut link, mut typed, mut errors) = (StatusCode::OK, None, None, FormErrors::none());
    let mut refused = None;
    match after {
        After::Nothing => {}
        After::Link(code) => {
            link = Some(code.map(|code| format!("{}{path}/join/{code}", state.base_url)));
        }
        After::Refused(form, refusal) => {
            typed = form.sent("name").map(str::to_owned);
            (status, errors) = (answer::status(&refusal), team_errors(&refusal));
            refused = Some((form, refusal));
        }
    }
    let title = opened.team.as_ref().map_or("Your team".to_owned(), |own| own.team.name.clone());
    let model = TeamPage {
        head: head(&view),
        csrf: caller.csrf().to_owned(),
        team: opened.team.map(|own| my_team(own, link)),
        may: opened.enter_refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
        max_team_size: view.event.max_team_size.into(),
        name: typed,
        errors,
        once: forms::once(refused.as_ref())?,
    };
    let frame = Frame { error: !model.errors.is_empty(), ..Frame::new(title, path) };
    Ok(page(state, caller, status, frame, || team_page(model)))
}

/// A taken name is told at its field.
fn team_errors(refusal: &Refusal) -> FormErrors {
    if refusal.code() == Code::TeamNameTaken {
        return [("name", words::refusal(refusal))].into_iter().collect();
    }
    forms::errors(refusal)
}

fn my_team(own: OwnTeam, link: Option<Option<String>>) -> MyTeam {
    let may = |refused: Option<Refusal>| refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal)));
    MyTeam {
        name: own.team.name,
        members: own.members.into_iter().map(|m| Member { name: m.name, joined_at: m.joined_at }).collect(),
        projects: own.team.projects,
        link,
        has_link: own.team.has_link,
        may_change: may(own.change_refused),
        may_leave: may(own.leave_refused),
    }
}

/// `GET /events/<slug>/team/join/<code>`. Only its button joins: programs that read mail follow links.
pub async fn invitation(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, code)): Path<(String, String)>,
) -> PageResult {
    Ok(invited(&state, &caller, &slug, &code, None).await?)
}

/// `POST /events/<slug>/team/join/<code>`.
pub async fn join(
    Shared(state): Shared<State>,
    Path((slug, code)): Path<(String, String)>,
    Posted { caller, .. }: Posted,
) -> PageResult {
    let (who, name, secret) = (caller.clone(), slug.clone(), code.clone());
    let job = state.write(async |c| teams::join(c, &who, &name, &secret).await);
    match job.await {
        Ok(()) => Ok(see(&format!("/events/{slug}/team"))),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 403 | 409) => {
            Ok(invited(&state, &caller, &slug, &code, Some(refusal)).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

async fn invited(
    state: &State,
    caller: &Caller,
    slug: &str,
    code: &str,
    refused: Option<Refusal>,
) -> Outcome<Response> {
    let (who, name, secret) = (caller.clone(), slug.to_owned(), code.to_owned());
    let (found, view) = state
        .read(async |c| {
            let found = teams::invitation(c, &who, &name, &secret).await?;
            let view = event_view::around(c, &who, &found.at).await?;
            Ok((found, view))
        })
        .await?;
    let status = refused.as_ref().map_or(StatusCode::OK, answer::status);
    let model = JoinPage {
        head: head(&view),
        csrf: caller.csrf().to_owned(),
        team: found.team.name.clone(),
        members: found.members,
        mine: found.mine,
        may: found.refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
        errors: refused.as_ref().map(forms::errors).unwrap_or_default(),
    };
    let frame = Frame {
        error: refused.is_some(),
        ..Frame::new(format!("Join {}", found.team.name), format!("/events/{slug}/team"))
    };
    Ok(page(state, caller, status, frame, || join_page(model)))
}
