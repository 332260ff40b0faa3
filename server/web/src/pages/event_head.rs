//! The head of all pages of an event.

use app::pages::EventHead;
use chrono::TimeDelta;
use leptos::prelude::{AnyView, provide_context};
use model::context::Context;
use portal::event::event_view::EventView;
use shared::rules::VotingMode;

/// Draws a page of an event: its parts ask for the event whose page they are.
pub fn in_event(event: &EventView, view: impl FnOnce() -> AnyView) -> impl FnOnce() -> AnyView {
    let head = head(event);
    || {
        provide_context(head);
        view()
    }
}

/// The head of every page of an event.
pub fn head(view: &EventView) -> EventHead {
    EventHead {
        slug: view.at.slug.clone(),
        name: view.name().to_owned(),
        projects: view.counts.projects,
        team: view.team,
        takes_part: view.at.facts.standing.team.is_some(),
        votes: view.at.facts.event.voting_mode != VotingMode::Off,
        results: view.results,
        prizes: view.counts.prizes > 0,
        organizes: view.organizes,
        board: has_board(&view.at),
        finals_of: view.finals.of.clone(),
        finals: view.finals.finals.clone(),
        notices: view.notices.clone(),
    }
}

/// Whether the board is among the organizer's tabs: from a day before judging until the results are published.
fn has_board(at: &Context) -> bool {
    let near = at.facts.event.judging.open.is_none_or(|open| at.now >= open - TimeDelta::days(1));
    near && !at.facts.event.published
}
