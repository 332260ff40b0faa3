//! The expo floor: where projects are, who moves them, and what is printed for it.

pub mod file;
pub mod moves;
pub mod plan;
pub mod print;

use crate::prelude::*;
use store::floor;

/// The floor as an organizer sees it.
#[derive(Clone, Debug)]
pub struct Floor {
    pub at: Context,
    /// The submitted projects in the order of the floor: by room and place, those without a place last.
    pub projects: Vec<FloorProject>,
    /// Why this organizer prints no sheets of judges.
    pub sheets_withheld: Option<Refusal>,
}
model::in_event!(Floor);

/// Reads the floor.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn read(call: &mut Call<'_>) -> Outcome<Floor> {
    let (at, _) = call.open::<act::Manage>().await?;
    let sheets_withheld = call.ask::<act::PrintJudgeSheets>(&at).err();
    let mut projects = floor::projects(call.conn, at.event).await?;
    projects.sort_by(|a, b| a.place.floor_order(&b.place));
    Ok(Floor { at, projects, sheets_withheld })
}
