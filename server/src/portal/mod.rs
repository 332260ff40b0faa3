//! The operations: one function for each thing that a person can do. Each asks one rule, writes through
//! the store, and leaves one audit row, in the transaction it is given.

pub mod account;
pub mod export;
pub mod idempotency;
pub mod judge;
pub mod limits;
pub mod publish;
pub mod records;
pub mod setup;
pub mod submit;
pub mod vote;

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::store::Conn;
use crate::store::audit::Entry;
use crate::store::facts::{self, Context, Of};
use shared::refusal::Refusal;

/// A body as it arrived: read, or malformed. An operation looks at it after its rule has spoken, since
/// who and when come before what.
pub type Sent<T> = Result<T, Refusal>;

/// The event's context for this caller.
///
/// # Errors
/// 404 where there is no such event, project or assignment.
pub async fn context(conn: &mut Conn, caller: &Caller, of: Of<'_>) -> Outcome<Context> {
    Ok(facts::load(conn, of, caller.person()).await?.ok_or_else(Refusal::not_found)?)
}

/// The beginning of an audit entry: event, actor, role and address.
#[must_use]
pub fn entry<'a>(
    caller: &'a Caller,
    at: &Context,
    action: &'a str,
    object_type: &'a str,
    id: impl ToString,
) -> Entry<'a> {
    Entry {
        event: Some(at.event),
        actor: &caller.email,
        actor_role: caller.role(&at.facts),
        action,
        object_type,
        object_id: id.to_string(),
        ip: caller.ip.as_deref(),
        ..Entry::default()
    }
}

/// As [`entry`], for what belongs to no event.
#[must_use]
pub fn entry_outside<'a>(
    caller: &'a Caller,
    action: &'a str,
    object_type: &'a str,
    id: impl ToString,
) -> Entry<'a> {
    Entry {
        actor: &caller.email,
        actor_role: caller.role(&shared::rules::Facts::default()),
        action,
        object_type,
        object_id: id.to_string(),
        ip: caller.ip.as_deref(),
        ..Entry::default()
    }
}
