//! An event's invitations, one of them above those that wait, and the button that sends those that were not sent.

use super::{filter, guests};
use crate::pages::desk;
use crate::pages::prelude::*;
use app::pages::manage::people::cards::CardsForm;
use app::pages::manage::people::invitation::InvitationPart;
use app::pages::manage::people::invitations::{InvitationsPage, SendAll, invitations_page};
use model::invitation::{self, InvitationFilter, OneInvitation};
use model::mail::Mail;
use portal::people::cards::{self, CardsFound};
use portal::people::guests::{self as guest_desk, GuestsFound};
use portal::people::list::{self, PAGE};
use portal::people::send::{self, MOST, Recipients};

/// What needs somebody; `?all=1` lists all, and `?q=`, `?role=`, `?state=` and `?page=` narrow the list. `?of=` is the invitation that
/// is shown.
pub struct Invitations;

/// What an act has the page show.
#[derive(Default)]
pub struct Beside {
    /// The form of cards was sent again after it had made them.
    pub cards_again: bool,
    /// A link that was made just now; none where the form made it before.
    pub link: Option<Option<String>>,
    pub mail: Option<Mail>,
}

fn shown(at: &At<Option<InvitationId>>) -> Outcome<Option<InvitationId>> {
    match (at.id, at.query.asked("of")) {
        (None, Some(of)) => Ok(Some(InvitationId(path::id(of)?))),
        (of_act, _) => Ok(of_act),
    }
}

impl Desk for Invitations {
    /// The invitation of an act.
    type Id = Option<InvitationId>;
    /// With the judges who can have a card and the guests, where nothing else is asked for; and the invitation that is shown.
    type Found =
        (((Context, invitation::Invitations), Option<(CardsFound, GuestsFound)>), Option<OneInvitation>);
    type Beside = Beside;
    const PATH: &'static str = "manage/people/invitations";

    fn path(at: &At<Option<InvitationId>>) -> String {
        let of = at.id.map(|id| format!("?of={id}")).unwrap_or_default();
        format!("/events/{}/{}{of}", at.slug, Self::PATH)
    }

    async fn read(call: &mut Call<'_>, at: &At<Option<InvitationId>>) -> Outcome<Self::Found> {
        let one = match shown(at)? {
            Some(id) => Some(list::one(call, id).await?),
            None => None,
        };
        let asked = filter(&at.query);
        let exceptions = one.is_none() && !asked.is_set() && !asked.all && asked.page == 1;
        let wanted = InvitationFilter {
            role: asked.role,
            state: asked.state,
            undelivered: asked.undelivered,
            words: asked.q,
            offset: (asked.page - 1) * PAGE,
        };
        let found = list::invitations(call, &wanted, exceptions).await?;
        if !exceptions {
            return Ok(((found, None), one));
        }
        let cards = cards::for_page(call).await?;
        let guests = guest_desk::for_page(call).await?;
        Ok(((found, Some((cards, guests))), one))
    }

    fn title((_, one): &Self::Found, event: &EventView) -> String {
        match one {
            Some(one) => format!("Invitation of {}", one.invitation.email),
            None => format!("Invitations to {}", event.name()),
        }
    }

    fn draw((((at, list), ways_in), one): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let (cards, guests) = ways_in.unzip();
        let Beside { cards_again, link, mail } = sheet.beside;
        let held = send::is_held(&sheet.at.caller, &at);
        invitations_page(InvitationsPage {
            one: one.map(|found| InvitationPart { found, held, link, mail }),
            filter: filter(&sheet.at.query),
            list,
            page_size: PAGE,
            send: SendAll { most: MOST, held, over: at.facts.event.judging.is_over(at.now) },
            cards: cards.map(|cards| CardsForm {
                judges: cards.judges,
                may: forms::allowed(cards.refused),
                again: cards_again,
                open: sheet.at.query.asked("cards").is_some(),
            }),
            guests: guests.map(|found| guests::part(found, sheet.at)),
            now: at.now,
        })
    }
}

/// `GET …/invitations`; with `?guests=` guest judges alone.
pub async fn show(at: At<Option<InvitationId>>) -> PageResult {
    if at.query.asked("guests").is_some() {
        return guests::show(at.to(())).await;
    }
    desk::show::<Invitations>(at).await
}

/// `POST …/invitations/send`: mails all invitations that were not sent.
pub async fn send_all(sent: Post<Invitations>) -> PageResult {
    let send = async |call: &mut Call<'_>, at: &At<Option<InvitationId>>| {
        send::send(call, at.state.mailing(), Recipients::NotSent).await
    };
    sent.once(send, async |at, _| Ok(see(&after_sending(&at)))).await
}

/// The invitations, with what became of the mail.
pub(super) fn after_sending(at: &At<Option<InvitationId>>) -> String {
    let done = if at.state.settings.sends_mail() { ActDone::MailWaits } else { ActDone::MailWritten };
    done.at(&Invitations::path(at))
}
