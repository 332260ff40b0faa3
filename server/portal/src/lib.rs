//! The operations: one function for each thing that a person can do. Each asks one rule, writes through
//! the store in the transaction it is given, and returns [`Done`]: its value and the audit
//! row that the transaction ends with.

pub mod account;
pub mod call;
pub mod caller;
pub mod confirmations;
mod dealing;
pub mod detail;
pub mod event;
pub mod export;
pub mod floor;
pub mod front;
pub mod idempotency;
pub mod judge;
pub mod kept;
pub mod kept_numbers;
pub mod limits;
pub mod notices;
pub mod organize;
pub mod page_cards;
pub mod people;
mod prelude;
pub mod prizes;
pub mod project_import;
mod project_titles;
pub mod proposals;
pub mod publish;
pub mod records;
mod second_organizer;
pub mod secrets;
pub mod setup;
pub mod simulations;
pub mod submit;
pub mod vote;
pub mod zone;

pub use store::backlog::read as read_backlog;
pub use store::database::{Database, DatabaseLoad};
pub use store::facts::now;
pub use store::freshness::PublicAddress;
pub use store::transaction::Done;
pub use store::{Conn, failure, heavy, standby, sync, wait_budget};

use call::Call;
use caller::Caller;
use model::blind::NamesTeam;
use model::context::{Context, EventKey};
use shared::refusal::Refusal;
use shared::rules::{sees_event, sees_team};
use store::facts;
use store::failure::{Failure, Outcome};
use store::transaction::Entry;
use zone::Zone;

/// A body as it arrived: read, or malformed. An operation looks at it after its rule has spoken, since
/// who and when come before what.
pub type Sent<T> = Result<T, Refusal>;

/// What an operation that writes returns: what it did, or why not.
pub type Acted<T = ()> = Outcome<Done<T>>;

/// What was asked for, or its refusal, for callers that show the refusal or leave the part out.
pub(crate) fn or_refused<T>(asked: Outcome<T>) -> Outcome<Result<T, Refusal>> {
    match asked {
        Ok(found) => Ok(Ok(found)),
        Err(Failure::Refused(refusal)) => Ok(Err(refusal)),
        Err(failure) => Err(failure),
    }
}

/// The event's context for this caller.
/// Errors: 404 where there is no such event, project or assignment, and for a draft that the caller does not organize.
pub async fn context(call: &mut Call<'_>, of: EventKey<'_>) -> Outcome<Context> {
    let at = context_by_link(call, of).await?;
    sees_event(call.caller.actor.as_ref(), &at.facts, at.now)?;
    Ok(at)
}

/// The same, for who holds a link that the organizers handed out: they know that the event is there.
/// Errors: 404 where there is no such event, project or assignment.
async fn context_by_link(call: &mut Call<'_>, of: EventKey<'_>) -> Outcome<Context> {
    let mut at = facts::load(call.conn, of, call.caller.person()).await?.ok_or_else(Refusal::not_found)?;
    call.caller.limit(at.event, &mut at.facts);
    Ok(at)
}

/// Takes the team out of those projects whose team the caller may not know.
fn hide_teams<'p, P: NamesTeam + 'p>(
    caller: &Caller,
    at: &Context,
    projects: impl IntoIterator<Item = &'p mut P>,
) {
    for project in projects {
        if !sees_team(caller.actor.as_ref(), &at.facts, project.project()) {
            project.hide_team();
        }
    }
}

/// The clocks of an event's place.
/// Errors: 404; a lost database.
pub async fn zone_of(conn: &mut Conn, slug: &str) -> Outcome<Zone> {
    let name = store::event::time_zone(conn, slug).await?.ok_or_else(Refusal::not_found)?;
    Ok(Zone::of_event(&name))
}

/// The beginning of an audit entry: event, actor, role and address.
pub fn entry(
    caller: &Caller,
    at: &Context,
    action: &'static str,
    object_type: &'static str,
    id: impl ToString,
) -> Entry {
    Entry {
        event: Some(at.event),
        actor_role: caller.role(&at.facts),
        link_made_by: caller.link_made_by(at.event),
        ..entry_outside(caller, action, object_type, id)
    }
}

/// The beginning of an audit entry for what belongs to no event: actor, role and address.
pub fn entry_outside(
    caller: &Caller,
    action: &'static str,
    object_type: &'static str,
    id: impl ToString,
) -> Entry {
    Entry {
        actor: caller.email.clone(),
        actor_role: caller.role(&shared::rules::Facts::default()),
        action,
        object_type,
        object_id: id.to_string(),
        ip: caller.ip.clone(),
        via: caller.proposed_via(),
        ..Entry::default()
    }
}
