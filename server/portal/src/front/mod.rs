//! The home page: what is on, what leads into it, and what the caller does next.

mod next_steps;

use crate::event::events;
use crate::organize::create;
use crate::prelude::*;
use crate::publish::overview::KeptOverviews;
use shared::picture::Picture;
use store::{event, prize, project};

/// The pictures of so many projects make an event's.
const PICTURED: i64 = 4;

/// Most addresses of one list for search engines (sitemaps.org).
const MOST_ADDRESSES: i64 = 50_000;
/// Events of which such a list names some pages each.
const MOST_EVENTS: i64 = 10_000;
/// Events that are announced.
const ANNOUNCED: i64 = 50;

/// The pages that every visitor may open.
#[derive(Clone, Debug)]
pub struct Addresses {
    pub events: Vec<Announced>,
    pub projects: Vec<ProjectId>,
}

/// The pages that every visitor may open: of the newest events and projects.
pub async fn addresses(conn: &mut Conn) -> Outcome<Addresses> {
    let events = event::announced(conn, MOST_EVENTS).await?;
    // The home page, and three pages of an event.
    let taken = 1 + 3 * i64::try_from(events.len()).unwrap_or(MOST_EVENTS);
    Ok(Addresses { events, projects: project::seen_by_all(conn, MOST_ADDRESSES - taken).await? })
}

/// The events of which there is news.
pub async fn announced(conn: &mut Conn) -> Outcome<Vec<Announced>> {
    event::announced(conn, ANNOUNCED).await
}

#[derive(Clone, Debug)]
pub struct FrontPage {
    /// The database's clock.
    pub now: DateTime<Utc>,
    /// Events of the page that are not over, latest deadline first.
    pub current: Vec<FrontEvent>,
    /// The others of the page.
    pub past: Vec<FrontEvent>,
    /// Another page follows.
    pub more: bool,
    /// The caller's roles over all events.
    pub roles: Vec<EventRole>,
    /// What the caller does next, the most pressing first.
    pub steps: Vec<HomeStep>,
    /// The caller may create events.
    pub may_create: bool,
}

/// An event, with what is shown of it to somebody who does not know it yet.
#[derive(Clone, Debug)]
pub struct FrontEvent {
    pub event: Event,
    /// Submitted projects.
    pub projects: i64,
    /// What can be won, by name; of a current event only.
    pub prizes: Vec<String>,
    /// Pictures of its first projects; of a current event only.
    pub pictures: Vec<Picture>,
}

/// Reads a page of the home page's events, counted from one. `anyone`: everybody with a confirmed address may create events. The first
/// page shows the caller's steps, of all events in which they have a role.
pub async fn read(by: By<'_>, kept: &KeptOverviews, anyone: bool, page: u32) -> Outcome<FrontPage> {
    let mut organized = Vec::new();
    let read = async |call: &mut Call<'_>| {
        let (events, more) = events::page(call, page).await?;
        let now = crate::now(call.conn).await?;
        // Where there is but one event, it is the one to show.
        let only = page == 1 && !more && events.len() == 1;
        let roles = if call.caller.actor.is_some() { events::my_roles(call).await? } else { Vec::new() };
        let mut steps = Vec::new();
        if page == 1 && call.caller.actor.is_some() {
            let mut own = events::of_roles(call, &roles).await?;
            own.retain(|event| is_on(event, only, now));
            let own: Vec<&Event> = own.iter().collect();
            steps = next_steps::own(call, &own, &roles, now).await?;
            organized = next_steps::to_organize(&own, &roles, now);
        }
        let may_create = create::permit(call, anyone).await.is_ok();
        let (current, past) = events.into_iter().partition(|event| is_on(event, only, now));
        let (current, past) = with_glances(call.conn, current, past).await?;
        Ok(FrontPage { now, current, past, more, roles, steps, may_create })
    };
    let mut page = by.read(read).await?;
    page.steps.extend(next_steps::organized(by, kept, organized).await?);
    Ok(page)
}

/// Whether an event is shown among those that are on. `only`: there is no other.
fn is_on(event: &Event, only: bool, now: DateTime<Utc>) -> bool {
    only || !events::is_over(event, now)
}

/// Events that are on and events that are over, with what is shown of each.
async fn with_glances(
    conn: &mut Conn,
    current: Vec<Event>,
    past: Vec<Event>,
) -> Outcome<(Vec<FrontEvent>, Vec<FrontEvent>)> {
    let all: Vec<String> = current.iter().chain(&past).map(|event| event.slug.clone()).collect();
    let slugs = all.get(..current.len()).unwrap_or_default();
    let counts = event::project_counts(conn, &all).await?;
    let mut prizes = prize::names(conn, slugs).await?;
    let mut pictures = project::first_pictures(conn, slugs, PICTURED).await?;
    let mut front = |event: Event| FrontEvent {
        projects: counts.get(&event.slug).copied().unwrap_or(0),
        prizes: prizes.remove(&event.slug).unwrap_or_default(),
        pictures: pictures.remove(&event.slug).unwrap_or_default(),
        event,
    };
    let current = current.into_iter().map(&mut front).collect();
    let past = past.into_iter().map(&mut front).collect();
    Ok((current, past))
}

/// What an event's own page shows beside its texts.
#[derive(Clone, Debug)]
pub struct EventGlance {
    /// What can be won, by name.
    pub prizes: Vec<String>,
    /// Pictures of its first projects.
    pub pictures: Vec<Picture>,
}

/// Reads what the event's own page shows beside its texts.
pub async fn glance(conn: &mut Conn, at: &Context) -> Outcome<EventGlance> {
    let slugs = [at.slug.clone()];
    Ok(EventGlance {
        prizes: prize::names(conn, &slugs).await?.remove(&at.slug).unwrap_or_default(),
        pictures: project::first_pictures(conn, &slugs, PICTURED).await?.remove(&at.slug).unwrap_or_default(),
    })
}
