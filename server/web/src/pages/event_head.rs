//! The head of all pages of an event.

use super::render::{Frame, page};
use app::pages::event_head::EventHead;
use app::pages::manage::tabs::Moment;
use axum::response::Response;
use leptos::prelude::{AnyView, provide_context};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use shared::rules::VotingMode;
use web_http::state::State;

/// A page of an event: its moments are written on the clocks of the event's place.
pub fn event_response(
    state: &State,
    caller: &Caller,
    event: &EventView,
    frame: Frame,
    view: impl FnOnce() -> AnyView,
) -> Response {
    page(state, caller, Frame { zone: event.zone(), ..frame }, in_event(event, view))
}

/// Draws a page of an event: its parts ask for the event whose page they are.
pub fn in_event(event: &EventView, view: impl FnOnce() -> AnyView) -> impl FnOnce() -> AnyView {
    let head = head(event);
    || {
        provide_context(head);
        view()
    }
}

/// What its organizers are at. A draft is being prepared, whatever its times say.
fn moment(view: &EventView) -> Moment {
    let event = &view.at.facts.event;
    if event.draft { Moment::Prepare } else { Moment::present(event.judging, event.published, view.at.now) }
}

/// The head of every page of an event.
pub fn head(view: &EventView) -> EventHead {
    EventHead {
        slug: view.at.slug.clone(),
        name: view.name().to_owned(),
        draft: view.at.facts.event.draft,
        projects: view.counts.projects,
        team: view.team,
        takes_part: view.at.facts.standing.team.is_some(),
        votes: view.at.facts.event.voting_mode != VotingMode::Off,
        results: view.results,
        prizes: view.counts.prizes > 0,
        organizes: view.organizes,
        second_organizer: view.counts.second_organizer,
        forgotten_at: view.at.facts.event.forgotten_at,
        moment: moment(view),
        finals_of: view.finals.of.clone(),
        finals: view.finals.finals.clone(),
        notices: view.notices.clone(),
    }
}
