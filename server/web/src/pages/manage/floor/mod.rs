//! The organizer's pages of the floor.

pub mod file;
pub mod plan;
mod preview;
pub mod print;

use crate::pages::prelude::*;
use app::pages::manage::{FloorMovePage, FloorPage, floor_move_page, floor_page};
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

/// One project, moved by hand.
pub struct Hand;

impl Desk for Hand {
    type Id = ProjectId;
    type Found = (Context, FloorProject);
    type Beside = ();

    fn path(at: &At<ProjectId>) -> String {
        format!("/events/{}/manage/floor/projects/{}", at.slug, at.id)
    }

    async fn read(c: &mut Conn, at: &At<ProjectId>) -> Outcome<Self::Found> {
        moves::open(c, &at.caller, &at.slug, at.id).await
    }

    fn title((_, project): &Self::Found, _: &EventView) -> String {
        format!("Move {}", project.title)
    }

    fn draw((_, project): Self::Found, sheet: Around<'_, Self>) -> AnyView {
        floor_move_page(FloorMovePage {
            typed: Place {
                room: sheet.typed("room").unwrap_or_else(|| project.place.room.clone()),
                place: sheet.typed("place").unwrap_or_else(|| project.place.place.clone()),
            },
            project,
            moved_meanwhile: sheet.is_stale(),
            swap: sheet.typed("swap").is_some(),
        })
    }
}

/// `POST …/floor/projects/<id>`: moves it to `room` and `place`; with `swap` what is there takes its place.
pub async fn hand_post(sent: Post<Hand>) -> PageResult {
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
