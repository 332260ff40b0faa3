//! The organizer's pages of the floor.

pub mod file;
pub mod plan;
mod preview;
pub mod print;

use super::projects::Flag;
use crate::pages::prelude::*;
use app::pages::manage::{FloorPage, PlaceForm, floor_page};
use model::floor::{FloorProject, Move};
use portal::floor::moves;
use shared::floor::Place;
use shared::refusal::RequestFault;

/// All places; `?moved=` follows a move, and `?q=` searches.
pub struct Floor;

impl Desk for Floor {
    type Id = ();
    type Found = portal::floor::Floor;
    type Beside = ();
    const PATH: &'static str = "manage/floor";
    const TITLE: &'static str = "Hall of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<portal::floor::Floor> {
        portal::floor::read(c, &at.caller, &at.slug).await
    }

    fn draw(floor: portal::floor::Floor, sheet: Around<'_, Self>) -> AnyView {
        floor_page(FloorPage {
            projects: floor.projects,
            moved: sheet.at.query.get("moved").parse().ok(),
            search: sheet.at.query.search(),
            plans: sheet.at.query.asked("plan").is_some(),
            sheets_withheld: floor.sheets_withheld.map(|refusal| words::refusal(&refusal)),
        })
    }
}

/// `GET …/floor/places.csv`.
pub async fn csv(at: At) -> PageResult {
    let file = at.state.read(async |c| portal::floor::file::file(c, &at.caller, &at.slug).await).await?;
    Ok(answer::attached(&file.name, "text/csv; charset=utf-8", file.text))
}

/// `POST …/floor/moves`: carries out what a preview of a plan or a file showed.
pub async fn moves(sent: Post<Floor>) -> PageResult {
    let moves: portal::Sent<Vec<Move>> = serde_json::from_str(sent.get("moves"))
        .map_err(|error| Refusal::field("moves", RequestFault::BadJson { error: error.to_string() }));
    let moving = async |c: &mut Conn, at: &At| moves::move_projects(c, &at.caller, &at.slug, moves).await;
    sent.once(moving, async |at, moved| Ok(see(&format!("{}?moved={moved}", Floor::path(&at))))).await
}

/// The form of one project's place, on the page of the project.
pub(super) fn place_form(project: FloorProject, sheet: &Around<'_, Flag>) -> PlaceForm {
    let typed = |field: &str, stored: &str| sheet.typed(field).unwrap_or_else(|| stored.to_owned());
    PlaceForm {
        typed: Place::new(typed("room", &project.place.room), typed("place", &project.place.place)),
        place: project.place,
        moved_meanwhile: sheet.is_stale() && sheet.typed("from_room").is_some(),
        swap: sheet.typed("swap").is_some(),
    }
}

/// `POST …/projects/<id>/place`: moves it to `room` and `place`; with `swap` what is there takes its place.
pub async fn by_hand(sent: Post<Flag>) -> PageResult {
    let field = |name: &str| sent.get(name).trim().to_owned();
    let from = Place::new(field("from_room"), field("from_place"));
    let to = Place::new(field("room"), field("place"));
    let (at, swap) = (&sent.at, sent.ticked("swap"));
    let this = Move { project: at.id, from, to };
    match at.state.write(async |c| moves::by_hand(c, &at.caller, &at.slug, this, swap).await).await {
        Ok(moved) => {
            let floor = Floor::path(&at.clone().to(()));
            Ok(see(&format!("{floor}?moved={moved}#project-{}", at.id)))
        }
        Err(failure) => sent.again(failure).await,
    }
}
