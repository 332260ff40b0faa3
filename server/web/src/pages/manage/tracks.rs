//! The organizer's page of an event's tracks.

use crate::http::form::Form;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm, TypedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{TrackLine, TracksPage, tracks_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::organize::tracks::{self, TracksDesk};
use shared::event_settings::TypedTrack;
use shared::refusal::{Reason, Refusal};

/// Empty lines for new tracks.
const NEW_LINES: usize = 3;
/// Most lines of the form.
const LINES: usize = 200;

/// `GET /events/<slug>/manage/settings/tracks`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, query.asked("saved").is_some(), None).await?)
}

/// `POST /events/<slug>/manage/settings/tracks`.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    if form.get("do") == "more" {
        return Ok(shown(&state, &caller, &slug, false, Some(TypedForm::Unsaved(form))).await?);
    }
    let version = form.get("version").to_owned();
    let save = async |c: &mut _| tracks::save(c, &caller, &slug, lines(&form), &version).await;
    match state.write(save).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/settings/tracks?saved=1"))),
        Err(failure) => {
            let again = async |refusal: Refusal| {
                let typed = TypedForm::Refused(RefusedForm { form, refusal });
                shown(&state, &caller, &slug, false, Some(typed)).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The lines of a form.
fn lines(form: &Form) -> Vec<TypedTrack> {
    let line = |n: usize| {
        let get = |field: &str| form.sent(&format!("tracks_{n}_{field}"));
        Some(TypedTrack {
            name: get("name")?.to_owned(),
            id: get("id").and_then(|id| id.parse().ok()),
            place: get("place").unwrap_or_default().to_owned(),
            remove: get("remove").is_some(),
        })
    };
    (0..LINES).map_while(line).collect()
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    saved: bool,
    typed: Option<TypedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| tracks::open(c, caller, slug).await;
    let model = |desk: TracksDesk, event: &EventView| {
        let refused = typed.as_ref().and_then(TypedForm::refused);
        let stale = refused.is_some_and(|r| r.refusal.reason == Reason::SettingsChanged);
        let names = desk.tracks.iter().map(|t| t.track.name.as_str()).collect::<Vec<_>>().join("\n");
        let unsaved = typed.as_ref().and_then(TypedForm::unsaved);
        let version = unsaved.map_or_else(|| desk.version(), |form| form.get("version").to_owned());
        let frame = Frame::new(
            format!("Tracks of {}", event.name()),
            format!("/events/{slug}/manage/settings/tracks"),
        );
        let model = TracksPage {
            tracks: track_lines(&desk, typed.as_ref().map(TypedForm::form)),
            version,
            theirs: if stale { vec![("Tracks".to_owned(), names)] } else { Vec::new() },
            saved,
        };
        (frame.refused_form(refused), model)
    };
    event_page(state, caller, operation, model, tracks_page).await
}

/// The lines to show: those of a form, or the stored tracks; then empty ones.
fn track_lines(desk: &TracksDesk, form: Option<&Form>) -> Vec<TrackLine> {
    let typed = match form {
        Some(form) => lines(form),
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
    let shown = typed.into_iter().map(|line| {
        let found = desk.tracks.iter().find(|t| Some(t.track.id.0) == line.id);
        let (projects, prizes, judges) = found.map_or((0, 0, 0), |t| (t.projects, t.prizes, t.judges));
        // A track that another organizer removed meanwhile would be a new one.
        let id = found.and(line.id);
        TrackLine { id, name: line.name, place: line.place, remove: line.remove, projects, prizes, judges }
    });
    shown.chain((0..NEW_LINES).map(|_| TrackLine::default())).take(LINES).collect()
}
