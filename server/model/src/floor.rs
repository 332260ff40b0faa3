//! The expo floor: where projects are shown.

use crate::prelude::*;

#[derive(Clone, Debug)]
pub struct FloorProject {
    pub id: ProjectId,
    pub title: String,
    pub team: String,
    /// Its track: where the track stands among the event's, and its name.
    pub track: Option<(i64, String)>,
    /// The first of the prizes that its team asks for, in the event's order.
    pub prize: Option<i64>,
    pub submitted_at: DateTime<Utc>,
    /// Its team asked for power.
    pub power: bool,
    /// Its team asked for a quiet place.
    pub quiet: bool,
    pub place: Place,
}

/// A project that moves, as the organizer saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    pub project: ProjectId,
    /// Where it was when the organizer looked.
    pub from: Place,
    /// Where it goes; no place takes it off the floor.
    pub to: Place,
}

/// A task on a judge's printed sheet.
#[derive(Clone, Debug)]
pub struct SheetTask {
    /// The judge; of one who has not come yet, [`crate::plan::invited_number`].
    pub judge: PersonId,
    pub name: String,
    pub assignment: AssignmentId,
    pub title: String,
    pub team: String,
    pub place: Place,
}
