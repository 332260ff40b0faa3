//! Who is on the panel of one prize, and who is invited to it: acts on the page of the prize.

use super::prize::{OneId, OnePrize, PANEL};
use crate::pages::prelude::*;
use portal::prizes::panel;
use portal::prizes::panel_invitations::{self, NewPanellist};

/// `POST …/panel`: the people `panel` are on it from now on.
pub async fn choose(sent: Post<OnePrize>) -> PageResult {
    let people = sent.form.ids("panel");
    sent.did(ActDone::PanelSaved, "", async |call, at| panel::choose(call, at.id.0, people).await).await
}

/// `POST …/panel/nudge`: writes to all of the panel who gave no order.
pub async fn nudge(sent: Post<OnePrize>) -> PageResult {
    let next = |at: &At<OneId>, number| format!("{}?panel=1&written={number}#panel", OnePrize::path(at));
    sent.lead_by(next, async |call, at| panel::nudge(call, at.id.0).await).await
}

/// `POST …/panel/invite`: invites `email`, called `name`; with `send` the link is mailed, otherwise the answer shows it.
pub async fn invite(sent: Post<OnePrize>) -> PageResult {
    let new = NewPanellist {
        email: sent.get("email").to_owned(),
        name: sent.get("name").to_owned(),
        by_mail: sent.form.sent("send").is_some(),
    };
    let invite = async |call: &mut Call<'_>, at: &At<OneId>| {
        panel_invitations::invite(call, at.state.mailing(), at.id.0, new).await
    };
    sent.once(invite, async |at, ShownOnce(link)| show_with::<OnePrize>(&at, Some(link)).await).await
}

/// `POST …/panel/invitations/<id>/link`: makes a new link. The answer shows it, since it is not stored.
pub async fn make_link(sent: Post<OnePrize>) -> PageResult {
    hand_out(sent, false).await
}

/// `POST …/panel/invitations/<id>/send`: mails a new link.
pub async fn send(sent: Post<OnePrize>) -> PageResult {
    hand_out(sent, true).await
}

async fn hand_out(sent: Post<OnePrize>, by_mail: bool) -> PageResult {
    let send = async |call: &mut Call<'_>, at: &At<OneId>| {
        let (prize, invitation) = at.id;
        let invitation = invitation.ok_or_else(Refusal::not_found)?;
        panel_invitations::send(call, at.state.mailing(), prize, (invitation, by_mail)).await
    };
    sent.once(send, async |at, ShownOnce(link)| show_with::<OnePrize>(&at, Some(link)).await).await
}

/// `POST …/panel/invitations/<id>/withdraw`.
pub async fn withdraw(sent: Post<OnePrize>) -> PageResult {
    let withdraw = async |call: &mut Call<'_>, at: &At<OneId>| {
        let (prize, invitation) = at.id;
        let invitation = invitation.ok_or_else(Refusal::not_found)?;
        panel_invitations::withdraw(call, prize, invitation).await
    };
    sent.did(ActDone::InvitationWithdrawn, PANEL, withdraw).await
}
