//! One's own account.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::submit::events;
use crate::store::personal::{self, Judged, Voted};
use crate::store::{Conn, team};
use shared::refusal::Refusal;
use shared::wire::{Me, Role};

/// Who the caller is, and their roles over all events.
///
/// # Errors
/// 401 for nobody.
pub async fn read(conn: &mut Conn, caller: &Caller) -> Outcome<Me> {
    let actor = caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let roles = events::my_roles(conn, caller).await?;
    let roles = roles.into_iter().map(|r| Role { event: r.slug, role: r.role, team: r.team });
    Ok(Me {
        id: actor.person,
        email: caller.email.clone(),
        name: caller.name.clone(),
        confirmed: actor.confirmed,
        is_staff: actor.staff,
        roles: roles.collect(),
        teams: team::of_person(conn, actor.person).await?,
    })
}

/// What the caller has done, beside their roles: tasks as a judge by event, and ballots.
///
/// # Errors
/// 401 for nobody.
pub async fn done(conn: &mut Conn, caller: &Caller) -> Outcome<(Vec<Judged>, Vec<Voted>)> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    Ok((personal::judged(conn, person).await?, personal::voted(conn, person).await?))
}
