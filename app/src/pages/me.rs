//! One's own account: name, address, events with roles and teams.

use super::home::role_words;
use crate::components::{ButtonLink, EmptyState, Kind, Stage, Table, headline, words};
use chrono::{DateTime, Utc};
use leptos::prelude::*;

/// What the account page shows.
#[derive(Clone, Debug)]
pub struct MePage {
    /// The database's present.
    pub now: DateTime<Utc>,
    /// Display name.
    pub name: String,
    /// Address.
    pub email: String,
    /// The visitor's events.
    pub events: Vec<MyEvent>,
}

/// One of one's own events.
#[derive(Clone, Debug)]
pub struct MyEvent {
    /// Identifier in paths.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Its stages in order.
    pub stages: Vec<Stage>,
    /// `participant`, `judge`, `organizer`.
    pub roles: Vec<String>,
    /// The visitor's team in it.
    pub team: Option<String>,
}

/// The account page.
pub fn me_page(model: MePage) -> AnyView {
    let now = model.now;
    let events = if model.events.is_empty() {
        view! {
            <EmptyState title="No events yet" text="Once you take part in an event, judge it or organize it, it is listed here.">
                <ButtonLink href="/" kind=Kind::Main>"See all events"</ButtonLink>
            </EmptyState>
        }
        .into_any()
    } else {
        let rows: Vec<_> = model.events.into_iter().map(|event| row(event, now)).collect();
        view! {
            <Table label="Your events" stacks=true>
                <thead><tr><th scope="col">"Event"</th><th scope="col">"You"</th><th scope="col">"Team"</th><th scope="col">"Now"</th></tr></thead>
                <tbody>{rows}</tbody>
            </Table>
        }
        .into_any()
    };
    view! {
        <div class="stack">
            <h1>{model.name}</h1>
            <p class="quiet">{model.email}</p>
        </div>
        <section class="stack" aria-labelledby="events"><h2 id="events">"Your events"</h2>{events}</section>
        <section class="stack prose" aria-labelledby="tokens">
            <h2 id="tokens">"Access tokens"</h2>
            <p>"A token lets a program act as you through the API, with all of your roles. "<a href="/me/tokens">"Make or revoke tokens"</a></p>
        </section>
    }
    .into_any()
}

fn row(event: MyEvent, now: DateTime<Utc>) -> AnyView {
    let (sentence, until) = headline(&event.stages);
    let until =
        until.map(|(verb, at)| view! { <br/><small class="quiet">{words::capital(&words::countdown(verb, at, now))}</small> });
    let roles: Vec<String> = event.roles.iter().map(|role| role_words(role).to_owned()).collect();
    view! {
        <tr>
            <th scope="row"><a href=format!("/events/{}", event.slug)>{event.name}</a></th>
            <td data-label="You">{words::and_list(&roles)}</td>
            <td data-label="Team">{event.team.unwrap_or_else(|| "–".to_owned())}</td>
            <td>{sentence}{until}</td>
        </tr>
    }
    .into_any()
}
