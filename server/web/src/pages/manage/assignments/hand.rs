//! The assignments of one judge, or of one project, changed by hand.

use super::{count, names};
use crate::http::form::Form;
use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::components::Choice;
use app::pages::manage::{HandPage, HandRow, Side, hand_page};
use model::plan::PlannedAssignment;
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::judge::assign::{self, Pair};
use portal::judge::by_hand::{self, ByHand};
use portal::judge::recuse;

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::ids::{AssignmentId, PersonId, ProjectId};
use shared::refusal::{Fault, Refusal};
use shared::rules::AssignmentStatus;
use std::collections::{HashMap, HashSet};

/// One judge, or one project.
type Place = (Side, i64);

/// `GET /events/<slug>/manage/assignments/judges/<id>`.
pub async fn judge(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    Ok(shown(&state, &caller, &slug, (Side::Judge, path::id(&id)?), None).await?)
}

/// `GET /events/<slug>/manage/assignments/projects/<id>`.
pub async fn project(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    Ok(shown(&state, &caller, &slug, (Side::Project, path::id(&id)?), None).await?)
}

/// `POST /events/<slug>/manage/assignments/judges/<id>/assign`: gives the judge `project`.
pub async fn assign_project(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    posted: Posted,
) -> PageResult {
    let judge = path::id(&id)?;
    let project =
        path::id(posted.form.get("project")).map_err(|_| Refusal::field("project", Fault::ProjectMissing));
    let pair = project.map(|project| Pair { judge: PersonId(judge), project: ProjectId(project) });
    assigned(&state, &slug, (Side::Judge, judge), pair, posted).await
}

/// `POST /events/<slug>/manage/assignments/projects/<id>/assign`: gives the project to `judge`.
pub async fn assign_judge(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    posted: Posted,
) -> PageResult {
    let project = path::id(&id)?;
    let judge = path::id(posted.form.get("judge")).map_err(|_| Refusal::field("judge", Fault::JudgeMissing));
    let pair = judge.map(|judge| Pair { judge: PersonId(judge), project: ProjectId(project) });
    assigned(&state, &slug, (Side::Project, project), pair, posted).await
}

async fn assigned(
    state: &State,
    slug: &str,
    place: Place,
    pair: Sent<Pair>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let done = state.write(async |c| assign::assign(c, &caller, slug, pair).await).await;
    after(state, &caller, slug, place, form, done.map(drop)).await
}

/// `POST /events/<slug>/manage/assignments/<id>/remove`; `to` is the page to go back to.
pub async fn remove(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = AssignmentId(path::id(&id)?);
    let done = state.write(async |c| by_hand::take_away(c, &caller, &slug, id).await).await;
    back(&state, &caller, &slug, form, done).await
}

/// `POST /events/<slug>/manage/assignments/<id>/recuse`; `to` is the page to go back to.
pub async fn recuse(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = AssignmentId(path::id(&id)?);
    let sent = Ok(recuse::Recusal::default());
    let done = state.write(async |c| recuse::recuse(c, &caller, Some(&slug), id, sent).await).await;
    back(&state, &caller, &slug, form, done).await
}

/// `POST /events/<slug>/manage/assignments/<id>/reinstate`; `to` is the page to go back to.
pub async fn reinstate(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = AssignmentId(path::id(&id)?);
    let done = state.write(async |c| recuse::reinstate(c, &caller, &slug, id).await).await;
    back(&state, &caller, &slug, form, done).await
}

/// Goes back to the page that the form names, or shows it again with the refusal. A page that is none of these leads to
/// the list.
async fn back(state: &State, caller: &Caller, slug: &str, form: Form, done: Outcome<()>) -> PageResult {
    let place = match form.get("to").split_once('/') {
        Some(("judges", id)) => path::id(id).ok().map(|id| (Side::Judge, id)),
        Some(("projects", id)) => path::id(id).ok().map(|id| (Side::Project, id)),
        _ => None,
    };
    match (place, done) {
        (Some(place), done) => after(state, caller, slug, place, form, done).await,
        (None, Ok(())) => Ok(see(&format!("/events/{slug}/manage/assignments"))),
        (None, Err(failure)) => Err(failure.into()),
    }
}

async fn after(
    state: &State,
    caller: &Caller,
    slug: &str,
    place: Place,
    form: Form,
    done: Result<(), Failure>,
) -> PageResult {
    match done {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/assignments/{}/{}", place.0.path(), place.1))),
        Err(failure) => {
            let again =
                async |refusal| shown(state, caller, slug, place, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    (side, id): Place,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| {
        let found = by_hand::read(c, caller, slug).await?;
        let known = match side {
            Side::Judge => found.ground.judges.iter().any(|j| j.id.0 == id),
            Side::Project => found.ground.projects.iter().any(|p| p.id.0 == id),
        };
        if known { Ok(found) } else { Err(Refusal::not_found().into()) }
    };
    let model = |found: ByHand, _: &EventView| {
        let names = names(&found.ground);
        let name = match side {
            Side::Judge => names.judge(id),
            Side::Project => names.project(id),
        };
        let frame =
            Frame::new(name.clone(), format!("/events/{slug}/manage/assignments/{}/{id}", side.path()));
        let mine = |a: &&PlannedAssignment| match side {
            Side::Judge => a.judge.0 == id,
            Side::Project => a.project.0 == id,
        };
        let mut rows: Vec<HandRow> = found
            .ground
            .assignments
            .iter()
            .filter(mine)
            .map(|a| {
                let (other, name) = match side {
                    Side::Judge => (a.project.0, names.project(a.project.0)),
                    Side::Project => (a.judge.0, names.judge(a.judge.0)),
                };
                HandRow {
                    assignment: a.id.0,
                    other,
                    name,
                    status: a.status,
                    reviewed: a.reviewed,
                    voided: a.voided,
                    entered: a.entered,
                    source: source(&a.source),
                }
            })
            .collect();
        rows.sort_by_key(|row| row.name.to_lowercase());
        let movable = rows.iter().filter(|r| r.status == AssignmentStatus::Pending && !r.reviewed).count();
        let field = if side == Side::Judge { "project" } else { "judge" };
        let model = HandPage {
            side,
            id,
            name,
            about: about(&found, side, id),
            choices: choices(&found, side, id),
            kept_apart: kept_apart(&found, side, id),
            chosen: refused.as_ref().and_then(|r| r.typed(field)).unwrap_or_default(),
            movable: count(movable),
            rows,
            may: found.refused.as_ref().map_or(Ok(()), |refusal| Err(words::refusal(refusal))),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, hand_page).await
}

fn source(name: &str) -> &'static str {
    match name {
        "planned" => "A plan",
        "manual" => "An organizer",
        "pulled" => "The judge took it",
        _ => "A file",
    }
}

/// Tracks and cap, or team and track.
fn about(found: &ByHand, side: Side, id: i64) -> String {
    let ground = &found.ground;
    match side {
        Side::Judge => {
            let Some(judge) = ground.judges.iter().find(|j| j.id.0 == id) else { return String::new() };
            let known = ground.tracks.iter().filter(|(track, _)| judge.tracks.contains(track));
            let tracks: Vec<String> = known.map(|(_, name)| name.clone()).collect();
            let tracks = if tracks.is_empty() {
                "Judges every track.".to_owned()
            } else {
                format!("Judges {}.", words::and_list(&tracks))
            };
            let cap = judge.cap.map_or_else(
                || "No cap.".to_owned(),
                |cap| format!("Takes up to {}.", words::plural(cap, "project", "projects")),
            );
            format!("{tracks} {cap}")
        }
        Side::Project => {
            let Some(project) = ground.projects.iter().find(|p| p.id.0 == id) else { return String::new() };
            let track = ground.tracks.iter().find(|(track, _)| Some(*track) == project.track);
            let track = track.map_or_else(String::new, |(_, name)| format!(" Track: {name}."));
            format!("By {}.{track}", project.team)
        }
    }
}

/// Whom a conflict or an own team keeps apart from this judge or project, by name.
fn kept_apart(found: &ByHand, side: Side, id: i64) -> Vec<String> {
    let names = names(&found.ground);
    let barred = found.ground.barred.iter();
    let apart = barred.filter_map(|(judge, project)| match side {
        Side::Judge => (judge.0 == id).then(|| names.project(project.0)),
        Side::Project => (project.0 == id).then(|| names.judge(judge.0)),
    });
    let mut apart: Vec<String> = apart.collect();
    apart.sort_by_key(|name| name.to_lowercase());
    apart.dedup();
    apart
}

/// Who or what can be added: not assigned, no conflict, no own team.
fn choices(found: &ByHand, side: Side, id: i64) -> Vec<Choice> {
    let ground = &found.ground;
    let assigned = ground.assignments.iter().map(|a| (a.judge, a.project));
    let closed: HashSet<(PersonId, ProjectId)> = ground.barred.iter().copied().chain(assigned).collect();
    let others: Vec<Choice> = match side {
        Side::Judge => {
            let free = ground.projects.iter().filter(|p| !closed.contains(&(PersonId(id), p.id)));
            let mut judges: HashMap<ProjectId, i64> = HashMap::new();
            for a in ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused) {
                *judges.entry(a.project).or_default() += 1;
            }
            free.map(|p| {
                let has = judges.get(&p.id).copied().unwrap_or(0);
                let of = words::plural(ground.reviews_per_project, "judge", "judges");
                Choice::new(p.id.to_string(), format!("{}, has {has} of {of}", p.title))
            })
            .collect()
        }
        Side::Project => {
            let free = ground.judges.iter().filter(|j| !closed.contains(&(j.id, ProjectId(id))));
            let mut load: HashMap<PersonId, i64> = HashMap::new();
            for a in ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused) {
                *load.entry(a.judge).or_default() += 1;
            }
            free.map(|j| {
                let load = load.get(&j.id).copied().unwrap_or(0);
                let has = words::plural(load, "project", "projects");
                Choice::new(j.id.to_string(), format!("{}, has {has}", j.name))
            })
            .collect()
        }
    };
    let first = if side == Side::Judge { "Choose a project" } else { "Choose a judge" };
    std::iter::once(Choice::new("", first)).chain(others).collect()
}
