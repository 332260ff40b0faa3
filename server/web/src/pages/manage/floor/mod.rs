//! The organizer's pages of the floor.

mod draft;
pub mod file;
pub mod plan;
mod preview;
pub mod print;

use crate::http::query::Query;
use crate::http::{answer, path};
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::components::FormErrors;
use app::pages::manage::{FloorMovePage, FloorPage, FloorRow, floor_move_page, floor_page};
use model::floor::{FloorProject, Move};
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::floor::{self, Floor, moves};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::floor::Place;
use shared::ids::ProjectId;
use shared::refusal::{Code, Refusal, RequestFault};

/// `GET /events/<slug>/manage/floor`; `?moved=` follows a move.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    Ok(show_floor(&state, &caller, &slug, query.get("moved").parse().ok(), None).await?)
}

async fn show_floor(
    state: &State,
    caller: &Caller,
    slug: &str,
    moved: Option<i64>,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| floor::read(c, caller, slug).await;
    let model = |floor: Floor, event: &EventView| {
        let frame = Frame::new(format!("Floor of {}", event.name()), format!("/events/{slug}/manage/floor"));
        let model = FloorPage {
            rows: floor.projects.into_iter().map(row).collect(),
            moved,
            sheets_withheld: floor.sheets_withheld.map(|refusal| words::refusal(&refusal)),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, floor_page).await
}

fn row(p: FloorProject) -> FloorRow {
    FloorRow {
        id: p.id.0,
        title: p.title,
        team: p.team,
        track: p.track.map(|(_, name)| name).unwrap_or_default(),
        place: p.place,
        power: p.power,
        quiet: p.quiet,
    }
}

/// `GET /events/<slug>/manage/floor/places.csv`.
pub async fn csv(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let file = state.read(async |c| floor::file::file(c, &caller, &slug).await).await?;
    Ok(answer::attached(&file.name, "text/csv; charset=utf-8", file.text))
}

/// `POST /events/<slug>/manage/floor/moves`: carries out what a preview of a plan or a file showed.
pub async fn moves(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let sent: Sent<Vec<Move>> = serde_json::from_str(form.get("moves"))
        .map_err(|error| Refusal::field("moves", RequestFault::BadJson { error: error.to_string() }));
    let key = form.key(&format!("/events/{slug}/manage/floor/moves"));
    let moving = async |c: &mut _| moves::move_projects(c, &caller, &slug, sent).await;
    match state.write_once(&caller, key, moving).await {
        Ok(moved) => Ok(see(&format!("/events/{slug}/manage/floor?moved={moved}"))),
        Err(failure) => {
            let again = async |refusal| {
                show_floor(&state, &caller, &slug, None, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// `GET /events/<slug>/manage/floor/projects/<id>`.
pub async fn hand(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    let id = ProjectId(path::id(&id)?);
    Ok(show_move(&state, &caller, &slug, id, None).await?)
}

/// `POST /events/<slug>/manage/floor/projects/<id>`: moves it to `room` and `place`; with `swap` what is there takes its place.
pub async fn hand_post(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = ProjectId(path::id(&id)?);
    let field = |name: &str| form.get(name).trim().to_owned();
    let from = Place::new(field("from_room"), field("from_place"));
    let to = Place::new(field("room"), field("place"));
    let swap = form.get("swap") == "true";
    let moving =
        async |c: &mut _| moves::by_hand(c, &caller, &slug, Move { project: id, from, to }, swap).await;
    match state.write(moving).await {
        Ok(moved) => Ok(see(&format!("/events/{slug}/manage/floor?moved={moved}#project-{id}"))),
        Err(failure) => {
            let again = async |refusal| {
                show_move(&state, &caller, &slug, id, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn show_move(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: ProjectId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| moves::open(c, caller, slug, id).await;
    let model = |opened: moves::PlacedProject, _: &EventView| {
        let project = opened.project;
        let title = format!("Move {}", project.title);
        let frame = Frame::new(title, format!("/events/{slug}/manage/floor/projects/{id}"));
        let typed = |field: &str| refused.as_ref().and_then(|r| r.typed(field));
        let stale = refused.as_ref().is_some_and(|r| r.refusal.code() == Code::EditedMeanwhile);
        let model = FloorMovePage {
            id: id.0,
            title: project.title,
            team: project.team,
            typed: Place {
                room: typed("room").unwrap_or_else(|| project.place.room.clone()),
                place: typed("place").unwrap_or_else(|| project.place.place.clone()),
            },
            now: project.place,
            moved_meanwhile: stale,
            swap: typed("swap").is_some(),
        };
        let frame = frame.refused_form(refused.as_ref());
        // The page says itself what another organizer changed.
        (if stale { frame.errors(FormErrors::default()) } else { frame }, model)
    };
    event_page(state, caller, operation, model, floor_move_page).await
}
