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

/// What the home page shows.
#[derive(Clone, Debug)]
pub struct FrontPage {
    /// The database's clock.
    pub now: DateTime<Utc>,
    /// Events that are not over, latest deadline first.
    pub current: Vec<FrontEvent>,
    /// The others.
    pub past: Vec<FrontEvent>,
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

/// Reads the home page. `anyone`: everybody with a confirmed address may create events.
pub async fn read(
    database: &Database,
    kept: &KeptOverviews,
    caller: &Caller,
    anyone: bool,
) -> Outcome<FrontPage> {
    let read = async |c: &mut Conn| {
        let (current, past, now) = listed(c, caller).await?;
        let roles = if caller.actor.is_some() { events::my_roles(c, caller).await? } else { Vec::new() };
        let may_create = create::permit(c, caller, anyone).await.is_ok();
        let events: Vec<&Event> = current.iter().map(|front| &front.event).collect();
        let steps = next_steps::own(c, caller, &events, &roles, now).await?;
        Ok(FrontPage { now, current, past, roles, steps, may_create })
    };
    let mut page = database.read(read).await?;
    let current: Vec<&Event> = page.current.iter().map(|front| &front.event).collect();
    let organized = next_steps::to_organize(&current, &page.roles, page.now);
    let organized = next_steps::organized(database, kept, caller, organized).await?;
    page.steps.extend(organized);
    Ok(page)
}

/// The events that are on, those that are over, and the clock. Where there is but one event, it is the one to show.
async fn listed(
    conn: &mut Conn,
    caller: &Caller,
) -> Outcome<(Vec<FrontEvent>, Vec<FrontEvent>, DateTime<Utc>)> {
    let (all, counts, now) = events::all(conn, caller).await?;
    let only = all.len() == 1;
    let (past, current): (Vec<Event>, Vec<Event>) =
        all.into_iter().partition(|event| !only && events::is_over(event, now));
    let slugs: Vec<String> = current.iter().map(|event| event.slug.clone()).collect();
    let mut prizes = prize::names(conn, &slugs).await?;
    let mut pictures = project::first_pictures(conn, &slugs, PICTURED).await?;
    let mut front = |event: Event| FrontEvent {
        projects: counts.get(&event.slug).copied().unwrap_or(0),
        prizes: prizes.remove(&event.slug).unwrap_or_default(),
        pictures: pictures.remove(&event.slug).unwrap_or_default(),
        event,
    };
    let current = current.into_iter().map(&mut front).collect();
    let past = past.into_iter().map(&mut front).collect();
    Ok((current, past, now))
}

/// What an event's own page shows beside its texts.
#[derive(Clone, Debug)]
pub struct EventGlance {
    /// What can be won, by name.
    pub prizes: Vec<String>,
    /// Pictures of its first projects.
    pub pictures: Vec<Picture>,
    /// Display names of its organizers; none once the event's personal data are removed.
    pub organizers: Vec<String>,
}

/// Reads what the event's own page shows beside its texts.
pub async fn glance(conn: &mut Conn, at: &Context) -> Outcome<EventGlance> {
    let slugs = [at.slug.clone()];
    let forgotten = at.facts.event.forgotten_at.is_some();
    Ok(EventGlance {
        prizes: prize::names(conn, &slugs).await?.remove(&at.slug).unwrap_or_default(),
        pictures: project::first_pictures(conn, &slugs, PICTURED).await?.remove(&at.slug).unwrap_or_default(),
        organizers: if forgotten { Vec::new() } else { event::organizer_names(conn, at.event).await? },
    })
}
