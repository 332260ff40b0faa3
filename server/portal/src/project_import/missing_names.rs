//! The tracks and prizes that a list names and the event does not have.

use super::preview;
use crate::organize::tracks;
use crate::prelude::*;
use crate::prizes::define;
use shared::joined_names::{UnknownName, counted};
use shared::project_files::RowNote;
use shared::text::name_key;

/// The names of tracks that rows of a list are in and the event does not have, each once with the number of rows, by name.
pub fn missing_tracks(rows: &[DecidedRow]) -> Vec<(UnknownName, usize)> {
    counted(notes(rows).filter_map(|note| match note {
        RowNote::UnknownTrack(name) => Some(name),
        _ => None,
    }))
}

/// The names of prizes that rows of a list opt into and the event does not have, in the same way. What a row has for its track is none.
pub fn missing_prizes(rows: &[DecidedRow]) -> Vec<(UnknownName, usize)> {
    let mut missing = counted(notes(rows).flat_map(|note| match note {
        RowNote::UnknownPrizes(names) => names.as_slice(),
        _ => &[],
    }));
    let tracks: HashSet<String> =
        missing_tracks(rows).into_iter().map(|(track, _)| name_key(&track.name)).collect();
    missing.retain(|(prize, _)| !tracks.contains(&name_key(&prize.name)));
    missing
}

fn notes(rows: &[DecidedRow]) -> impl Iterator<Item = &RowNote> {
    rows.iter().flat_map(|row| &row.notes)
}

/// Adds the missing prizes, as ones that teams ask for, without those that are `tracks`. Of those that may be several, the ones `apart` are,
/// and so are those with a track among them.
/// Errors: as [`preview()`]; 403 for who may not define prizes.
pub async fn add_prizes(call: &mut Call<'_>, sha256: &str, (apart, tracks): (&[String], &[String])) -> Acted {
    let rows = preview(call, sha256).await?.rows;
    let missing = missing_prizes(&rows).into_iter().map(|(unknown, _)| unknown);
    let names = missing.filter(|unknown| !tracks.contains(&unknown.name)).flat_map(|unknown| {
        let several = unknown.parts.iter().any(|part| tracks.contains(part));
        if several { unknown.parts } else { unknown.names(apart) }
    });
    define::add_named(call, names.filter(|name| !tracks.contains(name)).collect()).await
}

/// Adds the missing tracks, of which the ones `apart` are several, or instead the missing prizes of the `chosen` names: some sites have
/// tracks among their prizes.
/// Errors: as [`preview()`]; 403 for who may not add tracks.
pub async fn add_tracks(
    call: &mut Call<'_>,
    sha256: &str,
    (chosen, apart): (Option<&[String]>, &[String]),
) -> Acted {
    let rows = preview(call, sha256).await?.rows;
    let names: Vec<String> = match chosen {
        None => missing_tracks(&rows).into_iter().flat_map(|(unknown, _)| unknown.names(apart)).collect(),
        Some(chosen) => {
            let all = missing_prizes(&rows).into_iter().flat_map(|(unknown, _)| unknown.all());
            all.filter(|name| chosen.contains(name)).collect()
        }
    };
    tracks::add_named(call, names).await
}
