//! An event's tracks: a part of the page of its rubric.

use crate::pages::manage::lines::{start, with_blanks};
use crate::pages::prelude::*;
use app::pages::manage::settings::{TrackLine, UnsavedReason};
use portal::organize::start::LastEvent;
use portal::organize::tracks::TracksFound;
use shared::event_settings::{MOST_TRACKS, TypedTrack};
use shared::text;

/// Empty lines for new tracks, where there are none yet.
const FIRST_LINES: usize = 3;

/// The tracks as stored, or as they came back, with those of the last event where they start from them.
pub(super) fn track_lines(
    desk: &TracksFound,
    last: Option<&LastEvent>,
    came: Option<(&Form, UnsavedReason)>,
) -> Vec<TrackLine> {
    let mut typed = match came {
        Some((form, _)) => TypedTrack::lines_of_form(form, MOST_TRACKS),
        None => (1..)
            .zip(&desk.tracks)
            .map(|(n, t): (usize, _)| TypedTrack {
                id: Some(t.track.id.0),
                name: t.track.name.clone(),
                place: n.to_string(),
                remove: false,
            })
            .collect(),
    };
    if let (Some(_), Some(last)) = (start(came), last) {
        typed.retain(|line| line.id.is_some() || !text::is_blank(&line.name));
        let names = last.settings.tracks.iter().map(|track| track.name.clone());
        typed.extend(names.map(|name| TypedTrack { name, ..TypedTrack::default() }));
    }
    let lines = typed.into_iter().map(|line| {
        let found = desk.tracks.iter().find(|t| Some(t.track.id.0) == line.id);
        let (projects, prizes, judges) = found.map_or((0, 0, 0), |t| (t.projects, t.prizes, t.judges));
        // A track that another organizer removed meanwhile would be a new one.
        let id = found.and(line.id);
        TrackLine { typed: TypedTrack { id, ..line }, projects, prizes, judges }
    });
    let why = came.map(|(_, why)| why);
    with_blanks(lines.collect(), why, (FIRST_LINES, MOST_TRACKS), TrackLine::default)
}
