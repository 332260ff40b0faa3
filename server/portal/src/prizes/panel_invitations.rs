//! People who are invited to the panel of one prize only. They get no role in the event.

use super::find;
use crate::idempotency::ShownOnce;
use crate::people::mails::{self, Sender};
use crate::people::send::{Mailing, is_held, renew, sent_row};
use crate::prelude::*;
use shared::invitation::{InvitationState, InvitedAs};
use store::{invitation, panel_invitation, prize};

/// Somebody to invite, as typed.
#[derive(Clone, Debug)]
pub struct NewPanellist {
    pub email: String,
    /// Their name; may be empty.
    pub name: String,
    /// The link is mailed to them; otherwise the answer shows it.
    pub by_mail: bool,
}

/// The event, for an organizer who may choose the panel, while it may change. Its prizes are locked.
async fn open_panel(call: &mut Call<'_>, id: PrizeId) -> Outcome<(Context, Permit<act::ChoosePanel>)> {
    let (at, permit) = call.open::<act::ChoosePanel>().await?;
    prize::lock(call.conn, at.event).await?;
    require(find(call.conn, &at, id).await?.awarded_at.is_none(), Reason::PrizeAwarded)?;
    Ok((at, permit))
}

/// Invites somebody to the panel, and mails the link or returns it.
/// Errors: 401, 404; 403 for a caller who does not organize, and until results are final for an organizer who takes part; 409 once the winners
/// are confirmed, for an address that is invited already, and for one of a team that can win the prize; 400 for the address and the name.
pub async fn invite(
    call: &mut Call<'_>,
    mailing: Mailing<'_>,
    id: PrizeId,
    new: NewPanellist,
) -> Acted<ShownOnce<String>> {
    let (at, permit) = open_panel(call, id).await?;
    let mut errors = FieldErrors::default();
    let email = &names::clean_email(&new.email);
    errors.add_if(!names::is_email(email), "email", Fault::Email);
    let name = text::clean_line("name", TextField::Name, &new.name, text::NAME, &mut errors);
    errors.into_result()?;
    // Nobody is told this code: the link is made when it is handed out.
    let hash = secrets::hash(&secrets::random()?);
    let by = (call.caller.person(), hash.as_slice());
    let invitation = panel_invitation::insert(call.conn, &permit, id, by, (email, &name)).await?;
    let after = json!({ "invitations": 1, "roles": { InvitedAs::PANELLIST: 1 }, "prize": id });
    let entry = call.entry(&at, "invitation.created", "invitation", invitation);
    let created = Done::logged((), entry.after(after));
    let (link, row) = hand_out(call, mailing, (&at, &permit), (invitation, new.by_mail)).await?;
    Ok(created.and(Done::logged((), row)).map(|()| link))
}

/// Makes a new link of an invitation, and mails it or returns it.
async fn hand_out(
    call: &mut Call<'_>,
    mailing: Mailing<'_>,
    (at, permit): (&Context, &Permit<act::ChoosePanel>),
    (id, by_mail): (InvitationId, bool),
) -> Outcome<(ShownOnce<String>, Entry)> {
    let by = if by_mail { "mail" } else { "link" };
    let links = renew(call.conn, permit, &[id], (by, call.caller.person())).await?;
    let (link, code) = links.first().ok_or_else(Refusal::not_found)?;
    let row = sent_row(call.caller, at, &[id], by, 1);
    if !by_mail {
        return Ok((ShownOnce(Some(mails::link(mailing.base_url, code))), row));
    }
    let ends = " It ends when the winners of the prize are confirmed.".to_owned();
    let sender = Sender {
        base_url: mailing.base_url,
        event: &at.facts.event.name,
        organizer: &call.caller.name,
        ends,
    };
    let written = [mails::mail(&sender, link, code)];
    mailing.queue(call.conn, permit, &written, is_held(call.caller, at)).await?;
    Ok((ShownOnce(None), row))
}

/// The invitation of this panel, locked, while it can be handed out.
async fn find_open(
    conn: &mut Conn,
    at: &Context,
    prize: PrizeId,
    id: InvitationId,
) -> Outcome<InvitationState> {
    let state = invitation::lock(conn, at.event, Some(prize), id).await?.ok_or_else(Refusal::not_found)?;
    require(!state.is_ended(), Reason::InvitationAnswered { state })?;
    Ok(state)
}

/// Hands out a new link of an invitation; older ones end. Of one that was accepted, it signs its person in again, if the
/// invitation made their account.
/// Errors: as [`invite`]; 404 where the panel has no such invitation; 409 for one that was declined or withdrawn.
pub async fn send(
    call: &mut Call<'_>,
    mailing: Mailing<'_>,
    prize: PrizeId,
    (id, by_mail): (InvitationId, bool),
) -> Acted<ShownOnce<String>> {
    let (at, permit) = open_panel(call, prize).await?;
    find_open(call.conn, &at, prize, id).await?;
    let (link, row) = hand_out(call, mailing, (&at, &permit), (id, by_mail)).await?;
    Ok(Done::logged(link, row))
}

/// Withdraws an invitation that was not answered. Who accepted leaves the panel by the list of its people.
/// Errors: as [`send`]; 409 for one that was accepted.
pub async fn withdraw(call: &mut Call<'_>, prize: PrizeId, id: InvitationId) -> Acted {
    let (at, permit) = open_panel(call, prize).await?;
    let state = find_open(call.conn, &at, prize, id).await?;
    require(state != InvitationState::Accepted, Reason::InvitationAnswered { state })?;
    invitation::withdraw(call.conn, &permit, id).await?;
    let before = Some(json!({ "state": state.name() }));
    Ok(Done::logged((), call.entry(&at, "invitation.withdrawn", "invitation", id).before(before)))
}
