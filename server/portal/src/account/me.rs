//! One's own account.

use crate::event::events;
use crate::prelude::*;
use shared::rules::Actor;
use store::{personal, team};

/// Who somebody is, and what they belong to.
#[derive(Clone, Debug)]
pub struct Profile {
    pub actor: Actor,
    pub email: String,
    pub name: String,
    /// Roles by event, in the events' order.
    pub roles: Vec<EventRole>,
    /// Own teams, with their members, by event.
    pub teams: Vec<EventTeam>,
}

/// Who the caller is, and their roles over all events.
/// Errors: 401 without an account.
pub async fn read(conn: &mut Conn, caller: &Caller) -> Outcome<Profile> {
    let actor = caller.signed_in()?;
    let mut teams = team::of_person(conn, actor.person).await?;
    teams.retain(|team| caller.knows_slug(&team.event));
    Ok(Profile {
        actor,
        email: caller.email.clone(),
        name: caller.name.clone(),
        roles: events::my_roles(conn, caller).await?,
        teams,
    })
}

/// What the caller has done, beside their roles: tasks as a judge by event, and ballots.
/// Errors: 401 without an account.
pub async fn done(conn: &mut Conn, caller: &Caller) -> Outcome<(Vec<JudgingCounts>, Vec<CastVote>)> {
    let person = caller.account()?;
    let (mut judged, mut voted) =
        (personal::judged(conn, person).await?, personal::voted(conn, person).await?);
    judged.retain(|counts| caller.knows_slug(&counts.slug));
    voted.retain(|vote| caller.knows_slug(&vote.slug));
    Ok((judged, voted))
}
