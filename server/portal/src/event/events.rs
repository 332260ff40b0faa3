//! Reading events.

use crate::prelude::*;
use chrono::TimeDelta;
use shared::rules::VotingMode;
use store::{event, facts};

/// The events that the caller sees, latest deadline first; only those that come after the one with this slug, where it is given.
/// `errors` holds what else was wrong with the question.
/// Errors: 400 where no event has that slug.
pub async fn list(call: &mut Call<'_>, after: Option<&str>, mut errors: FieldErrors) -> Outcome<Vec<Event>> {
    let mut events = seen(call).await?;
    if let Some(slug) = after {
        match events.iter().position(|e| e.slug == slug) {
            Some(place) => drop(events.drain(..=place)),
            None => errors.add("after", RequestFault::AfterSlug),
        }
    }
    errors.into_result()?;
    Ok(events)
}

/// The events that the caller sees: every open one, and the drafts that they organize.
pub(crate) async fn seen(call: &mut Call<'_>) -> Outcome<Vec<Event>> {
    let mut events = event::list(call.conn, call.caller.person()).await?;
    events.retain(|event| sees(call.caller, event));
    Ok(events)
}

/// The events of a page of those that the caller sees, counted from one, and whether more follow.
pub(crate) async fn page(call: &mut Call<'_>, page: u32) -> Outcome<(Vec<Event>, bool)> {
    let per_page = i64::try_from(event::PER_PAGE).unwrap_or(i64::MAX);
    let after = i64::from(page.saturating_sub(1)).saturating_mul(per_page);
    let mut events = event::page(call.conn, call.caller.person(), per_page + 1, after).await?;
    let more = events.len() > event::PER_PAGE;
    events.truncate(event::PER_PAGE);
    events.retain(|event| sees(call.caller, event));
    Ok((events, more))
}

/// Those of the events in which somebody has these roles.
pub(crate) async fn of_roles(call: &mut Call<'_>, roles: &[EventRole]) -> Outcome<Vec<Event>> {
    let slugs: BTreeSet<&String> = roles.iter().map(|role| &role.slug).collect();
    let slugs: Vec<String> = slugs.into_iter().cloned().collect();
    let mut events = event::named(call.conn, call.caller.person(), &slugs).await?;
    events.retain(|event| sees(call.caller, event));
    Ok(events)
}

/// Whether the caller sees an event that the database has shown them.
fn sees(caller: &Caller, event: &Event) -> bool {
    !event.draft || is_staff(caller) || caller.may_organize(&event.slug)
}

fn is_staff(caller: &Caller) -> bool {
    caller.actor.is_some_and(|actor| actor.staff)
}

/// The events that the caller sees, each with its number of submitted projects, and the database's clock.
pub async fn all(call: &mut Call<'_>) -> Outcome<(Vec<Event>, HashMap<String, i64>, DateTime<Utc>)> {
    let events = seen(call).await?;
    let slugs: Vec<String> = events.iter().map(|event| event.slug.clone()).collect();
    let counts = event::project_counts(call.conn, &slugs).await?;
    Ok((events, counts, facts::now(call.conn).await?))
}

/// For so long after its last close, an event whose results never came out is still among the current ones.
const WAITS: TimeDelta = TimeDelta::days(30);

/// Whether an event is over for its visitors: its results are out and nobody votes, or it ended long ago without any.
pub fn is_over(event: &Event, now: DateTime<Utc>) -> bool {
    let votes = event.voting_mode != VotingMode::Off;
    if event.results_published_at.is_some() {
        return !votes || !event.voting.is_open(now);
    }
    let mut windows = vec![event.submissions, event.judging];
    windows.extend(votes.then_some(event.voting));
    windows.iter().all(|window| window.close.is_some_and(|close| now >= close + WAITS))
}

/// One event.
/// Errors: 404 where there is none that the caller may know of.
pub async fn read(call: &mut Call<'_>) -> Outcome<Event> {
    let at = call.context().await?;
    in_full(call.conn, call.caller.person(), &at).await
}

/// An event as visitors see it, and when what calendars show of it last changed.
/// Errors: 404 where visitors see no such event.
pub async fn for_calendar(conn: &mut Conn, slug: &str) -> Outcome<(Event, DateTime<Utc>)> {
    let event = read(&mut Call::of(conn, &Caller::default()).at(slug)).await?;
    let changed = event::calendar_changed(conn, slug).await?.ok_or_else(Refusal::not_found)?;
    Ok((event, changed))
}

/// The event of a context, in full. Without a person it names no finals that are drafts.
pub async fn in_full(conn: &mut Conn, person: Option<PersonId>, at: &Context) -> Outcome<Event> {
    Ok(event::find(conn, &at.slug, person).await?.ok_or_else(Refusal::not_found)?)
}

/// The events in which the caller has a role, with those roles, and the database's clock.
/// Errors: 401 without an account.
pub async fn mine(call: &mut Call<'_>) -> Outcome<(Vec<Event>, Vec<EventRole>, DateTime<Utc>)> {
    let roles = my_roles(call).await?;
    let events = of_roles(call, &roles).await?;
    Ok((events, roles, facts::now(call.conn).await?))
}

/// The caller's roles over all events that they see.
/// Errors: 401 without an account.
pub async fn my_roles(call: &mut Call<'_>) -> Outcome<Vec<EventRole>> {
    let person = call.caller.account()?;
    let mut roles = event::roles_of(call.conn, person).await?;
    let organized: BTreeSet<String> = roles
        .iter()
        .filter(|role| role.role == MemberRole::Organizer.name() && call.caller.may_organize(&role.slug))
        .map(|role| role.slug.clone())
        .collect();
    roles.retain(|role| {
        let sees = !role.draft || is_staff(call.caller) || organized.contains(&role.slug);
        sees && call.caller.knows_slug(&role.slug)
    });
    Ok(roles)
}
