//! Guests as organizers see them: the link of a room, who waits, who is let in.

use crate::prelude::*;
use shared::names::guest_address;
use store::{account, guest, invitation, membership};

/// The organizer's page of guests.
#[derive(Debug)]
pub struct GuestsFound {
    pub at: Context,
    /// The link, open or closed; none before the first.
    pub link: Option<GuestLink>,
    /// Who waits, in the order in which they came.
    pub waiting: Vec<WaitingGuest>,
    /// Why nobody can be let in now.
    pub refused: Option<Refusal>,
}

/// Reads what the page shows.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn for_page(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<GuestsFound> {
    let (at, permit) = caller.open::<act::SeePeople>(conn, slug).await?;
    let waiting = guest::waiting(conn, &permit).await?;
    let refused = caller.ask::<act::ManageGuestLink>(&at).err();
    Ok(GuestsFound { link: guest::link(conn, at.event).await?, waiting, refused, at })
}

/// Opens a new link for the room. An older one ends.
/// Errors: 401, 404, 403 for a caller who does not organize, 409 once judging has closed.
pub async fn open_link(conn: &mut Conn, caller: &Caller, slug: &str) -> Acted {
    let (at, permit) = caller.open::<act::ManageGuestLink>(conn, slug).await?;
    guest::open_link(conn, &permit, caller.person(), &secrets::random()?).await?;
    Ok(Done::logged((), entry(caller, &at, "guest_link.opened", "event", at.event)))
}

/// Closes the link of the room.
/// Errors: as [`open_link`].
pub async fn close_link(conn: &mut Conn, caller: &Caller, slug: &str) -> Acted {
    let (at, permit) = caller.open::<act::ManageGuestLink>(conn, slug).await?;
    if !guest::close_link(conn, &permit).await? {
        return Ok(Done::unlogged(()));
    }
    Ok(Done::logged((), entry(caller, &at, "guest_link.closed", "event", at.event)))
}

/// Confirms a guest: makes their account, which has no address, and the judge's role. Their browser signs in to it, and no
/// other.
/// Errors: 401, 404, 403 for a caller who does not organize, 409 where an organizer decided before, or once judging has closed.
pub async fn admit(conn: &mut Conn, caller: &Caller, slug: &str, id: GuestId) -> Acted<PersonId> {
    let (at, permit) = caller.open::<act::DecideGuest>(conn, slug).await?;
    let name = waiting(conn, &permit, id).await?;
    let email = guest_address(id.0, &secrets::nonce()?);
    let person = account::insert_invited(conn, &email, &name).await?;
    // Nobody is told this code: a card of the judge gets another.
    let code = [secrets::hash(&secrets::random()?)];
    let made = invitation::insert_accepted(conn, &permit, caller.person(), (&[person], true), &code).await?;
    let invitation = made.first().copied().ok_or_else(Refusal::not_found)?;
    membership::grant(conn, &permit, person, MemberRole::Judge).await?;
    guest::decide(conn, &permit, id, caller.person(), Some(invitation)).await?;
    let after = Some(json!({ "person": person, "invitation": invitation }));
    let admitted = entry(caller, &at, "guest.admitted", "guest", id).after(after);
    let after = Some(json!({ "role": MemberRole::Judge.name() }));
    let granted = entry(caller, &at, "membership.granted", "person", person).after(after);
    let after = Some(json!({ "staff": false, "password": false }));
    let created = entry_outside(caller, "person.created", "person", person).after(after);
    let rows = Done::logged((), granted).and(Done::logged((), created));
    Ok(Done::logged(person, admitted).and(rows))
}

/// Turns a guest away. Their browser says so.
/// Errors: as [`admit`].
pub async fn turn_away(conn: &mut Conn, caller: &Caller, slug: &str, id: GuestId) -> Acted {
    let (at, permit) = caller.open::<act::DecideGuest>(conn, slug).await?;
    waiting(conn, &permit, id).await?;
    guest::decide(conn, &permit, id, caller.person(), None).await?;
    Ok(Done::logged((), entry(caller, &at, "guest.turned_away", "guest", id)))
}

/// The name of a guest who waits.
async fn waiting(conn: &mut Conn, permit: &Permit<act::DecideGuest>, id: GuestId) -> Outcome<String> {
    let found = guest::lock_waiting(conn, permit, id).await?.ok_or_else(Refusal::not_found)?;
    Ok(found.ok_or(Reason::GuestDecided)?)
}
