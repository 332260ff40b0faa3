//! The page on which an event is created.

use super::window_fields;
use crate::pages::prelude::*;
use app::pages::new_event::{NewEventPage, SourceEvent, new_event_page};
use chrono::TimeDelta;
use model::settings::EventSettings;
use portal::organize::create::{self, EventForm, NewEvent};
use shared::event_settings::EventTexts;
use shared::event_windows::Windows;
use shared::window::Window;

/// `?like=<slug>` fills in the settings of another event, with `?windows=empty` but for its windows.
pub struct EventCreation;

impl Page for EventCreation {
    type Area = Private;
    type Id = ();
    type Beside = ();

    const ADDRESS: &'static str = "/events/new";

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let anyone = at.state.settings.events.anyone();
        let like = refused.map_or_else(|| at.query.get("like"), |refused| refused.form.get("like"));
        let found = at.by().read(async |call| create::form(call, anyone, like).await).await?;
        let model = model(at, like, found, refused);
        let frame = Frame { script: Some("organize.js"), ..Frame::new("Create an event", Self::address(at)) };
        at.page(frame, refused, || new_event_page(model))
    }
}

/// `POST /events/new`.
pub async fn post(sent: Post<EventCreation>) -> PageResult {
    let about = EventTexts::of_form(&sent.form);
    let zone = Zone::of_event(&about.time_zone);
    let new = NewEvent {
        about,
        slug: sent.get("slug").to_owned(),
        windows: window_fields::read(&sent.form, zone, &Windows::default()),
        like: sent.get("like").to_owned(),
        prizes: sent.form.sent("prizes").is_some(),
    };
    let anyone = sent.at.state.settings.events.anyone();
    let create =
        async |call: &mut Call<'_>, _: &PageRequest<EventCreation>| create::create(call, anyone, new).await;
    sent.once(create, async |_, slug| Ok(see(&format!("/events/{slug}/manage?created=1")))).await
}

fn model(
    at: &PageRequest<EventCreation>,
    slug: &str,
    found: EventForm,
    refused: Option<&RefusedForm>,
) -> NewEventPage {
    let empty = at.query.get("windows") == "empty";
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
    let like = stored.map(|stored| SourceEvent {
        slug: slug.to_owned(),
        name: stored.about.name.clone(),
        tracks: stored.tracks.len(),
        criteria: stored.criteria.len(),
        prizes: found.prizes,
        with_prizes: refused.is_none_or(|r| r.form.sent("prizes").is_some()),
    });
    let description =
        typed("description").or_else(|| stored.map(|s| s.about.description.clone())).unwrap_or_default();
    let venue = typed("venue").or_else(|| stored.map(|s| s.about.venue.clone())).unwrap_or_default();
    NewEventPage {
        description,
        venue,
        time_zone,
        zones: Zone::names(),
        guess_zone,
        windows,
        first: found.sources.is_empty() && at.caller.actor.is_some_and(|actor| actor.staff),
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
