//! Simulated events: how many reviews an event needs, and one that is made up.

use crate::prelude::*;
use shared::made_up_event::{Controls, MadeUpEvent, make_up};
use shared::planner::reviews_needed::{Answer, EventSize, TypedSize, reviews_needed};
use store::heavy::{self, Class};
use store::{overview, settings};

/// Minutes of the longest window in which a judge is taken to judge all the time.
const LONGEST_EVENING: i64 = 12 * 60;

/// Reads an event's own numbers: its projects, judges and minutes; where nothing is known, what `usual` says.
/// Errors: 401, 404, 403.
pub async fn own_size(call: &mut Call<'_>, usual: TypedSize) -> Outcome<TypedSize> {
    let (at, _) = call.open::<act::Manage>().await?;
    let counts = overview::counts(call.conn, at.event, at.facts.teams_left_out()).await?;
    let terms = settings::read(call.conn, at.event).await?.terms;
    let number = |n: i64, least: (u32, u32), usual: String| {
        if n < i64::from(least.0) { usual } else { n.min(i64::from(least.1)).to_string() }
    };
    let judging = at.facts.event.judging;
    let minutes = judging.open.zip(judging.close).map(|(open, close)| (close - open).num_minutes());
    // In a window of days nobody judges all the time.
    let evening = i64::from(EventSize::TIME.0)..=LONGEST_EVENING;
    let minutes = minutes.filter(|m| evening.contains(m));
    Ok(TypedSize {
        projects: number(counts.submitted, EventSize::PROJECTS, usual.projects),
        judges: number(counts.judges, EventSize::JUDGES, usual.judges),
        visit: terms.visit_minutes.map_or(usual.visit, |m| number(m.into(), EventSize::VISIT, m.to_string())),
        hours: minutes.map_or(usual.hours, |m| ((m * 100 / 60) as f64 / 100.0).to_string()),
    })
}

/// Simulates events of this size.
/// Errors: a simulation that broke.
pub async fn needed(size: EventSize) -> Outcome<Answer> {
    heavy::run_as(Class::Visitor, move || reviews_needed(size)).await
}

/// Makes an event up.
/// Errors: a simulation that broke.
pub async fn made_up(controls: Controls) -> Outcome<MadeUpEvent> {
    heavy::run_as(Class::Visitor, move || make_up(controls)).await
}
