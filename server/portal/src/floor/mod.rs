//! The expo floor: where projects are, who moves them, and what is printed for it.

pub mod file;
pub mod moves;
pub mod plan;
pub mod print;

use crate::caller::Caller;
use crate::context;
use model::context::{Context, EventKey};
use model::floor::FloorProject;
use shared::refusal::Refusal;
use shared::rules::{act, may};
use store::failure::Outcome;
use store::{Conn, floor};

/// The floor as an organizer sees it.
#[derive(Clone, Debug)]
pub struct Floor {
    /// The event, and the organizer in it.
    pub at: Context,
    /// The submitted projects in the order of the floor: by room and place, those without a place last.
    pub projects: Vec<FloorProject>,
    /// Why this organizer prints no sheets of judges.
    pub sheets_withheld: Option<Refusal>,
}

/// Reads the floor.
///
/// # Errors
/// 401, 404, 403 for a caller who does not organize.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Floor> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let actor = caller.actor.as_ref();
    may::<act::MoveProjects>(actor, &at.facts, at.now)?;
    let sheets_withheld = may::<act::PrintJudgeSheets>(actor, &at.facts, at.now).err();
    let mut projects = floor::projects(conn, at.event).await?;
    projects.sort_by(|a, b| a.place.floor_order(&b.place));
    Ok(Floor { at, projects, sheets_withheld })
}
