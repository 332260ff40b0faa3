//! The tracks and prizes that a list names and the event does not have.

use super::preview;
use crate::organize::tracks;
use crate::prelude::*;
use crate::prizes::define;
use shared::project_files::RowNote;
use shared::text::name_key;

/// The names of tracks that rows of a list are in and the event does not have, each once with the number of rows, by name.
pub fn missing_tracks(rows: &[DecidedRow]) -> Vec<(String, usize)> {
    counted(rows, |note| match note {
        RowNote::UnknownTrack(name) => std::slice::from_ref(name),
        _ => &[],
    })
}

/// The names of prizes that rows of a list opt into and the event does not have, in the same way.
pub fn missing_prizes(rows: &[DecidedRow]) -> Vec<(String, usize)> {
    counted(rows, |note| match note {
        RowNote::UnknownPrizes(names) => names.as_slice(),
        _ => &[],
    })
}

fn counted(rows: &[DecidedRow], named: impl Fn(&RowNote) -> &[String]) -> Vec<(String, usize)> {
    let mut once: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for name in rows.iter().flat_map(|row| &row.notes).flat_map(named) {
        once.entry(name_key(name)).or_insert_with(|| (name.clone(), 0)).1 += 1;
    }
    once.into_values().collect()
}

fn names(missing: Vec<(String, usize)>) -> Vec<String> {
    missing.into_iter().map(|(name, _)| name).collect()
}

/// Adds the missing prizes, as ones that teams ask for.
/// Errors: as [`preview()`]; 403 for who may not define prizes.
pub async fn add_prizes(call: &mut Call<'_>, sha256: &str) -> Acted {
    let rows = preview(call, sha256).await?.rows;
    define::add_named(call, names(missing_prizes(&rows))).await
}

/// Adds the missing tracks, or instead the missing prizes of the `chosen` names: some sites have tracks among their prizes.
/// Errors: as [`preview()`]; 403 for who may not add tracks.
pub async fn add_tracks(call: &mut Call<'_>, sha256: &str, chosen: Option<&[String]>) -> Acted {
    let rows = preview(call, sha256).await?.rows;
    let missing = match chosen {
        None => missing_tracks(&rows),
        Some(chosen) => missing_prizes(&rows).into_iter().filter(|(name, _)| chosen.contains(name)).collect(),
    };
    tracks::add_named(call, names(missing)).await
}
