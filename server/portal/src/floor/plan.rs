//! A plan of the whole floor, shown before anything is written.

use super::{Floor, read};
use crate::prelude::*;
use shared::floor::{FloorGuest, FloorPlan, FloorSettings, Place, Spot};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloorGrouping {
    #[default]
    None,
    Track,
    /// By the first prize that they ask for.
    Prize,
}

shared::named! { FloorGrouping: None = "none", Track = "track", Prize = "prize" }

#[derive(Clone, Debug)]
pub struct FloorWishes {
    /// The hall's places.
    pub spots: Vec<Spot>,
    pub grouping: FloorGrouping,
    /// How the floor is filled.
    pub settings: FloorSettings,
}

#[derive(Clone, Debug)]
pub struct PlannedFloor {
    pub floor: Floor,
    pub plan: FloorPlan,
    /// Every project that changes its place, in the order of the plan.
    pub moves: Vec<Move>,
}

/// Makes a plan and writes nothing.
/// Errors: as [`read`]; 400 for wishes that cannot be read.
pub async fn preview(call: &mut Call<'_>, wishes: Sent<FloorWishes>) -> Outcome<PlannedFloor> {
    let floor = read(call).await?;
    let FloorWishes { spots, grouping, settings } = wishes?;
    let guests: Vec<FloorGuest> = floor.projects.iter().map(|p| guest(p, grouping)).collect();
    let plan = shared::floor::plan(&guests, &spots, settings);
    let placed = plan.placed.iter().map(|(project, place)| (*project, place.clone()));
    let without = plan.without.iter().map(|project| (*project, Place::default()));
    let now: HashMap<_, _> = floor.projects.iter().map(|p| (p.id, &p.place)).collect();
    let moves = placed.chain(without).filter_map(|(project, to)| {
        let from = (*now.get(&project)?).clone();
        (from != to).then_some(Move { project, from, to })
    });
    let moves = moves.collect();
    Ok(PlannedFloor { moves, plan, floor })
}

fn guest(project: &FloorProject, grouping: FloorGrouping) -> FloorGuest {
    object! { FloorGuest from project:
        submitted_at, power, quiet;
        project: project.id,
        title: project.title.clone(),
        group: match grouping {
            FloorGrouping::None => None,
            FloorGrouping::Track => project.track.as_ref().map(|(at, _)| *at),
            FloorGrouping::Prize => project.prize,
        },
        now: project.place.clone()
    }
}
