//! The home page: a visitor's next steps, and what is on.

mod cards;
mod steps;

use crate::pages::guides::Guide;
use crate::prelude::*;
use cards::{card, lead, past_row};
use model::event::Event;
use model::next_step::HomeStep;
use shared::picture::Picture;
use steps::step;

pub struct HomePage {
    /// The database's present.
    pub now: DateTime<Utc>,
    pub signed_in: bool,
    /// What they do next, the most pressing first.
    pub steps: Vec<HomeStep>,
    /// Events that are not over, latest deadline first.
    pub current: Vec<EventCard>,
    /// The others.
    pub past: Vec<EventCard>,
    /// The page of events before this one; only the first has none.
    pub newer: Option<String>,
    /// The page of events after this one.
    pub older: Option<String>,
    /// The visitor may create events.
    pub may_create: bool,
}

/// An event for somebody who does not know it yet.
pub struct EventCard {
    pub event: Event,
    pub clock: PlaceClock,
    /// Its stages in order.
    pub stages: Vec<Stage>,
    /// Submitted projects.
    pub projects: i64,
    /// What can be won, by name.
    pub prizes: Vec<String>,
    pub pictures: Vec<Picture>,
    /// The visitor's roles in it: `participant`, `judge`, `organizer`.
    pub roles: Vec<String>,
}

pub fn home_page(model: HomePage) -> AnyView {
    needs(Sheet::Events);
    let HomePage { now, signed_in, steps, mut current, past, newer, older, may_create } = model;
    let first = newer.is_none();
    let pressing = !steps.is_empty();
    let steps = pressing.then(|| steps_section(steps, now));
    // One event alone is what people come for: it is the page.
    let only = if first && current.len() == 1 { current.pop() } else { None };
    let opening = (only.is_none() && !pressing).then(|| if first { opening() } else { later() });
    let has_list = !current.is_empty();
    let empty = only.is_none() && !has_list && past.is_empty();
    let only = only.map(|event| by_its_clock(event, |event| lead(event, now, !pressing)));
    let current = has_list.then(|| {
        let cards = each(current, |event| by_its_clock(event, |event| card(event, now)));
        section("events", "Events").plain().of(view! { <ul class="home-events">{cards}</ul> })
    });
    let past = (!past.is_empty()).then(|| {
        let rows = each(past, |event| by_its_clock(event, |event| past_row(event, now)));
        let title = if has_list || pressing { "Past events" } else { "Events" };
        section("past", title).plain().of(view! { <ul class="item-list home-past">{rows}</ul> })
    });
    let empty = empty.then(|| {
        let (title, text) = if first {
            ("No events yet", "Events appear here once somebody creates one.")
        } else {
            ("No more events", "All events are on the pages before this one.")
        };
        view! { <EmptyState title text/> }
    });
    let create =
        may_create.then(|| view! { <p><ButtonLink href="/events/new">"Create an event"</ButtonLink></p> });
    let pages = view! { <Pager words="" previous=newer next=older/> };
    view! { {opening}{steps}{only}{current}{past}{empty}{pages}{create}{(first && !signed_in).then(about)} }
}

/// Draws an event by the clocks of its place.
fn by_its_clock(event: EventCard, draw: impl FnOnce(EventCard) -> AnyView) -> AnyView {
    by_clock(Some(event.clock.clone()), || draw(event))
}

fn steps_section(steps: Vec<HomeStep>, now: DateTime<Utc>) -> AnyView {
    let title = if steps.len() == 1 { "Your next step" } else { "Your next steps" };
    let steps = each(steps.into_iter().enumerate(), |(at, one)| step(one, now, at == 0));
    view! { <h1>{title}</h1><ul class="home-steps">{steps}</ul> }
}

fn later() -> AnyView {
    view! { <h1>"More events"</h1> }
}

fn opening() -> AnyView {
    view! {
        <div class="home-opening">
            <h1>"Hackathons, judged with an even hand"</h1>
            <p class="lead">
                "Teams submit, judges score, and results are published with their margin of error."
            </p>
        </div>
    }
}

/// What this portal is, for those who came by chance, and the way to the guides.
fn about() -> AnyView {
    let guides = Guide::ALL.map(|guide| view! { <li><a href=guide.path()>{guide.title()}</a></li> });
    section("guides", "How it works").class("home-about").of(view! {
        <p class="prose">"Judges differ, so the ranking corrects for strict and generous ones. It says how certain each place is, and anyone can check it."</p>
        <ul class="home-guides" aria-label="Guides">
            {guides.into_iter().collect::<Vec<_>>()}
            <li><a href="/play">"Try the ranking"</a></li>
        </ul>
    })
}

/// The visitor's roles in an event, after its numbers: ` · you judge`.
fn own_roles(roles: &[String]) -> Option<String> {
    let roles: Vec<String> = roles.iter().map(|role| role_words(role).to_owned()).collect();
    (!roles.is_empty()).then(|| format!(" · you {}", words::and_list(&roles)))
}

/// The verb for a role, after "you".
pub(super) fn role_words(role: &str) -> &str {
    match role {
        "participant" => "take part",
        "judge" => "judge",
        "organizer" => "organize",
        other => other,
    }
}
