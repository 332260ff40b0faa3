//! The organizer's pages of who judges what.

mod conflicts;
pub mod file;
pub mod hand;
pub mod handover;
pub mod overview;
pub mod plan;
pub mod review;
pub mod scores;

use app::components::Choice;
use model::plan::{PlanGround, invited_number};
use shared::conflict::ConflictKind;
use words::plan::{PlanNames, conflict_kind};

fn names(ground: &PlanGround) -> PlanNames {
    PlanNames {
        judges: ground
            .judges
            .iter()
            .map(|j| (j.id.0, j.name.clone()))
            .chain(ground.invited.iter().map(|j| (invited_number(j.id), not_here(&j.name))))
            .collect(),
        projects: ground.projects.iter().map(|p| (p.id.0, p.title.clone())).collect(),
        tracks: ground.tracks.iter().map(|(id, name)| (id.0, name.clone())).collect(),
    }
}

/// The name of a judge who has not come yet, in a list of names.
fn not_here(name: &str) -> String {
    format!("{name} (not here yet)")
}

/// The kinds of conflict to choose from.
pub(crate) fn kinds() -> Vec<Choice> {
    let kinds = ConflictKind::ALL.map(|kind| Choice::new(kind.name(), conflict_kind(kind)));
    std::iter::once(Choice::new("", "Choose a kind")).chain(kinds).collect()
}
