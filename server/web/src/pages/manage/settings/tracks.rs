//! The organizer's page of an event's tracks.

use crate::pages::manage::lines::{LineDesk, around, came_back, start, with_blanks};
use crate::pages::prelude::*;
use app::pages::manage::settings::{TrackLine, TracksPage, tracks_page};
use portal::Done;
use portal::organize::start::{LastEvent, last_event};
use portal::organize::tracks::{self, TracksFound};
use shared::event_settings::{MOST_TRACKS, TypedTrack};
use shared::text;

/// Empty lines for new tracks, where there are none yet.
const FIRST_LINES: usize = 3;

pub struct Tracks;

impl Desk for Tracks {
    type Id = ();
    type Found = (TracksFound, Option<LastEvent>);
    /// A form that is not saved. What it holds was made from the version that it names.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/settings/tracks";
    const TITLE: &'static str = "Tracks of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<(TracksFound, Option<LastEvent>)> {
        let found = tracks::open(c, &at.caller, &at.slug).await?;
        let last = if found.tracks.is_empty() { last_event(c, &at.caller, &found.at).await? } else { None };
        Ok((found, last.filter(|last| !last.settings.tracks.is_empty())))
    }

    fn draw((desk, last): (TracksFound, Option<LastEvent>), sheet: DeskContext<'_, Self>) -> AnyView {
        let came = came_back(&sheet);
        let why = came.map(|(_, why)| why);
        let names = || desk.tracks.iter().map(|t| t.track.name.as_str()).collect::<Vec<_>>().join("\n");
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
        if let (Some(_), Some(last)) = (start(came), &last) {
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
        let theirs = sheet.is_stale().then(|| ("Tracks".to_owned(), names())).into_iter().collect();
        tracks_page(TracksPage {
            tracks: with_blanks(lines.collect(), why, (FIRST_LINES, MOST_TRACKS), TrackLine::default),
            around: around(&sheet, || desk.version(), theirs, last),
        })
    }
}

impl LineDesk for Tracks {
    async fn save(c: &mut Conn, at: &At, form: &Form) -> Outcome<Done<()>> {
        let lines = TypedTrack::lines_of_form(form, MOST_TRACKS);
        tracks::save(c, &at.caller, &at.slug, lines, form.get("version")).await
    }
}
