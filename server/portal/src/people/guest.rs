//! A guest judge, from the link of a room to the judge's page. What identifies guests is their browser: it holds a secret,
//! and an organizer who sees the number on its screen confirms it.

use crate::account::sign_in;
use crate::prelude::*;
use crate::zone::Zone;
use crate::{context_by_link, zone_of};
use store::{account, guest, invitation_link};

/// Most guests who wait at once in an event.
pub const MOST_WAITING: i64 = 300;

#[derive(Debug)]
pub struct GuestView {
    /// The event's name.
    pub event: String,
    /// The clocks of its place.
    pub zone: Zone,
    pub step: GuestStep,
}

/// What the page of a room's link shows in the browser that holds this secret, which may be empty; none where the link
/// ended and the browser's guest does not wait either.
pub async fn look(call: &mut Call<'_>, code: &str, secret: &str) -> Outcome<Option<GuestView>> {
    let (at, guest) = match found(call, code, secret).await {
        Err(Failure::Refused(refusal)) if refusal.code() == Code::NotFound => return Ok(None),
        found => found?,
    };
    let step = match call.ask::<act::EnterAsGuest>(&at) {
        Ok(_) => guest.map_or(GuestStep::Name, step_of),
        Err(refusal) if refusal.code() == Code::Draft => {
            GuestStep::Early(at.facts.event.judging.open.filter(|open| *open > at.now))
        }
        Err(refusal) if refusal.code() == Code::NotFound => return Ok(None),
        Err(refusal) => return Err(refusal.into()),
    };
    let zone = zone_of(call.conn, &at.slug).await?;
    Ok(Some(GuestView { event: at.facts.event.name, zone, step }))
}

fn step_of(guest: Guest) -> GuestStep {
    match guest {
        Guest { decided: false, name, number, .. } => GuestStep::Waiting { name, number },
        // Also where the role was taken again since.
        Guest { admitted: None, .. } => GuestStep::TurnedAway,
        Guest { signed_in: true, .. } => GuestStep::CameIn,
        Guest { name, .. } => GuestStep::Admitted { name },
    }
}

/// The event of a link and the browser's guest there, who may act.
async fn find(
    call: &mut Call<'_>,
    code: &str,
    secret: &str,
) -> Outcome<(Context, Option<Guest>, Permit<act::EnterAsGuest>)> {
    let (at, own) = found(call, code, secret).await?;
    let permit = call.ask::<act::EnterAsGuest>(&at)?;
    Ok((at, own, permit))
}

/// The event of a link, or of the guest whose browser this is: who waits goes on waiting after the link was closed.
async fn found(call: &mut Call<'_>, code: &str, secret: &str) -> Outcome<(Context, Option<Guest>)> {
    let own = guest::lock_own(call.conn, &secrets::hash(secret)).await?;
    let slug = guest::event_of(call.conn, code).await?;
    // A browser that waits in one event can come in by the link of another.
    let own = own.filter(|guest| slug.as_ref().is_none_or(|slug| *slug == guest.slug));
    let slug = own.as_ref().map(|guest| guest.slug.clone()).or(slug).ok_or_else(Refusal::not_found)?;
    let at = context_by_link(call, EventKey::Slug(&slug)).await?;
    Ok((at, own))
}

/// Takes a guest's name. Returns the secret that their browser keeps. Nothing is logged before an organizer decides:
/// otherwise anybody with the link could fill the log.
/// Errors: 404 where the link ended, 400 for the name, 409 where too many wait.
pub async fn ask(call: &mut Call<'_>, code: &str, secret: &str, name: &str) -> Acted<Option<String>> {
    let (_, own, permit) = find(call, code, secret).await?;
    if own.is_some_and(|guest| !matches!(step_of(guest), GuestStep::TurnedAway)) {
        return Ok(Done::unlogged(None));
    }
    guest::event_of(call.conn, code).await?.ok_or_else(Refusal::not_found)?;
    let name = FieldErrors::default()
        .gather(|errors| text::clean_name("name", TextField::Name, name, Unnamed::Person, errors))?;
    let new = secrets::random()?;
    let added = guest::insert(call.conn, &permit, &name, &secrets::hash(&new), MOST_WAITING).await?;
    added.ok_or(Reason::TooManyGuests { most: MOST_WAITING })?;
    Ok(Done::unlogged(Some(new)))
}

/// Signs a confirmed guest's browser in, once. Returns the session's identifier.
/// Errors: 404 where the link ended, 409 where this browser's guest was not confirmed or came in before; 401 where the account got a
/// password or another role meanwhile.
pub async fn enter(call: &mut Call<'_>, code: &str, secret: &str) -> Acted<String> {
    let (_, own, permit) = find(call, code, secret).await?;
    let guest = own.filter(|guest| !guest.signed_in).ok_or(Reason::GuestWaits)?;
    let invitation = guest.admitted.ok_or(Reason::GuestWaits)?;
    let person = invitation_link::signs_in(call.conn, invitation).await?.ok_or(Reason::SignInToAccept)?;
    let session = secrets::random()?;
    let (role, made_by) = (MemberRole::Judge.name(), guest.decided_by);
    let link = Some(InvitationOpening { event: guest.event, role, made_by });
    let new = NewSession { link, ..NewSession::new(person, secrets::hash(&session)) };
    require(account::open_session(call.conn, &new).await?, Reason::NotFound)?;
    guest::mark_signed_in(call.conn, &permit, guest.id).await?;
    sign_in::log(person, "guest");
    Ok(Done::unlogged(session))
}
