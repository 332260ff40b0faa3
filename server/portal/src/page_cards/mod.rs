//! Page cards: the pictures that other sites show of a page whose address is pasted there. A card shows what a visitor sees, whoever asks for
//! it, and names no team: an event may hide them.

mod drawing;

use crate::event::events;
use crate::kept::{Kept, KeptValue};
use crate::prelude::*;
use crate::publish::results::{self, KeptResults};
use crate::submit::projects;
use shared::wire::ResultEntry;
use std::sync::LazyLock;
use store::heavy::{self, Class};

/// As many of the first as a card lists.
const LISTED: usize = 4;
/// Half the width of a 90 % interval, in standard errors.
const NINETY: f64 = 1.645;

#[derive(Clone, Debug, Default)]
pub struct PageCard {
    /// What the page is of, above the title.
    pub above: String,
    pub title: String,
    /// Below the title, in two lines at most; may be empty.
    pub below: String,
    /// The first of a ranking.
    pub ranked: Vec<RankedRow>,
    /// The page's address, as people read it.
    pub address: String,
}

#[derive(Clone, Debug)]
pub struct RankedRow {
    pub rank: u32,
    pub title: String,
    /// Where its interval begins, its value, and where the interval ends: parts of an axis that all share.
    pub interval: [f64; 3],
}

#[derive(Debug)]
pub struct DrawnCard(pub Vec<u8>);

impl KeptValue for DrawnCard {
    const MOST: u64 = 8 * 1024 * 1024;

    fn weight(&self) -> usize {
        self.0.len()
    }
}

/// The pictures that were drawn last, by the digests of what they show.
static DRAWN: LazyLock<Kept<String, DrawnCard>> = LazyLock::new(Kept::default);

/// The picture of a card. One that shows the same is drawn once.
/// Errors: busy, where too much work waits.
pub async fn picture(card: PageCard) -> Outcome<Arc<DrawnCard>> {
    let digest = sha256_hex(format!("{card:?}").as_bytes());
    let draw = async { heavy::run_as(Class::Visitor, move || drawing::png(&card)).await?.map(DrawnCard) };
    DRAWN.get_or_make(&digest, |_| true, draw).await
}

/// An event's card. `base` is the portal's address.
/// Errors: 404 where visitors see no such event.
pub async fn of_event(conn: &mut Conn, base: &str, slug: &str) -> Outcome<PageCard> {
    let event = events::read(&mut Call::of(conn, &Caller::default()).at(slug)).await?;
    let zone = crate::zone_of(conn, slug).await?;
    let close = event.submissions.close.map(|at| zone.words(at));
    Ok(PageCard {
        above: "Hackathon".to_owned(),
        below: words::outside::until_and_where(close, &event.venue),
        title: event.name,
        ranked: Vec::new(),
        address: address(base, &format!("/events/{slug}")),
    })
}

/// A project's card.
/// Errors: 404 where visitors see no such project.
pub async fn of_project(conn: &mut Conn, base: &str, id: ProjectId) -> Outcome<PageCard> {
    let (at, project) = projects::read(&mut Call::of(conn, &Caller::default()), id).await?;
    let event = at.facts.event.name;
    Ok(PageCard {
        below: words::outside::project(&project.tagline, &project.summary, &event),
        above: event,
        title: project.title,
        ranked: Vec::new(),
        address: address(base, &format!("/projects/{id}")),
    })
}

/// The card of an event's results.
/// Errors: 404 where visitors see none.
pub async fn of_results(conn: &mut Conn, base: &str, slug: &str, kept: KeptResults<'_>) -> Outcome<PageCard> {
    let ranking = results::ranking(&mut Call::of(conn, &Caller::default()).at(slug), kept).await?;
    let full = ranking.full.ok_or_else(Refusal::not_found)?;
    let entries = &full.results.projects;
    Ok(PageCard {
        above: words::outside::results_title(full.results.provisional_until.is_some()).to_owned(),
        title: ranking.at.facts.event.name,
        below: String::new(),
        ranked: ranked(entries.get(..LISTED).unwrap_or(entries)),
        address: address(base, &format!("/events/{slug}/results")),
    })
}

/// The rows of a ranking, on an axis from the lowest end of their intervals to the highest.
fn ranked(entries: &[ResultEntry]) -> Vec<RankedRow> {
    let ends = |entry: &ResultEntry| {
        [-NINETY, 0.0, NINETY].map(|wide| (entry.calibrated + wide * entry.se).clamp(0.0, 1.0))
    };
    let all = || entries.iter().flat_map(ends);
    let (low, high) = (all().fold(1.0, f64::min), all().fold(0.0, f64::max));
    let length = (high - low).max(f64::MIN_POSITIVE);
    let row = |entry: &ResultEntry| RankedRow {
        rank: entry.rank,
        title: entry.title.clone(),
        interval: ends(entry).map(|end| (end - low) / length),
    };
    entries.iter().map(row).collect()
}

/// An address without its scheme.
fn address(base: &str, path: &str) -> String {
    format!("{}{path}", base.split_once("://").map_or(base, |(_, rest)| rest))
}
