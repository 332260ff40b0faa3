//! The account page: name, address, events with roles and teams.

use super::home::role_words;
use super::sign_on::{OwnSignOn, own_sign_on};
use super::tokens::tokens_stay;
use crate::prelude::*;
use model::person::CastVote;
use shared::names::is_guest_address;

pub struct MePage {
    pub now: DateTime<Utc>,
    pub name: String,
    pub email: String,
    pub confirmed: bool,
    /// What just happened, in a sentence.
    pub done: Option<String>,
    /// Number of access tokens that still work after the password was changed just now.
    pub tokens_stay: i64,
    /// The provider that the account is joined with.
    pub sign_on: Option<OwnSignOn>,
    /// Passwords are used here.
    pub passwords: bool,
    pub votes: Vec<CastVote>,
    pub events: Vec<MyEvent>,
}

pub struct MyEvent {
    pub slug: String,
    pub name: String,
    pub stages: Vec<Stage>,
    /// `participant`, `judge`, `organizer`.
    pub roles: Vec<String>,
    pub team: Option<String>,
    /// Reviews as a judge in it: submitted, and all.
    pub reviews: Option<(i64, i64)>,
}

pub fn me_page(model: MePage) -> AnyView {
    let now = model.now;
    let events = if model.events.is_empty() {
        view! {
            <EmptyState title="No events yet" text="Once you take part in an event, judge it or organize it, it is listed here.">
                <ButtonLink href="/" kind=Kind::Main>"See all events"</ButtonLink>
            </EmptyState>
        }
    } else {
        let rows = each(model.events, |event| row(event, now));
        view! {
            <Table label="Your events" stacks=true columns=[text_column("Event"), text_column("You"), text_column("Team"), text_column("Reviews"), text_column("Now")]>{rows}</Table>
        }
    };
    let done = model.done.map(|title| match model.tokens_stay {
        0 => view! { <Notice tone=Tone::Good title/> },
        some => view! { <Notice tone=Tone::Good title>{tokens_stay(some)}</Notice> },
    });
    let guest = is_guest_address(&model.email);
    let unconfirmed = (!model.confirmed && !guest).then(unconfirmed);
    let password = model
        .passwords
        .then(|| view! { <li><a href="/me/password">"Password"</a>": set or change it."</li> });
    let email =
        if guest { "You judge as a guest, without an e-mail address.".to_owned() } else { model.email };
    view! {
        {done}
        <div class="stack">
            <h1>{model.name}</h1>
            <p class="quiet">{email}</p>
        </div>
        {unconfirmed}
        {section("events", "Your events").of(events)}
        {(!model.votes.is_empty()).then(|| votes(model.votes))}
        {section("account", "Your account").class("stack prose").of(view! {
            <ul>
                {password}
                <li><a href="/me/passkeys">"Passkeys"</a>": sign in by unlocking your phone, computer or security key."</li>
                <li><a href="/me/tokens">"Access tokens"</a>": let a program act as you through the API."</li>
                <li><a href="/me/proposals">"Proposals"</a>": confirm or refuse what a program would do as you."</li>
                <li><a href="/me/data.json">"Your data"</a>": download everything we keep about you."</li>
                <li><a href="/me/leave">"Delete your account"</a></li>
            </ul>
        })}
        {model.sign_on.map(own_sign_on)}
    }
}

fn unconfirmed() -> AnyView {
    let verb = if sends_mail() { "Send me a link" } else { "Create a confirmation link" };
    view! {
        <Notice tone=Tone::Warn title="Your e-mail address is not confirmed">
            <p>"You need a confirmed address to take part, to vote, and to set a password. The link works for 24 hours."</p>
            <ActButton action="/me/confirm">{verb}</ActButton>
        </Notice>
    }
}

fn votes(votes: Vec<CastVote>) -> AnyView {
    let rows = each(votes, |vote| {
        view! {
            <tr>
                <th scope="row"><a href=format!("/events/{}", vote.slug)>{vote.name}</a></th>
                <td data-label="Chosen">{words::plural(vote.choices, "project", "projects")}</td>
                <td data-label="Cast"><Time at=vote.cast_at/></td>
            </tr>
        }
    });
    section("votes", "Your votes").of(view! {
        <Table label="Your votes" stacks=true columns=[text_column("Event"), text_column("Chosen"), text_column("Cast")]>{rows}</Table>
    })
}

fn row(event: MyEvent, now: DateTime<Utc>) -> AnyView {
    let (sentence, until) = headline(&event.stages);
    let until =
        until.map(|(verb, at)| view! { <br/><small class="quiet">{words::capital(&words::countdown(verb, at, now))}</small> });
    let (no_team, no_reviews) = (event.team.is_none(), event.reviews.is_none());
    let nothing = || view! { "–" };
    let team = event.team.map_or_else(nothing, |team| {
        view! { <a href=format!("/events/{}/team", event.slug)>{team}</a> }
    });
    let reviews = event.reviews.map_or_else(nothing, |(done, of)| {
        view! { <a href="/judge">{format!("{done} of {of} submitted")}</a> }
    });
    // A certificate exists only for submitted work, so a link without any would lead nowhere.
    let judged = event.reviews.is_some_and(|(done, _)| done > 0);
    let records = each(
        [("judge", judged, "as a judge"), ("participant", !no_team, "as a participant")]
            .into_iter()
            .filter(|(role, done, _)| *done && event.roles.iter().any(|own| own == role)),
        |(role, _, said)| {
            let href = format!("/events/{}/certificate/{role}", event.slug);
            view! { <br/><a class="small" href=href>"Certificate"<span class="sr-only">{format!(" {said} of {}", event.name)}</span></a> }
        },
    );
    let roles: Vec<String> = event.roles.iter().map(|role| role_words(role).to_owned()).collect();
    view! {
        <tr>
            <th scope="row"><a href=format!("/events/{}", event.slug)>{event.name}</a></th>
            <td data-label="You">{words::and_list(&roles)}{records}</td>
            <td data-label="Team" class=no_team.then_some("cell-blank")>{team}</td>
            <td data-label="Reviews" class=no_reviews.then_some("cell-blank")>{reviews}</td>
            <td>{sentence}{until}</td>
        </tr>
    }
}
