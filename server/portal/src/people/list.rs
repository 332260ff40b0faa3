//! Everybody in an event, and everybody who is invited.

use super::{ask_about, may_about_invited};
use crate::prelude::*;
use store::invitation::InvitedRole;
pub use store::invitation::PAGE;
use store::{invitation, membership, passkey};

/// Reads a page of the members.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn members(call: &mut Call<'_>, filter: &MemberFilter) -> Outcome<(Context, Members)> {
    let (at, permit) = call.open::<act::SeePeople>().await?;
    let (members, found) = membership::list(call.conn, &permit, filter, at.facts.teams_left_out()).await?;
    let roles = membership::counts(call.conn, &permit).await?;
    let organizers = passkey::of_organizers(call.conn, &permit).await?;
    let passkeys_refused = call.ask::<act::RequirePasskeys>(&at).err();
    let invitations = invitation::counts(call.conn, &permit).await?;
    let invites = invites(call, &at).await?;
    Ok((at, Members { members, found, roles, invitations, organizers, passkeys_refused, invites }))
}

/// The roles in which the caller may invite people, or why there is none.
async fn invites(call: &mut Call<'_>, at: &Context) -> Outcome<Result<Vec<MemberRole>, Refusal>> {
    let nobody_free = membership::nobody_is_free(call.conn, at.event).await?;
    let mut roles = Vec::new();
    let mut why = None;
    for role in MemberRole::ALL {
        match ask_about::<act::Invite>(call.caller, at, InvitedRole { role, team: None }, nobody_free) {
            Ok(_) => roles.push(role),
            Err(refusal) => why = Some(refusal),
        }
    }
    Ok(why.filter(|_| roles.is_empty()).map_or(Ok(roles), Err))
}

/// Reads a page of the invitations; with `exceptions` also what needs somebody among all of them.
/// Errors: as [`members`].
pub async fn invitations(
    call: &mut Call<'_>,
    filter: &InvitationFilter,
    exceptions: bool,
) -> Outcome<(Context, Invitations)> {
    let (at, permit) = call.open::<act::SeePeople>().await?;
    let (invitations, found) = invitation::list(call.conn, &permit, filter).await?;
    let exceptions = if exceptions {
        let filter = InvitationFilter { undelivered: true, ..InvitationFilter::default() };
        let (undelivered, undelivered_found) = invitation::list(call.conn, &permit, &filter).await?;
        let teams = invitation::teams(call.conn, &permit).await?;
        Some(InvitationExceptions { undelivered, undelivered_found, teams })
    } else {
        None
    };
    let counts = invitation::counts(call.conn, &permit).await?;
    Ok((at, Invitations { invitations, found, counts, exceptions }))
}

/// Reads one invitation.
/// Errors: as [`members`]; 404 where the event has no such invitation.
pub async fn one(call: &mut Call<'_>, id: InvitationId) -> Outcome<OneInvitation> {
    let (at, permit) = call.open::<act::SeePeople>().await?;
    let found = invitation::find(call.conn, &permit, id).await?.ok_or_else(Refusal::not_found)?;
    let roles = invitation::roles(call.conn, at.event, &[id]).await?;
    let refused = or_refused(may_about_invited::<act::WithdrawInvitation>(call, &at, &roles).await)?.err();
    Ok(OneInvitation { at, invitation: found, refused })
}
