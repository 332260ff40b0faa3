//! The organizer's pages of the floor.

pub mod file;
pub mod plan;
mod preview;
pub mod print;

use crate::pages::prelude::*;
use app::pages::manage::floor::{FloorPage, floor_page};
use model::floor::Move;
use portal::floor::moves;
use shared::refusal::RequestFault;

/// All places; `?moved=` follows a move, and `?q=` searches.
pub struct Floor;

impl Desk for Floor {
    type Id = ();
    type Found = portal::floor::Floor;
    type Beside = ();
    const PATH: &'static str = "manage/floor";
    const TITLE: &'static str = "Hall of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<portal::floor::Floor> {
        portal::floor::read(call).await
    }

    fn draw(floor: portal::floor::Floor, sheet: DeskContext<'_, Self>) -> AnyView {
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
    let file = at.by().read(portal::floor::file::file).await?;
    Ok(answer::attached(&file.name, "text/csv; charset=utf-8", file.text))
}

/// `POST …/floor/moves`: carries out what a preview of a plan or a file showed. What was corrected beside it since is shown first.
pub async fn moves(sent: Post<Floor>) -> PageResult {
    if is_corrected(&sent.form, preview::PLAN, plan::digest) {
        return plan::preview(sent.on(())).await;
    }
    if is_corrected(&sent.form, preview::FILE, file::digest) {
        return file::preview(sent.on(())).await;
    }
    let moves: portal::Sent<Vec<Move>> =
        serde_json::from_str(sent.get("moves")).map_err(|_| Refusal::field("moves", RequestFault::NoForm));
    let moving = async |call: &mut Call<'_>, _: &At| moves::move_projects(call, moves).await;
    sent.once(moving, async |at, moved| Ok(see(&format!("{}?moved={moved}", Floor::path(&at))))).await
}

/// Whether a form asks for something else than when its preview was made, whose digest it has under this name.
fn is_corrected(form: &Form, name: &str, digest: fn(&Form) -> String) -> bool {
    form.sent(name).is_some_and(|shown| shown != digest(form))
}
