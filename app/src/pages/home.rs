//! The list of events and what is happening in each.

use crate::components::{ButtonLink, EmptyState, Stage, StageMark, headline, words};
use crate::layout::{Sheet, needs};
use chrono::{DateTime, Utc};
use leptos::prelude::*;

/// What the home page shows.
#[derive(Clone, Debug)]
pub struct HomePage {
    /// The database's present.
    pub now: DateTime<Utc>,
    /// Events, latest deadline first.
    pub events: Vec<EventRow>,
    /// The visitor may create events.
    pub may_create: bool,
}

/// One event of the list.
#[derive(Clone, Debug)]
pub struct EventRow {
    /// Identifier in paths.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Description; its first paragraph is shown.
    pub description: String,
    /// Its stages in order.
    pub stages: Vec<Stage>,
    /// Submitted projects.
    pub projects: i64,
    /// The visitor's roles in it: `participant`, `judge`, `organizer`.
    pub roles: Vec<String>,
}

/// The home page.
pub fn home_page(model: HomePage) -> AnyView {
    needs(Sheet::Events);
    let now = model.now;
    let list = if model.events.is_empty() {
        view! {
            <EmptyState title="No events yet" text="Events appear here once somebody creates one."/>
        }
        .into_any()
    } else {
        let events: Vec<_> = model.events.into_iter().map(|event| row(event, now)).collect();
        view! { <ul class="item-list event-list">{events}</ul> }.into_any()
    };
    let create = model
        .may_create
        .then(|| view! { <p><ButtonLink href="/events/new">"Create an event"</ButtonLink></p> });
    view! {
        <div class="home-opening">
            <h1>"Hackathons, judged with an even hand"</h1>
            <p class="lead">
                "Teams submit, judges score, and results are published with their margin of error."
            </p>
        </div>
        <section aria-labelledby="events">
            <h2 id="events">"Events"</h2>
            {list}
            {create}
        </section>
    }
    .into_any()
}

fn row(event: EventRow, now: DateTime<Utc>) -> AnyView {
    let (sentence, until) = headline(&event.stages);
    let until = until.map(|(verb, at)| {
        let title = words::stamp(at);
        let words = words::capital(&words::countdown(verb, at, now));
        view! { <br/><time datetime=words::iso(at) title=title>{words}</time> }
    });
    let roles = (!event.roles.is_empty()).then(|| {
        let roles: Vec<String> = event.roles.iter().map(|role| role_words(role).to_owned()).collect();
        format!(" · you {}", words::and_list(&roles))
    });
    let about = words::opening(&event.description, 180);
    let about = (!about.is_empty()).then(|| view! { <p>{about}</p> });
    view! {
        <li>
            <h3><a href=format!("/events/{}", event.slug)>{event.name}</a></h3>
            <div class="event-list-state"><StageMark stages=event.stages/><p><strong>{sentence}</strong>{until}</p></div>
            {about}
            <p class="quiet small">{words::plural(event.projects, "project", "projects")}{roles}</p>
        </li>
    }
    .into_any()
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
