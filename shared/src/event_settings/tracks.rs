//! Tracks as an organizer types them.

use super::{in_order, place};
use crate::prelude::*;
use crate::refusal::Unique;
use crate::teammates::version;

/// Most tracks of an event that its organizers add.
pub const MOST_TRACKS: usize = 200;

/// A track as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedTrack {
    /// Its id; none for a new one.
    pub id: Option<i64>,
    /// Name.
    pub name: String,
    /// Its place in the order, as typed.
    pub place: String,
    /// It goes.
    pub remove: bool,
}

impl TypedTrack {
    /// Reads the lines of a form: `tracks_0_name` and so on, as far as they have a name field.
    pub fn lines_of_form(form: &FormFields, most: usize) -> Vec<Self> {
        let line = |n: usize| {
            let get = |field: &str| form.sent(&format!("tracks_{n}_{field}"));
            Some(Self {
                name: get("name")?.to_owned(),
                id: get("id").and_then(|id| id.parse().ok()),
                place: get("place").unwrap_or_default().to_owned(),
                remove: get("remove").is_some(),
            })
        };
        (0..most).map_while(line).collect()
    }
}

/// A track to store, in the list's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTrack {
    /// Its id; none for a new one.
    pub id: Option<i64>,
    /// Name.
    pub name: String,
}

/// Reads the tracks of a form: empty new lines and removed ones are left out, the rest is in the order of their places.
/// Faults go to the fields `tracks_<line>_name`, by the line's number from 0.
pub fn read_tracks(typed: &[TypedTrack], errors: &mut FieldErrors) -> Vec<NewTrack> {
    let mut kept: Vec<(f64, NewTrack)> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (line, track) in typed.iter().enumerate() {
        if track.remove || track.id.is_none() && text::is_blank(&track.name) {
            continue;
        }
        let field = format!("tracks_{line}_name");
        let name = text::clean_name(&field, TextField::Name, &track.name, Unnamed::Track, errors);
        // The database compares the same way.
        errors.add_if(names.contains(&name.to_lowercase()), &field, Fault::Shared(Unique::TrackName));
        names.push(name.to_lowercase());
        kept.push((place(&track.place, line), NewTrack { id: track.id, name }));
    }
    in_order(kept)
}

/// Names a list of tracks.
pub fn tracks_version<'t>(tracks: impl IntoIterator<Item = (i64, &'t str)>) -> String {
    let lines: Vec<String> = tracks.into_iter().map(|(id, name)| format!("{id} {name}")).collect();
    version(lines.iter().map(String::as_str))
}

/// Whether these lines are the tracks of this version: nobody changed anything in them.
pub fn is_tracks_of(typed: &[TypedTrack], version: &str) -> bool {
    let mut errors = FieldErrors::default();
    let read = read_tracks(typed, &mut errors);
    let stored: Option<Vec<(i64, &str)>> =
        read.iter().map(|track| Some((track.id?, track.name.as_str()))).collect();
    errors.0.is_empty() && stored.is_some_and(|stored| tracks_version(stored) == version)
}
