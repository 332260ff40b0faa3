//! A participant's team, and the link that leads onto it.

use super::event_page::{event_page, with_event};
use super::forms::{self, Posted, RefusedForm};
use super::page_result::PageResult;
use super::project::{follows, team_visits};
use super::render::{Frame, see};
use crate::http::form::Form;
use crate::state::State;
use app::components::FormErrors;
use app::pages::{JoinPage, Member, MyTeam, ProjectVisits, TeamPage, join_page, team_page};
use model::context::Context;
use model::event::Event;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::idempotency::ShownOnce;
use portal::submit::teams::{self, Invitation, OwnTeam, TeamView};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::refusal::{Code, Refusal};

/// `GET /events/<slug>/team`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_page(&state, &caller, &slug, None, None).await?)
}

/// `POST /events/<slug>/team/create`: founds the team `name`.
pub async fn create(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (key, name) = (form.key(&act_path(&slug, "create")), form.get("name"));
    let create = async |c: &mut _| teams::create(c, &caller, &slug, name).await;
    let done = state.write_once(&caller, key, create).await.map(|_| ());
    answer(&state, &caller, &slug, form.clone(), done).await
}

/// `POST /events/<slug>/team/rename`: to `name`.
pub async fn rename(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let done = state.write(async |c| teams::rename(c, &caller, &slug, form.get("name")).await).await;
    answer(&state, &caller, &slug, form, done).await
}

/// `POST /events/<slug>/team/leave`.
pub async fn leave(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let done = state.write(async |c| teams::leave(c, &caller, &slug).await).await;
    answer(&state, &caller, &slug, form, done).await
}

/// `POST /events/<slug>/team/link`: makes the link that leads onto the team. The answer shows it, since it is not stored.
pub async fn make_link(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let key = form.key(&act_path(&slug, "link"));
    let made = state.write_once(&caller, key, async |c| {
        Ok(teams::invite(c, &caller, &slug).await?.map(|code| ShownOnce(Some(code))))
    });
    match made.await {
        Ok(ShownOnce(link)) => Ok(show_page(&state, &caller, &slug, Some(link), None).await?),
        Err(failure) => answer(&state, &caller, &slug, form, Err(failure)).await,
    }
}

fn team_path(slug: &str) -> String {
    format!("/events/{slug}/team")
}

/// The address of an act. A key of an act names it, so that a form of one act is never taken for another's.
fn act_path(slug: &str, act: &str) -> String {
    format!("{}/{act}", team_path(slug))
}

/// The answer to a form of the team's page.
async fn answer(state: &State, caller: &Caller, slug: &str, form: Form, done: Outcome<()>) -> PageResult {
    match done {
        Ok(()) => Ok(see(&team_path(slug))),
        Err(failure) => {
            let again = async |refusal| {
                show_page(state, caller, slug, None, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The team's page. `link` is the code of a link that was made just now; it is none where the form made it before.
async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    link: Option<Option<String>>,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let path = team_path(slug);
    let link = link.map(|code| code.map(|code| format!("{}{path}/join/{code}", state.base_url)));
    let operation = async |c: &mut _| {
        let opened = teams::open(c, caller, slug).await?;
        with_event(c, opened).await
    };
    let model = |(opened, event): (TeamView, Event), _: &EventView| {
        let title = opened.team.as_ref().map_or("Your team".to_owned(), |own| own.team.name.clone());
        let model = TeamPage {
            team: opened.team.map(|own| my_team(own, link, &opened.at)),
            now: opened.at.now,
            may: forms::allowed(opened.enter_refused),
            max_team_size: event.max_team_size.into(),
            name: refused.as_ref().and_then(|refused| refused.typed("name")),
        };
        let visits = model.team.iter().flat_map(|team| &team.visits);
        let script = visits.filter_map(|visits| follows(visits.judging)).next();
        let frame = Frame { script, ..Frame::new(title, path) };
        let errors = refused.as_ref().map(|r| team_errors(&r.refusal)).unwrap_or_default();
        (frame.refused_form(refused.as_ref()).errors(errors), model)
    };
    event_page(state, caller, operation, model, team_page).await
}

/// A refused name is an error of its field.
fn team_errors(refusal: &Refusal) -> FormErrors {
    if refusal.code() == Code::TeamNameTaken {
        return [("name", words::refusal(refusal))].into_iter().collect();
    }
    forms::errors(refusal)
}

fn my_team(own: OwnTeam, link: Option<Option<String>>, at: &Context) -> MyTeam {
    let visits = own.visits.into_iter().map(|(project, visits)| ProjectVisits {
        title: project.title.clone(),
        ..team_visits(visits, at, &project)
    });
    MyTeam {
        visits: visits.collect(),
        name: own.team.name,
        members: own.members.into_iter().map(|m| Member { name: m.name, joined_at: m.joined_at }).collect(),
        projects: own.team.projects,
        link,
        has_link: own.team.has_link,
        may_change: forms::allowed(own.change_refused),
        may_leave: forms::allowed(own.leave_refused),
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
    match state.write(async |c| teams::join(c, &caller, &slug, &code).await).await {
        Ok(()) => Ok(see(&team_path(&slug))),
        Err(failure) => {
            let again = async |refusal| invited(&state, &caller, &slug, &code, Some(refusal)).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn invited(
    state: &State,
    caller: &Caller,
    slug: &str,
    code: &str,
    refused: Option<Refusal>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| teams::invitation(c, caller, slug, code).await;
    let model = |found: Invitation, _: &EventView| {
        let frame = Frame::new(format!("Join {}", found.team.name), team_path(slug));
        let model = JoinPage {
            team: found.team.name.clone(),
            members: found.members,
            mine: found.mine,
            may: forms::allowed(found.refused),
        };
        (frame.refused(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, join_page).await
}
