//! `GET /api/events`, `GET /api/events/<slug>` and `POST /api/events/<slug>/open`.

use super::document::params::EventsQuery;
use super::prelude::*;
use model::event;
use portal::event::events;
use portal::organize::create;
use shared::refusal::FieldErrors;
use shared::wire::{Event, Track};

fn event_object(event: event::Event) -> Event {
    object! { Event from event:
        slug, name, description, results_published_at, reviews_per_project, max_team_size, votes_per_voter, criteria, form_questions,
        venue, time_zone, organizers, submissions_reopened_at, judging_reopened_at, voting_reopened_at, forget_on, forgotten_at, finals_of,
        finals, blind, by_need, counts_looks, draft, evidence;
        submissions_open: event.submissions.open,
        submissions_close: event.submissions.close,
        judging_open: event.judging.open,
        judging_close: event.judging.close,
        voting_open: event.voting.open,
        voting_close: event.voting.close,
        voting_mode: event.voting_mode.name().to_owned(),
        tracks: event.tracks.into_iter().map(|track| Track { id: track.id, name: track.name }).collect()
    }
}

/// All events, latest submission deadline first. A draft is listed for its organizers only.
#[utoipa::path(
    get, path = "/events", tag = "events", operation_id = "listEvents", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone"))), params(EventsQuery),
    responses((status = OK, description = "The events.", body = Vec<Event>, example = json!([examples::event()]))),
)]
pub async fn list(ApiRequest(state, caller, ()): ApiRequest, paged: ListRequest) -> Answer {
    let mut errors = FieldErrors::default();
    paged.limit(&mut errors);
    let after = paged.query.asked("after").map(str::to_owned);
    let found =
        state.by(&caller).read(async |call| events::list(call, after.as_deref(), errors).await).await?;
    paged
        .list(found.into_iter().map(event_object), |event: &Event| event.slug.clone())
        .await
        .map(answer::public)
}

/// One event.
#[utoipa::path(
    get, path = "/events/{slug}", tag = "events", operation_id = "readEvent", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone"))), params(Slug),
    responses((status = OK, description = "The event.", body = Event, example = examples::event)),
)]
pub async fn read(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let event = event_object(state.by(&caller).at(&slug).read(events::read).await?);
    answer::json(StatusCode::OK, &event).map(answer::public)
}

/// Opens a draft to everybody. It can't be undone; an event that is open stays as it is.
#[utoipa::path(
    post, path = "/events/{slug}/open", tag = "events", operation_id = "openEvent", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers"))), params(Slug),
    responses((status = OK, description = "The event is open.", body = Event, example = examples::event)),
)]
pub async fn open(SignedIn(state, caller, slug): SignedIn<String>) -> Answer {
    let opened = state.by(&caller).at(&slug).write(create::open).await?;
    let event = state.read(async |c| events::in_full(c, caller.person(), &opened).await).await?;
    answer::json(StatusCode::OK, &event_object(event))
}
