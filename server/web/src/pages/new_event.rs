//! The page on which an event is created.

use super::forms::{self, Posted, RefusedForm};
use super::page_result::PageResult;
use super::render::{Frame, page, see};
use super::window_fields;
use crate::http::query::Query;
use crate::state::State;
use app::pages::{Like, NewEventPage, new_event_page};
use axum::Extension;
use axum::extract::State as Shared;
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use model::settings::EventSettings;
use portal::caller::Caller;
use portal::failure::Outcome;
use portal::organize::create::{self, EventForm, NewEvent};
use portal::zone::Zone;
use shared::event_settings::EventTexts;
use shared::event_windows::Windows;
use shared::refusal::Refusal;
use shared::window::Window;

/// `GET /events/new`; `?like=<slug>` fills in the settings of another event, with `?windows=empty` but for its windows.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
) -> PageResult {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let empty = query.get("windows") == "empty";
    Ok(shown(&state, &caller, query.get("like"), empty, None).await?)
}

/// `POST /events/new`.
pub async fn post(Shared(state): Shared<State>, Posted { caller, form, .. }: Posted) -> PageResult {
    let about = EventTexts::of_form(&form);
    let zone = Zone::of_event(&about.time_zone);
    let new = NewEvent {
        about,
        slug: form.get("slug").to_owned(),
        windows: window_fields::read(&form, zone, &Windows::default()),
        like: form.get("like").to_owned(),
        prizes: form.sent("prizes").is_some(),
    };
    let anyone = state.settings.events.anyone();
    let key = form.key("/events/new");
    let made = state.write_once(&caller, key, async |c| create::create(c, &caller, anyone, new).await);
    match made.await {
        Ok(slug) => Ok(see(&format!("/events/{slug}/manage?created=1"))),
        Err(failure) => {
            let again = async |refusal| {
                let like = form.get("like").to_owned();
                shown(&state, &caller, &like, false, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn shown(
    state: &State,
    caller: &Caller,
    like: &str,
    empty: bool,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let anyone = state.settings.events.anyone();
    let found = state.read(async |c| create::form(c, caller, anyone, like).await).await?;
    let model = model(caller, like, empty, found, refused.as_ref());
    let frame = Frame { script: Some("organize.js"), ..Frame::new("Create an event", "/events/new") };
    let frame = frame.refused_form(refused.as_ref());
    Ok(page(state, caller, frame, || new_event_page(model)))
}

fn model(
    caller: &Caller,
    slug: &str,
    empty: bool,
    found: EventForm,
    refused: Option<&RefusedForm>,
) -> NewEventPage {
    let typed = |field: &str| refused.and_then(|r| r.typed(field));
    let stored = found.like.as_ref();
    let zone_name = typed("time_zone").or_else(|| stored.map(|s| s.about.time_zone.clone()));
    let guess_zone = zone_name.is_none();
    let time_zone = zone_name.unwrap_or_else(|| Zone::UTC.name().to_owned());
    let zone = Zone::of_event(&time_zone);
    let windows = match (refused, stored) {
        (Some(refused), _) => window_fields::of_form(&refused.form, zone, &Windows::default()),
        (None, Some(stored)) if !empty => {
            window_fields::of_stored(&moved_ahead(stored, zone, found.now), zone)
        }
        (None, _) => window_fields::of_stored(&Windows::default(), zone),
    };
    let like = stored.map(|stored| Like {
        slug: slug.to_owned(),
        name: stored.about.name.clone(),
        tracks: i64::try_from(stored.tracks.len()).unwrap_or(i64::MAX),
        criteria: i64::try_from(stored.criteria.len()).unwrap_or(i64::MAX),
        prizes: i64::try_from(found.prizes).unwrap_or(i64::MAX),
        with_prizes: refused.is_none_or(|r| r.form.sent("prizes").is_some()),
    });
    let description =
        typed("description").or_else(|| stored.map(|s| s.about.description.clone())).unwrap_or_default();
    let venue = typed("venue").or_else(|| stored.map(|s| s.about.venue.clone())).unwrap_or_default();
    NewEventPage {
        name: typed("name").unwrap_or_default(),
        slug: typed("slug").unwrap_or_default(),
        description,
        venue,
        time_zone,
        zones: Zone::names(),
        guess_zone,
        windows,
        first: found.sources.is_empty() && caller.actor.is_some_and(|actor| actor.staff),
        sources: found.sources,
        like,
    }
}

/// The windows of an event moved by whole weeks, as many as it takes for all to be in the future: the same days of the week
/// and the same hours.
fn moved_ahead(stored: &EventSettings, zone: Zone, now: DateTime<Utc>) -> Windows {
    let bounds = stored.windows.all().map(|(_, w)| [w.open, w.close]);
    let Some(first) = bounds.as_flattened().iter().flatten().min() else { return Windows::default() };
    let weeks = if *first > now { 0 } else { (now - *first).num_weeks() + 1 };
    let moved = |at: Option<DateTime<Utc>>| at.map(|at| zone.later(at, TimeDelta::weeks(weeks)));
    let window = |w: Window| Window { open: moved(w.open), close: moved(w.close) };
    Windows {
        submissions: window(stored.windows.submissions),
        judging: window(stored.windows.judging),
        voting: window(stored.windows.voting),
    }
}
