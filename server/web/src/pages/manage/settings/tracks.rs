//! The organizer's page of an event's tracks.

use crate::http::form::Form;
use crate::pages::desk::{Around, At, Desk, Post, show_with};
use crate::pages::page_result::PageResult;
use app::pages::manage::{TrackLine, TracksPage, tracks_page};
use leptos::prelude::AnyView;
use portal::Conn;
use portal::failure::Outcome;
use portal::organize::tracks::{self, TracksFound};
use shared::event_settings::TypedTrack;

/// Empty lines for new tracks, where there are none yet.
const FIRST_LINES: usize = 3;
/// Most lines of the form.
const LINES: usize = 200;

pub struct Tracks;

impl Desk for Tracks {
    type Id = ();
    type Found = TracksFound;
    /// A form that asks for another line. What it holds was made from the version that it names.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/settings/tracks";
    const TITLE: &'static str = "Tracks of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<TracksFound> {
        tracks::open(c, &at.caller, &at.slug).await
    }

    fn draw(desk: TracksFound, sheet: Around<'_, Self>) -> AnyView {
        let unsaved = sheet.beside.as_ref();
        let names = || desk.tracks.iter().map(|t| t.track.name.as_str()).collect::<Vec<_>>().join("\n");
        tracks_page(TracksPage {
            tracks: track_lines(&desk, sheet.form().or(unsaved), sheet.form().is_none()),
            version: unsaved.map_or_else(|| desk.version(), |form| form.get("version").to_owned()),
            theirs: sheet.is_stale().then(|| ("Tracks".to_owned(), names())).into_iter().collect(),
            saved: sheet.at.query.asked("saved").is_some(),
            added: unsaved.is_some(),
        })
    }
}

/// `POST …/tracks`: the lines, and the `version` that they were made from; with `do=more` they only come back with another line.
pub async fn post(sent: Post<Tracks>) -> PageResult {
    if sent.get("do") == "more" {
        return show_with::<Tracks>(&sent.at, Some(sent.form)).await;
    }
    let (lines, version) = (TypedTrack::lines_of_form(&sent.form, LINES), sent.get("version").to_owned());
    let save = async |c: &mut Conn, at: &At| tracks::save(c, &at.caller, &at.slug, lines, &version).await;
    sent.act_to("?saved=1", save).await
}

/// The lines to show: those of a form, or the stored tracks; then empty ones for new tracks, where some are wanted.
fn track_lines(desk: &TracksFound, form: Option<&Form>, more: bool) -> Vec<TrackLine> {
    let typed = match form {
        Some(form) => TypedTrack::lines_of_form(form, LINES),
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
    let empty = match (more, typed.is_empty()) {
        (false, _) => 0,
        (true, true) => FIRST_LINES,
        (true, false) => 1,
    };
    let shown = typed.into_iter().map(|line| {
        let found = desk.tracks.iter().find(|t| Some(t.track.id.0) == line.id);
        let (projects, prizes, judges) = found.map_or((0, 0, 0), |t| (t.projects, t.prizes, t.judges));
        // A track that another organizer removed meanwhile would be a new one.
        let id = found.and(line.id);
        TrackLine { typed: TypedTrack { id, ..line }, projects, prizes, judges }
    });
    shown.chain((0..empty).map(|_| TrackLine::default())).take(LINES).collect()
}
