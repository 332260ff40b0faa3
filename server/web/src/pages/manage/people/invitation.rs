//! One invitation: its state, its mail, its link.

use crate::pages::prelude::*;
use app::pages::manage::people::{InvitationPage, invitation_page};
use model::mail::Mail;
use portal::people::list::{self, OneInvitation};
use portal::people::send::{self, Recipients};

pub struct Invitation;

/// What an act has the page show.
#[derive(Default)]
pub struct Beside {
    /// A link that was made just now; none where the form made it before.
    link: Option<Option<String>>,
    mail: Option<Mail>,
}

impl Desk for Invitation {
    type Id = InvitationId;
    type Found = OneInvitation;
    type Beside = Beside;

    fn path(at: &At<InvitationId>) -> String {
        format!("/events/{}/manage/people/invitations/{}", at.slug, at.id)
    }

    async fn read(c: &mut Conn, at: &At<InvitationId>) -> Outcome<OneInvitation> {
        list::one(c, &at.caller, &at.slug, at.id).await
    }

    fn title(found: &OneInvitation, _: &EventView) -> String {
        format!("Invitation of {}", found.invitation.email)
    }

    fn draw(found: OneInvitation, sheet: DeskContext<'_, Self>) -> AnyView {
        let OneInvitation { at, invitation, refused } = found;
        let Beside { link, mail } = sheet.beside;
        invitation_page(InvitationPage {
            delivery: invitation.delivery.clone(),
            invitation,
            over: at.facts.event.judging.is_over(at.now),
            held: send::is_held(&sheet.at.caller, &at),
            may: forms::allowed(refused),
            link,
            mail,
        })
    }
}

/// `POST …/<id>/send`: mails the link, for the first time or again.
pub async fn send(sent: Post<Invitation>) -> PageResult {
    let send = async |c: &mut Conn, at: &At<InvitationId>| {
        send::send(c, &at.caller, at.state.mailing(), &at.slug, Recipients::One(at.id)).await
    };
    sent.once(send, async |at, _| Ok(see(&Invitation::path(&at)))).await
}

/// `POST …/<id>/link`: makes a link to copy. The answer shows it, since it is not stored.
pub async fn make_link(sent: Post<Invitation>) -> PageResult {
    let make = async |c: &mut Conn, at: &At<InvitationId>| {
        let made = send::make_link(c, &at.caller, &at.state.base_url, &at.slug, at.id).await?;
        Ok(made.map(|link| ShownOnce(Some(link))))
    };
    let next = async |at: At<InvitationId>, ShownOnce(link)| {
        show_with::<Invitation>(&at, Beside { link: Some(link), mail: None }).await
    };
    sent.once(make, next).await
}

/// `POST …/<id>/mail`: shows the mail with its link. The log gets a row of it.
pub async fn open_mail(sent: Post<Invitation>) -> PageResult {
    let at = &sent.at;
    match at.state.write(async |c| send::open_mail(c, &at.caller, &at.slug, at.id).await).await {
        Ok(opened) => show_with::<Invitation>(at, Beside { link: None, mail: Some(opened.mail) }).await,
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST …/<id>/withdraw`.
pub async fn withdraw(sent: Post<Invitation>) -> PageResult {
    sent.act(async |c, at| send::withdraw(c, &at.caller, &at.slug, at.id).await).await
}
