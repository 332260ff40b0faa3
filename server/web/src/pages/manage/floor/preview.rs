//! What a plan or a file would do, as its page shows it.

use app::pages::manage::floor::{FloorPreview, FloorPreviewRow, FloorVerdict};
use model::floor::Move;
use portal::floor::file::{PlaceVerdict, PlacesFile};
use portal::floor::plan::PlannedFloor;
use shared::floor::Place;
use std::collections::HashMap;
use words::plural;

/// Under which name a form has the digest of the plan, or of the file, of which it has the moves.
pub(super) const PLAN: &str = "plan_shown";
pub(super) const FILE: &str = "file_shown";

/// The moves as the form sends them, and reads them back.
fn written(moves: &[Move]) -> String {
    if moves.is_empty() { String::new() } else { serde_json::to_string(moves).unwrap_or_default() }
}

fn verdict(from: &Place, to: &Place) -> FloorVerdict {
    match (from.is_none(), to.is_none()) {
        _ if from == to => FloorVerdict::Same,
        (true, _) => FloorVerdict::New,
        (_, true) => FloorVerdict::Removed,
        _ => FloorVerdict::Moved,
    }
}

pub(super) fn of_plan(planned: PlannedFloor, shown: String) -> FloorPreview {
    let PlannedFloor { floor, plan, moves } = planned;
    let known: HashMap<_, _> = floor.projects.iter().map(|p| (p.id, p)).collect();
    let title = |id| known.get(&id).map(|p| p.title.clone()).unwrap_or_default();
    let none = Place::default();
    let all = plan.placed.iter().map(|(id, to)| (*id, to)).chain(plan.without.iter().map(|id| (*id, &none)));
    let mut rows: Vec<FloorPreviewRow> = all
        .map(|(id, to)| {
            let from = known.get(&id).map(|p| p.place.clone()).unwrap_or_default();
            let verdict = if to.is_none() && from.is_none() {
                FloorVerdict::LeftOut("No place is left.".to_owned())
            } else {
                verdict(&from, to)
            };
            FloorPreviewRow { line: 0, title: title(id), from, to: to.clone(), verdict }
        })
        .collect();
    rows.sort_by(|a, b| a.to.floor_order(&b.to));
    let mut unmet = Vec::new();
    if !plan.without.is_empty() {
        let n = plural(plan.without.len(), "project gets", "projects get");
        unmet.push(format!("{n} no place. Add places, or leave fewer free between groups."));
    }
    for (id, power, quiet) in &plan.unmet {
        let what = match (power, quiet) {
            (true, true) => "power and a quiet place",
            (true, false) => "power",
            _ => "a quiet place",
        };
        unmet.push(format!("{} asked for {what}. No such place is left.", title(*id)));
    }
    let (moving, moves) = (moves.len(), written(&moves));
    FloorPreview { rows, moving, moves, unmet, shown: (PLAN, shown), unused: Vec::new(), merged: None }
}

pub(super) fn of_file(read: PlacesFile, shown: String) -> FloorPreview {
    let mut moves = Vec::new();
    let rows: Vec<FloorPreviewRow> = read
        .rows
        .into_iter()
        .map(|row| {
            let (from, verdict) = match row.verdict {
                PlaceVerdict::Moves(m) => {
                    let from = m.from.clone();
                    let verdict = verdict(&m.from, &m.to);
                    moves.push(m);
                    (from, verdict)
                }
                PlaceVerdict::Same => (row.to.clone(), FloorVerdict::Same),
                left => (Place::default(), FloorVerdict::LeftOut(why(&left))),
            };
            FloorPreviewRow { line: row.line, title: row.named, from, to: row.to, verdict }
        })
        .collect();
    let (moving, moves) = (moves.len(), written(&moves));
    FloorPreview {
        rows,
        moving,
        moves,
        unmet: Vec::new(),
        shown: (FILE, shown),
        unused: read.unused,
        merged: read.merged,
    }
}

fn why(verdict: &PlaceVerdict) -> String {
    match verdict {
        PlaceVerdict::Project(unclear) => {
            format!("{}.", words::capital(words::list_file::project_unclear(*unclear)))
        }
        PlaceVerdict::MoreCells { cells, columns } => words::list_file::more_cells(*cells, *columns),
        PlaceVerdict::Repeated => "A row above names the same project.".to_owned(),
        PlaceVerdict::Long => "A room and a place have at most 20 characters.".to_owned(),
        PlaceVerdict::Damaged => {
            "A spreadsheet put a day, an error or a formula in place of the room or the place. Correct it in the file."
                .to_owned()
        }
        PlaceVerdict::Taken(title) => format!("{title} has this place."),
        PlaceVerdict::Moves(_) | PlaceVerdict::Same => String::new(),
    }
}
