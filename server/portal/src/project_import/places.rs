//! Which rows of a list get the places that they ask for. A list may exchange the places of projects.

use crate::prelude::*;
use shared::floor::{Place, is_same_room};
use shared::project_files::{ChangedField, Readiness};
use shared::refusal::FloorFault;

/// What two equal places share.
type Key = (String, String);

/// A row that puts its project elsewhere.
struct Moved {
    position: i32,
    /// None for a project that is new.
    project: Option<ProjectId>,
    from: Option<Key>,
    /// None for a room alone.
    to: Option<Key>,
}

impl Moved {
    /// A row that is not taken takes no place from one that is.
    fn of(row: &UploadedRow, taken: &HashSet<(i32, ChangedField)>) -> Option<Self> {
        let stored = row.stored.as_ref();
        let stays = |project: &StoredProject| {
            project.reviewed
                || is_withdrawn(project)
                || (is_by_hand(project) && !taken.contains(&(row.position, ChangedField::Place)))
        };
        if row.standing != Readiness::Complete || stored.is_some_and(stays) {
            return None;
        }
        let key = |(room, place): &(String, String)| Place::new(room, place).key();
        let asked = with_stored_parts(row.place.clone(), stored)?;
        let (from, to) = (stored.and_then(|project| key(&project.place)), key(&asked));
        let project = stored.map(|project| project.id);
        (from != to).then_some(Self { position: row.position, project, from, to })
    }
}

/// The positions of the rows whose places other projects have or get. Of two that ask for one place, the first gets it. A refused row
/// leaves its project where it is, so a row that asks for that place is refused, too.
pub(super) fn refused(
    rows: &[UploadedRow],
    taken: &HashSet<(i32, ChangedField)>,
    event: &EventNames,
) -> HashSet<i32> {
    let moved: Vec<Moved> = rows.iter().filter_map(|row| Moved::of(row, taken)).collect();
    let leaving: HashSet<ProjectId> = moved.iter().filter_map(|row| row.project).collect();
    let staying = event.places.iter().filter(|(id, ..)| !leaving.contains(id));
    // The row that brings a project to each place; none where a project stays.
    let mut holders: HashMap<Key, Option<&Moved>> =
        staying.filter_map(|(_, room, place)| Some((Place::new(room, place).key()?, None))).collect();
    let mut refused = HashSet::new();
    for row in &moved {
        let Some(to) = row.to.clone() else { continue };
        let mut stays = holders.contains_key(&to).then_some(row);
        if stays.is_none() {
            holders.insert(to, Some(row));
        }
        while let Some(row) = stays {
            refused.insert(row.position);
            stays = row.from.clone().and_then(|from| holders.insert(from, None)).flatten();
        }
    }
    refused
}

/// Whether an organizer withdrew it. It has no place then, and gets none.
pub(super) fn is_withdrawn(project: &StoredProject) -> bool {
    project.submitted && !project.takes_part
}

/// Whether somebody moved it here after a list gave it a place. One that has none waits for one: it came back, or left a place that
/// another project got.
pub(super) fn is_by_hand(project: &StoredProject) -> bool {
    let (room, place) = &project.place;
    !(room.is_empty() && place.is_empty())
        && project.by_hand.iter().any(|field| field == ChangedField::Place.name())
}

/// A place in words: `Hall, A1`.
pub(super) fn in_words((room, place): &(String, String)) -> String {
    words::joined(&[room, place], ", ")
}

/// The place that a row asks for, with what the event knows of it and the list does not say: many lists have tables and no rooms.
pub(super) fn with_stored_parts(
    (mut room, mut place): (String, String),
    stored: Option<&StoredProject>,
) -> Option<(String, String)> {
    if let Some((its_room, its_place)) = stored.map(|project| &project.place) {
        if room.is_empty() && !place.is_empty() {
            room.clone_from(its_room);
        } else if place.is_empty() && is_same_room(&room, its_room) {
            place.clone_from(its_place);
        }
    }
    (!(room.is_empty() && place.is_empty())).then_some((room, place))
}

/// Asks whether a project whose row the organizer left out stays in a place that another row gets.
/// Errors: 400 with both titles, at the box that leaves out the other row.
pub(super) fn check_left_out(
    rows: &[DecidedRow],
    left_out: &HashSet<i32>,
    event: &EventNames,
) -> Result<(), Refusal> {
    let rows = rows.iter().filter(|row| row.verdict.writes());
    let (kept, taken): (Vec<_>, Vec<_>) = rows.partition(|row| left_out.contains(&row.position));
    let titles: HashMap<ProjectId, &String> =
        kept.iter().filter_map(|row| Some((row.project?, &row.title))).collect();
    let mut staying: HashMap<Key, &String> = HashMap::new();
    for (id, room, place) in &event.places {
        staying.extend(Place::new(room, place).key().zip(titles.get(id).copied()));
    }
    for row in taken {
        let to = row.place.as_ref().map(|(room, place)| Place::new(room, place)).unwrap_or_default();
        if let Some(title) = to.key().and_then(|key| staying.get(&key).copied()) {
            let fault = FloorFault::Kept { place: to, title: title.clone(), other: row.title.clone() };
            return Err(Refusal::field(&format!("skip-{}", row.position), Fault::Floor(fault)));
        }
    }
    Ok(())
}
