//! An event's tracks, changed by its organizers.

use super::{require_parts, require_version};
use crate::prelude::*;
use shared::event_settings::{MOST_TRACKS, NewTrack, TypedTrack, read_tracks, tracks_version};
use shared::text::name_key;
use store::{rubric, settings};

/// An event's tracks, as its organizers see them.
#[derive(Clone, Debug)]
pub struct TracksFound {
    pub at: Context,
    /// The tracks in their order.
    pub tracks: Vec<TrackUse>,
}
model::in_event!(TracksFound);

impl TracksFound {
    /// Names the stored list.
    pub fn version(&self) -> String {
        version(&self.tracks)
    }
}

fn version(tracks: &[TrackUse]) -> String {
    tracks_version(tracks.iter().map(|t| (t.track.id.0, t.track.name.as_str())))
}

/// Reads the tracks.
/// Errors: 401, 403 for a caller who does not organize, 404.
pub async fn open(call: &mut Call<'_>) -> Outcome<TracksFound> {
    let (at, _) = call.open::<act::Manage>().await?;
    let tracks = rubric::tracks(call.conn, at.event).await?;
    Ok(TracksFound { at, tracks })
}

/// Makes the event's tracks those of a form.
/// Errors: 401, 404, 403; 409 where another organizer changed them since `version`, or where a track that goes is in use; 400 for a name.
pub async fn save(call: &mut Call<'_>, typed: Vec<TypedTrack>, sent: &str) -> Acted {
    let (at, permit) = call.open::<act::EditTracks>().await?;
    settings::lock(call.conn, at.event).await?;
    let stored = rubric::tracks(call.conn, at.event).await?;
    require_version(sent, &version(&stored))?;
    let tracks = FieldErrors::default().gather(|errors| read_tracks(&typed, errors))?;
    let known: Vec<i64> = stored.iter().map(|t| t.track.id.0).collect();
    require_parts(tracks.iter().filter_map(|t| t.id), &known)?;
    replace(call, (&at, &permit), &stored, &tracks).await
}

/// Adds tracks of these names after those that the event has. Nothing else changes. A name that no track can have, or that a track has
/// already, is left out, and so are names for which there is no room.
/// Errors: 401, 404, 403.
pub async fn add_named(call: &mut Call<'_>, names: Vec<String>) -> Acted {
    let (at, permit) = call.open::<act::EditTracks>().await?;
    settings::lock(call.conn, at.event).await?;
    let stored = rubric::tracks(call.conn, at.event).await?;
    let mut taken: HashSet<String> = stored.iter().map(|t| name_key(&t.track.name)).collect();
    let kept = stored.iter().map(|t| NewTrack { id: Some(t.track.id.0), name: t.track.name.clone() });
    let mut tracks: Vec<NewTrack> = kept.collect();
    for name in names {
        let typed = [TypedTrack { name, ..TypedTrack::default() }];
        let read = FieldErrors::default().gather(|errors| read_tracks(&typed, errors)).unwrap_or_default();
        tracks.extend(read.into_iter().filter(|track| taken.insert(name_key(&track.name))));
    }
    tracks.truncate(stored.len().max(MOST_TRACKS));
    replace(call, (&at, &permit), &stored, &tracks).await
}

/// Makes the stored tracks these, and logs both.
async fn replace(
    call: &mut Call<'_>,
    (at, permit): (&Context, &Permit<act::EditTracks>),
    stored: &[TrackUse],
    tracks: &[NewTrack],
) -> Acted {
    let old: Vec<&str> = stored.iter().map(|t| t.track.name.as_str()).collect();
    let new: Vec<&str> = tracks.iter().map(|t| t.name.as_str()).collect();
    let ids: Vec<Option<i64>> = stored.iter().map(|t| Some(t.track.id.0)).collect();
    if old == new && ids == tracks.iter().map(|t| t.id).collect::<Vec<_>>() {
        return Ok(Done::unlogged(()));
    }
    rubric::set_tracks(call.conn, permit, tracks).await?;
    let entry = call.entry(at, "track.edited", "event", at.event);
    Ok(Done::logged((), entry.before(json!({ "tracks": old })).after(json!({ "tracks": new }))))
}
