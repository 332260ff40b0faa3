//! The home page.

use super::event::stages;
use super::first_run;
use super::render::place_clock;
use crate::pages::prelude::*;
use app::pages::home::{EventCard, HomePage, home_page};
use portal::front::{self, FrontEvent};

/// `GET /`; `?page=` shows later events.
pub async fn show(At { state, caller, query, .. }: At<(), Open>) -> PageResult {
    if first_run::leads_there(&state, &caller).await? {
        return Ok(see(first_run::PATH));
    }
    let anyone = state.settings.events.anyone();
    let page_number = query.get("page").parse::<u32>().unwrap_or(1).max(1);
    let front = front::read(state.by(&caller), &state.overviews, anyone, page_number).await?;
    let (now, roles) = (front.now, front.roles);
    let card = |FrontEvent { event, projects, prizes, pictures }| EventCard {
        stages: stages(&event, now),
        clock: place_clock(Zone::of_event(&event.time_zone)),
        roles: roles.iter().filter(|r| r.slug == event.slug).map(|r| r.role.clone()).collect(),
        event,
        projects,
        prizes,
        pictures,
    };
    let cards = |events: Vec<FrontEvent>| events.into_iter().map(card).collect();
    let model = HomePage {
        now,
        signed_in: caller.actor.is_some(),
        steps: front.steps,
        current: cards(front.current),
        past: cards(front.past),
        newer: (page_number > 1).then(|| address(page_number - 1)),
        older: front.more.then(|| address(page_number.saturating_add(1))),
        may_create: front.may_create,
    };
    Ok(public(page(&state, &caller, Frame::new("Events", "/"), || home_page(model))))
}

fn address(page: u32) -> String {
    if page == 1 { "/".to_owned() } else { format!("/?page={page}") }
}
