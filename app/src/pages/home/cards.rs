//! Events on the home page: one alone fills it, several are cards, and past ones are a list.

use super::{EventCard, own_roles};
use crate::pages::event_strip::event_strip;
use crate::prelude::*;

/// So many prizes and tracks are named. The others are counted.
const NAMED: usize = 3;

/// The one event that is on. `title`: its name is the page's.
pub(super) fn lead(card: EventCard, now: DateTime<Utc>, title: bool) -> AnyView {
    let href = format!("/events/{}", card.event.slug);
    let link = view! { <a href=href.clone()>{card.event.name.clone()}</a> };
    let name = if title {
        view! { <h1>{link}</h1> }
    } else {
        view! { <h2>{link}</h2> }
    };
    let about = words::opening(&card.event.description, 240);
    let about = (!about.is_empty()).then(|| view! { <p class="lead">{about}</p> });
    let (label, way) = way(&card, &href);
    let kind = if title { Kind::Main } else { Kind::Quiet };
    view! {
        <section class="home-lead" aria-label="The event">
            <div class="stack">
                {name}
                {about}
                {state(&card, now)}
                <p class="row">
                    <ButtonLink href=way kind>{label}</ButtonLink>
                    <a class="home-more" href=href>"About the event"</a>
                </p>
                {facts(&card)}
            </div>
            {event_strip(card.pictures, true)}
        </section>
    }
}

/// An event among several.
pub(super) fn card(card: EventCard, now: DateTime<Utc>) -> AnyView {
    let href = format!("/events/{}", card.event.slug);
    let (label, way) = way(&card, &href);
    let about = words::opening(&card.event.description, 140);
    let about = (!about.is_empty()).then(|| view! { <p>{about}</p> });
    let place = place(&card);
    let state = state(&card, now);
    let prizes = named(&card.prizes).map(|prizes| view! { <p class="quiet small">"Prizes: "{prizes}</p> });
    let count = words::plural(card.projects, "project", "projects");
    // Several cards have the same button.
    let of = view! { <span class="sr-only">{format!(": {}", card.event.name)}</span> };
    view! {
        <li>
            <h3><a href=href>{card.event.name}</a></h3>
            {event_strip(card.pictures, false)}
            {state}
            {about}
            <p class="quiet small">{place}{count}{own_roles(&card.roles)}</p>
            {prizes}
            <p class="home-way"><ButtonLink href=way>{label}{of}</ButtonLink></p>
        </li>
    }
}

pub(super) fn past_row(card: EventCard, now: DateTime<Utc>) -> AnyView {
    let href = format!("/events/{}", card.event.slug);
    let place = place(&card);
    let count = words::plural(card.projects, "project", "projects");
    let results = is(&card.stages, StageKind::Publish, Phase::Closed).then(|| {
        let of = view! { <span class="sr-only">{format!(" of {}", card.event.name)}</span> };
        view! { <p class="home-results"><a href=format!("{href}/results")>"Read the results"{of}</a></p> }
    });
    let state = results.is_none().then(|| state(&card, now));
    view! {
        <li class="row">
            <h3><a href=href>{card.event.name}</a></h3>
            {results}
            {state}
            <p class="quiet small">{place}{count}{own_roles(&card.roles)}</p>
        </li>
    }
}

/// When and where, each with a sign after it: `14–16 Nov 2026 · Town hall, Graz · `.
fn place(card: &EventCard) -> String {
    let parts = stage_dates(&card.stages).into_iter().chain([card.event.venue.clone()]);
    parts.filter(|part| !part.is_empty()).map(|part| format!("{part} · ")).collect()
}

fn state(card: &EventCard, now: DateTime<Utc>) -> AnyView {
    let (sentence, until) = headline(&card.stages);
    let sentence = if card.event.draft { "A draft: only its organizers see it".to_owned() } else { sentence };
    let until = until.map(|(verb, at)| {
        let words = words::capital(&words::countdown(verb, at, now));
        view! { <br/><time datetime=words::iso(at) title=words::stamp(at)>{words}</time> }
    });
    view! { <div class="row home-state"><StageMark stages=card.stages.clone()/><p><strong>{sentence}</strong>{until}</p></div> }
}

fn facts(card: &EventCard) -> AnyView {
    let dates = stage_dates(&card.stages).map(|dates| view! { <dt>"When"</dt><dd>{dates}</dd> });
    let venue =
        (!card.event.venue.is_empty()).then(|| view! { <dt>"Where"</dt><dd>{card.event.venue.clone()}</dd> });
    let prizes = named(&card.prizes).map(|prizes| {
        let href = format!("/events/{}/prizes", card.event.slug);
        view! { <dt>"Prizes"</dt><dd><a href=href>{prizes}</a></dd> }
    });
    let tracks: Vec<String> = card.event.tracks.iter().map(|track| track.name.clone()).collect();
    let tracks = named(&tracks).map(|tracks| view! { <dt>"Tracks"</dt><dd>{tracks}</dd> });
    let team = words::plural(card.event.max_team_size, "member", "members");
    let projects = (card.projects > 0).then(|| {
        let href = format!("/events/{}/projects", card.event.slug);
        let count = words::plural(card.projects, "project", "projects");
        view! { <dt>"Submitted"</dt><dd><a href=href>{count}</a>{own_roles(&card.roles)}</dd> }
    });
    view! { <dl class="facts">{dates}{venue}{prizes}{tracks}<dt>"Teams"</dt><dd>{format!("Up to {team}")}</dd>{projects}</dl> }
}

/// The first few names, and how many more there are.
fn named(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| words::and_more(names.iter().cloned(), NAMED))
}

fn is(stages: &[Stage], kind: StageKind, state: Phase) -> bool {
    stages.iter().any(|stage| stage.kind == kind && stage.state == state)
}

/// The one thing that a visitor can do, as label and address.
fn way(card: &EventCard, href: &str) -> (&'static str, String) {
    let now = |kind| is(&card.stages, kind, Phase::Open);
    let out = is(&card.stages, StageKind::Publish, Phase::Closed);
    if now(StageKind::Vote) {
        ("Vote", format!("{href}/vote"))
    } else if out {
        ("Read the results", format!("{href}/results"))
    } else if now(StageKind::Submit) {
        ("Take part", format!("{href}/team"))
    } else if card.projects > 0 {
        ("Browse the projects", format!("{href}/projects"))
    } else {
        ("See the event", href.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_few_names_stand_for_many() {
        let names =
            |n: usize| ["A", "B", "C", "D", "E"].iter().take(n).map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(named(&names(0)), None);
        assert_eq!(named(&names(3)).as_deref(), Some("A, B and C"));
        assert_eq!(named(&names(5)).as_deref(), Some("A, B, C and 2 more"));
    }
}
