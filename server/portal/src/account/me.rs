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
pub async fn read(call: &mut Call<'_>) -> Outcome<Profile> {
    let actor = call.caller.signed_in()?;
    let mut teams = team::of_person(call.conn, actor.person).await?;
    teams.retain(|team| call.caller.knows_slug(&team.event));
    Ok(Profile {
        actor,
        email: call.caller.email.clone(),
        name: call.caller.name.clone(),
        roles: events::my_roles(call).await?,
        teams,
    })
}

/// What the caller has done, beside their roles: tasks as a judge by event, and ballots.
/// Errors: 401 without an account.
pub async fn done(call: &mut Call<'_>) -> Outcome<(Vec<JudgingCounts>, Vec<CastVote>)> {
    let person = call.caller.account()?;
    let (mut judged, mut voted) =
        (personal::judged(call.conn, person).await?, personal::voted(call.conn, person).await?);
    judged.retain(|counts| call.caller.knows_slug(&counts.slug));
    voted.retain(|vote| call.caller.knows_slug(&vote.slug));
    Ok((judged, voted))
}
