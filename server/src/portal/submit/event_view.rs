//! An event as one visitor meets it: what is open, what is theirs, what they may do next.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::context;
use crate::store::event::Counts;
use crate::store::facts::{Context, Of};
use crate::store::project::Stored;
use crate::store::{Conn, event, project, team};
use chrono::{DateTime, Utc};
use shared::refusal::Refusal;
use shared::rules::{ResultsView, act, may, results_view};
use shared::wire;
use std::collections::HashMap;

/// What every page of an event shows above itself, and its own page in full.
#[derive(Debug)]
pub struct EventView {
    /// For the rules.
    pub at: Context,
    /// The event.
    pub event: wire::Event,
    /// Counts.
    pub counts: Counts,
    /// Whether there are results that the visitor may read.
    pub results: bool,
    /// Whether the visitor organizes it.
    pub organizes: bool,
}

/// Reads the event for a visitor.
///
/// # Errors
/// 404 where there is no such event.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<EventView> {
    let at = context(conn, caller, Of::Slug(slug)).await?;
    let event = event::list(conn, Some(slug)).await?.pop().ok_or_else(Refusal::not_found)?;
    let counts = event::counts(conn, at.event, caller.person()).await?;
    let results = match results_view(caller.actor.as_ref(), &at.facts, at.now) {
        Ok(ResultsView::Published) => true,
        Ok(ResultsView::Preview) => counts.has_run,
        Err(_) => false,
    };
    let organizes = caller.actor.as_ref().is_some_and(|a| at.facts.organizes(a));
    Ok(EventView { at, event, counts, results, organizes })
}

/// The visitor's own team in the event, and its projects.
#[derive(Debug, Default)]
pub struct Mine {
    /// The team's name.
    pub team: Option<String>,
    /// The team's projects in id order.
    pub projects: Vec<Stored>,
    /// Whether a new project may be made now.
    pub may_create: Option<Refusal>,
}

/// What is the visitor's own in the event.
///
/// # Errors
/// A lost database.
pub async fn mine(conn: &mut Conn, caller: &Caller, at: &Context) -> Outcome<Mine> {
    let may_create = may::<act::CreateProject>(caller.actor.as_ref(), &at.facts, at.now).err();
    let Some(id) = at.facts.standing.team else { return Ok(Mine { may_create, ..Mine::default() }) };
    let team = team::name(conn, id).await?;
    let projects = project::of_team(conn, at.event, id).await?;
    Ok(Mine { team, projects, may_create })
}

/// All events, each with its number of submitted projects, and the database's clock.
///
/// # Errors
/// A lost database.
pub async fn all(conn: &mut Conn) -> Outcome<(Vec<wire::Event>, HashMap<String, i64>, DateTime<Utc>)> {
    let events = event::list(conn, None).await?;
    let (counts, now) = event::project_counts(conn).await?;
    Ok((events, counts, now))
}
