//! Everybody in an event, and everybody who is invited.

use super::refused_about;
use crate::prelude::*;
pub use store::invitation::PAGE;
use store::{invitation, membership, passkey};

/// A page of the members.
#[derive(Debug)]
pub struct Members {
    pub at: Context,
    pub members: Vec<Member>,
    /// How many the filter finds.
    pub found: i64,
    /// How many participants, judges and organizers there are.
    pub roles: [i64; 3],
    /// How far the invitations are.
    pub invitations: InvitationCounts,
    /// The organizers, each with whether they have a passkey.
    pub organizers: Vec<OrganizerPasskey>,
    /// Why the caller may not choose whether organizers need one.
    pub passkeys_refused: Option<Refusal>,
}

/// Reads a page of the members.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn members(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    filter: &MemberFilter,
) -> Outcome<Members> {
    let (at, permit) = caller.open::<act::SeePeople>(conn, slug).await?;
    let (members, found) = membership::list(conn, &permit, filter, at.facts.team_left_out()).await?;
    let roles = membership::counts(conn, &permit).await?;
    let organizers = passkey::of_organizers(conn, &permit).await?;
    let passkeys_refused = caller.ask::<act::RequirePasskeys>(&at).err();
    let invitations = invitation::counts(conn, &permit).await?;
    Ok(Members { members, found, roles, invitations, organizers, passkeys_refused, at })
}

/// A page of the invitations.
#[derive(Debug)]
pub struct Invitations {
    pub at: Context,
    pub invitations: Vec<EventInvitation>,
    /// How many the filter finds.
    pub found: i64,
    /// How far all of them are.
    pub counts: InvitationCounts,
    /// What needs somebody among them, where it was asked for.
    pub exceptions: Option<Exceptions>,
}

/// Which invitations need somebody.
#[derive(Debug)]
pub struct Exceptions {
    /// The first of those whose mail could not be delivered.
    pub undelivered: Vec<EventInvitation>,
    /// How many there are.
    pub undelivered_found: i64,
    pub teams: Vec<TeamInvitations>,
}

/// Reads a page of the invitations; with `exceptions` also what needs somebody among all of them.
/// Errors: as [`members`].
pub async fn invitations(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    filter: &InvitationFilter,
    exceptions: bool,
) -> Outcome<Invitations> {
    let (at, permit) = caller.open::<act::SeePeople>(conn, slug).await?;
    let (invitations, found) = invitation::list(conn, &permit, filter).await?;
    let exceptions = if exceptions {
        let filter = InvitationFilter { undelivered: true, ..InvitationFilter::default() };
        let (undelivered, undelivered_found) = invitation::list(conn, &permit, &filter).await?;
        let teams = invitation::teams(conn, &permit).await?;
        Some(Exceptions { undelivered, undelivered_found, teams })
    } else {
        None
    };
    Ok(Invitations { invitations, found, counts: invitation::counts(conn, &permit).await?, exceptions, at })
}

/// One invitation, on its page.
#[derive(Debug)]
pub struct OneInvitation {
    pub at: Context,
    pub invitation: EventInvitation,
    /// Why the caller may not handle it.
    pub refused: Option<Refusal>,
}

/// Reads one invitation.
/// Errors: as [`members`]; 404 where the event has no such invitation.
pub async fn one(conn: &mut Conn, caller: &Caller, slug: &str, id: InvitationId) -> Outcome<OneInvitation> {
    let (at, permit) = caller.open::<act::SeePeople>(conn, slug).await?;
    let found = invitation::find(conn, &permit, id).await?.ok_or_else(Refusal::not_found)?;
    let refused = refused_about::<act::WithdrawInvitation>(conn, caller, &at, found.role).await?;
    Ok(OneInvitation { at, invitation: found, refused })
}
