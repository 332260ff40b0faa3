//! One invitation, by its mail and its link: acts on the page of invitations.

use super::invitations::{Beside, Invitations, after_sending};
use crate::pages::prelude::*;
use portal::people::send::{self, Recipients};

type InvitationAt = At<Option<InvitationId>>;

/// `POST …/<id>/send`: mails the link, for the first time or again.
pub async fn send(sent: Post<Invitations>) -> PageResult {
    let send = async |call: &mut Call<'_>, at: &InvitationAt| {
        send::send(call, at.state.mailing(), Recipients::One(at.one()?)).await
    };
    sent.once(send, async |at, _| Ok(see(&after_sending(&at)))).await
}

/// `POST …/<id>/link`: makes a link to copy. The answer shows it, since it is not stored.
pub async fn make_link(sent: Post<Invitations>) -> PageResult {
    let make = async |call: &mut Call<'_>, at: &InvitationAt| {
        send::make_link(call, &at.state.base_url, at.one()?).await
    };
    let next = async |at: InvitationAt, link| {
        show_with::<Invitations>(&at, Beside { link: Some(link), ..Beside::default() }).await
    };
    sent.once_shown(make, next).await
}

/// `POST …/<id>/mail`: shows the mail with its link. The log gets a row of it.
pub async fn open_mail(sent: Post<Invitations>) -> PageResult {
    let at = &sent.at;
    let opened = at.by().write(async |call| send::open_mail(call, at.one()?).await).await;
    let beside = opened.map(|opened| Beside { mail: Some(opened.mail), ..Beside::default() });
    sent.then(beside, async |at, beside| show_with::<Invitations>(&at, beside).await).await
}

/// `POST …/<id>/withdraw`.
pub async fn withdraw(sent: Post<Invitations>) -> PageResult {
    sent.did(ActDone::InvitationWithdrawn, "", async |call, at| send::withdraw(call, at.one()?).await).await
}
