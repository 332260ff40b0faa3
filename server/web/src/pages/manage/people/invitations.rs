//! The list of an event's invitations, and the button that sends those that were not sent.

use super::filter;
use crate::pages::prelude::*;
use app::pages::manage::people::{
    CardsForm, InvitationExceptions, InvitationRow, InvitationsPage, SendAll, invitations_page,
};
use model::invitation::{EventInvitation, InvitationFilter};
use portal::people::cards::{self, CardsFound};
use portal::people::list::{self, PAGE};
use portal::people::send::{self, MOST, Recipients};

/// What needs somebody; `?all=1` lists all, and `?q=`, `?role=`, `?state=` and `?page=` narrow the list.
pub struct Invitations;

impl Desk for Invitations {
    type Id = ();
    /// With the judges who can have a card, where nothing else is asked for.
    type Found = (list::Invitations, Option<CardsFound>);
    /// The form of cards was sent again after it had made them.
    type Beside = bool;
    const PATH: &'static str = "manage/people/invitations";
    const TITLE: &'static str = "Invitations to";

    async fn read(c: &mut Conn, at: &At) -> Outcome<Self::Found> {
        let asked = filter(&at.query);
        let exceptions = !asked.is_set() && !asked.all && asked.page == 1;
        let wanted = InvitationFilter {
            role: asked.role,
            state: asked.state,
            undelivered: asked.undelivered,
            words: asked.q,
            offset: (asked.page - 1) * PAGE,
        };
        let found = list::invitations(c, &at.caller, &at.slug, &wanted, exceptions).await?;
        let cards = if exceptions { Some(cards::for_page(c, &at.caller, &at.slug).await?) } else { None };
        Ok((found, cards))
    }

    fn draw((found, cards): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let (at, counts) = (&found.at, found.counts);
        invitations_page(InvitationsPage {
            filter: filter(&sheet.at.query),
            found: found.found,
            page_size: PAGE,
            counts: [
                counts.not_sent,
                counts.sent,
                counts.opened,
                counts.accepted,
                counts.declined,
                counts.withdrawn,
            ],
            send: SendAll {
                most: MOST,
                held: send::is_held(&sheet.at.caller, at),
                over: at.facts.event.judging.is_over(at.now),
            },
            cards: cards.map(|cards| CardsForm {
                judges: cards.judges,
                may: forms::allowed(cards.refused),
                again: sheet.beside,
                open: sheet.at.query.asked("cards").is_some(),
            }),
            now: at.now,
            invitations: found.invitations.into_iter().map(row).collect(),
            exceptions: found.exceptions.map(|found| InvitationExceptions {
                undelivered: found.undelivered.into_iter().map(row).collect(),
                undelivered_found: found.undelivered_found,
                teams: found.teams,
            }),
        })
    }
}

/// `POST …/invitations/send`: mails all invitations that were not sent.
pub async fn send_all(sent: Post<Invitations>) -> PageResult {
    let send = async |c: &mut Conn, at: &At| {
        send::send(c, &at.caller, at.state.mailing(), &at.slug, Recipients::NotSent).await
    };
    sent.once(send, async |at, _| Ok(see(&Invitations::path(&at)))).await
}

fn row(invitation: EventInvitation) -> InvitationRow {
    let EventInvitation { id, email, name, role, team, state, delivery, .. } = invitation;
    let handed_out = invitation.sent_at.max(invitation.card_made_at);
    let since = [invitation.answered_at, invitation.opened_at, handed_out];
    InvitationRow {
        id: id.0,
        name,
        role,
        team,
        state,
        since: since.into_iter().flatten().next().unwrap_or(invitation.created_at),
        mail: delivery.filter(|_| state.is_open()),
        accepted_as: invitation.accepted_by.map(|(_, by)| by).filter(|by| *by != email),
        email,
    }
}
