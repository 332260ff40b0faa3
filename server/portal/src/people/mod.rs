//! The people of an event: invited, let in, described and removed.

pub mod answer;
pub mod cards;
pub mod guest;
pub mod guests;
pub mod invite;
pub mod list;
pub(crate) mod mails;
pub mod member;
pub mod send;

use crate::prelude::*;
use shared::rules::RoleFacts;
use store::invitation::InvitedRole;
use store::membership;

/// Why the caller may not do an act about this role of somebody else.
pub(crate) async fn refused_about<A: Rule>(
    call: &mut Call<'_>,
    at: &Context,
    role: MemberRole,
) -> Outcome<Option<Refusal>> {
    Ok(or_refused(may_about::<A>(call, at, &[role]).await)?.err())
}

/// Asks the rule of an act about these roles of other people; about a participant's where there are none.
pub(crate) async fn may_about<A: Rule>(
    call: &mut Call<'_>,
    at: &Context,
    roles: &[MemberRole],
) -> Outcome<Permit<A>> {
    let roles: Vec<InvitedRole> = roles.iter().map(|role| InvitedRole { role: *role, team: None }).collect();
    may_about_invited(call, at, &roles).await
}

/// The same about what invitations offer.
pub(crate) async fn may_about_invited<A: Rule>(
    call: &mut Call<'_>,
    at: &Context,
    invited: &[InvitedRole],
) -> Outcome<Permit<A>> {
    let nobody_free = membership::nobody_is_free(call.conn, at.event).await?;
    for role in invited {
        ask_about::<A>(call.caller, at, *role, nobody_free)?;
    }
    let anybodys = InvitedRole { role: MemberRole::Participant, team: None };
    let first = invited.first().copied().unwrap_or(anybodys);
    Ok(ask_about(call.caller, at, first, nobody_free)?)
}

/// Asks the rule of an act about this role of somebody else. `nobody_free`: as [`membership::nobody_is_free`] says.
fn ask_about<A: Rule>(
    caller: &Caller,
    at: &Context,
    InvitedRole { role, team }: InvitedRole,
    nobody_free: bool,
) -> Result<Permit<A>, Refusal> {
    let role = RoleFacts { role, own: false, of_organizer: false, nobody_free, team };
    may(caller.actor.as_ref(), &Facts { role: Some(role), ..at.facts.clone() }, at.now)
}
