//! Reading events.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::event::Event;
use crate::model::person::EventRole;
use crate::store::{Conn, event, facts};
use chrono::{DateTime, Utc};
use shared::refusal::{FieldErrors, Refusal, RequestFault};
use std::collections::HashMap;

/// The events, latest deadline first; only those that come after the one with this slug, where it is given.
/// `errors` holds what else was wrong with the question.
///
/// # Errors
/// 400 where no event has that slug.
pub async fn list(conn: &mut Conn, after: Option<&str>, mut errors: FieldErrors) -> Outcome<Vec<Event>> {
    let mut events = event::list(conn, None).await?;
    if let Some(slug) = after {
        match events.iter().position(|e| e.slug == slug) {
            Some(place) => drop(events.drain(..=place)),
            None => errors.add("after", RequestFault::AfterSlug),
        }
    }
    errors.into_result()?;
    Ok(events)
}

/// All events, each with its number of submitted projects, and the database's clock.
///
/// # Errors
/// A lost database.
pub async fn all(conn: &mut Conn) -> Outcome<(Vec<Event>, HashMap<String, i64>, DateTime<Utc>)> {
    let events = event::list(conn, None).await?;
    let counts = event::project_counts(conn).await?;
    Ok((events, counts, facts::now(conn).await?))
}

/// One event.
///
/// # Errors
/// 404 where there is none.
pub async fn read(conn: &mut Conn, slug: &str) -> Outcome<Event> {
    Ok(event::find(conn, slug).await?.ok_or_else(Refusal::not_found)?)
}

/// The events in which the caller has a role, with those roles, and the database's clock.
///
/// # Errors
/// 401 without an account.
pub async fn mine(conn: &mut Conn, caller: &Caller) -> Outcome<(Vec<Event>, Vec<EventRole>, DateTime<Utc>)> {
    let roles = my_roles(conn, caller).await?;
    let mut events = event::list(conn, None).await?;
    events.retain(|e| roles.iter().any(|r| r.slug == e.slug));
    Ok((events, roles, facts::now(conn).await?))
}

/// The caller's roles over all events.
///
/// # Errors
/// 401 without an account.
pub async fn my_roles(conn: &mut Conn, caller: &Caller) -> Outcome<Vec<EventRole>> {
    let person = caller.account()?;
    event::roles_of(conn, person).await
}
