//! Invitations to the panel of one prize, on the panel's page.

use super::panel::Panel;
use crate::pages::prelude::*;
use portal::prizes::panel_invitations::{self, NewPanellist};

type PanelAt = At<<Panel as Desk>::Id>;

/// `POST …/panel/invite`: invites `email`, called `name`; with `send` the link is mailed, otherwise the answer shows it.
pub async fn invite(sent: Post<Panel>) -> PageResult {
    let new = NewPanellist {
        email: sent.get("email").to_owned(),
        name: sent.get("name").to_owned(),
        by_mail: sent.form.sent("send").is_some(),
    };
    let invite = async |c: &mut Conn, at: &PanelAt| {
        let panel = (at.slug.as_str(), at.id.0);
        panel_invitations::invite(c, &at.caller, at.state.mailing(), panel, new).await
    };
    sent.once(invite, async |at, ShownOnce(link)| show_with::<Panel>(&at, Some(link)).await).await
}

/// `POST …/panel/invitations/<id>/link`: makes a new link. The answer shows it, since it is not stored.
pub async fn make_link(sent: Post<Panel>) -> PageResult {
    hand_out(sent, false).await
}

/// `POST …/panel/invitations/<id>/send`: mails a new link.
pub async fn send(sent: Post<Panel>) -> PageResult {
    hand_out(sent, true).await
}

async fn hand_out(sent: Post<Panel>, by_mail: bool) -> PageResult {
    let send = async |c: &mut Conn, at: &PanelAt| {
        let (prize, invitation) = at.id;
        let invitation = invitation.ok_or_else(Refusal::not_found)?;
        let panel = (at.slug.as_str(), prize);
        panel_invitations::send(c, &at.caller, at.state.mailing(), panel, (invitation, by_mail)).await
    };
    sent.once(send, async |at, ShownOnce(link)| show_with::<Panel>(&at, Some(link)).await).await
}

/// `POST …/panel/invitations/<id>/withdraw`.
pub async fn withdraw(sent: Post<Panel>) -> PageResult {
    let withdraw = async |c: &mut Conn, at: &PanelAt| {
        let (prize, invitation) = at.id;
        let invitation = invitation.ok_or_else(Refusal::not_found)?;
        panel_invitations::withdraw(c, &at.caller, (&at.slug, prize), invitation).await
    };
    sent.act(withdraw).await
}
