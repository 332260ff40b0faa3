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
model::in_event!(GuestsFound);

/// Reads what the page shows.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<GuestsFound> {
    let (at, permit) = call.open::<act::SeePeople>().await?;
    let waiting = guest::waiting(call.conn, &permit).await?;
    let refused = call.ask::<act::ManageGuestLink>(&at).err();
    Ok(GuestsFound { link: guest::link(call.conn, at.event).await?, waiting, refused, at })
}

/// Opens a new link for the room. An older one ends.
/// Errors: 401, 404, 403 for a caller who does not organize, 409 once judging has closed.
pub async fn open_link(call: &mut Call<'_>) -> Acted {
    let (at, permit) = call.open::<act::ManageGuestLink>().await?;
    guest::open_link(call.conn, &permit, call.caller.person(), &secrets::random()?).await?;
    Ok(Done::logged((), call.entry(&at, "guest_link.opened", "event", at.event)))
}

/// Closes the link of the room.
/// Errors: as [`open_link`].
pub async fn close_link(call: &mut Call<'_>) -> Acted {
    let (at, permit) = call.open::<act::ManageGuestLink>().await?;
    if !guest::close_link(call.conn, &permit).await? {
        return Ok(Done::unlogged(()));
    }
    Ok(Done::logged((), call.entry(&at, "guest_link.closed", "event", at.event)))
}

/// Confirms a guest: makes their account, which has no address, and the judge's role. Their browser signs in to it, and no
/// other.
/// Errors: 401, 404, 403 for a caller who does not organize, 409 where an organizer decided before, or once judging has closed.
pub async fn admit(call: &mut Call<'_>, id: GuestId) -> Acted<PersonId> {
    let (at, permit) = call.open::<act::DecideGuest>().await?;
    let name = waiting(call.conn, &permit, id).await?;
    let email = guest_address(id.0, &secrets::nonce()?);
    let person = account::insert_invited(call.conn, &email, &name).await?;
    // Nobody is told this code: a card of the judge gets another.
    let code = [secrets::hash(&secrets::random()?)];
    let made =
        invitation::insert_accepted(call.conn, &permit, call.caller.person(), (&[person], true), &code)
            .await?;
    let invitation = made.first().copied().ok_or_else(Refusal::not_found)?;
    membership::grant(call.conn, &permit, person, MemberRole::Judge).await?;
    guest::decide(call.conn, &permit, id, call.caller.person(), Some(invitation)).await?;
    let after = Some(json!({ "person": person, "invitation": invitation }));
    let admitted = call.entry(&at, "guest.admitted", "guest", id).after(after);
    let after = Some(json!({ "role": MemberRole::Judge.name() }));
    let granted = call.entry(&at, "membership.granted", "person", person).after(after);
    let after = Some(json!({ "staff": false, "password": false }));
    let created = call.entry_outside("person.created", "person", person).after(after);
    let rows = Done::logged((), granted).and(Done::logged((), created));
    Ok(Done::logged(person, admitted).and(rows))
}

/// Turns a guest away. Their browser says so.
/// Errors: as [`admit`].
pub async fn turn_away(call: &mut Call<'_>, id: GuestId) -> Acted {
    let (at, permit) = call.open::<act::DecideGuest>().await?;
    waiting(call.conn, &permit, id).await?;
    guest::decide(call.conn, &permit, id, call.caller.person(), None).await?;
    Ok(Done::logged((), call.entry(&at, "guest.turned_away", "guest", id)))
}

/// The name of a guest who waits.
async fn waiting(conn: &mut Conn, permit: &Permit<act::DecideGuest>, id: GuestId) -> Outcome<String> {
    let found = guest::lock_waiting(conn, permit, id).await?.ok_or_else(Refusal::not_found)?;
    Ok(found.ok_or(Reason::GuestDecided)?)
}
