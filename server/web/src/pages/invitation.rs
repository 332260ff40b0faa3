//! The page of an invitation's link: accept or decline.

use super::sign_in_answer::opened;
use crate::pages::prelude::*;
use app::pages::invitation::{Answerer, InvitationOffer, answer_page, declined_page};
use portal::people::answer::{self, AcceptOutcome, LinkUse, LinkedOffer};
use shared::invitation::{InvitedAs, MemberRole};
use shared::window::utc;
use words::people::waiting;

/// Only its buttons answer: programs that read mail follow links.
pub struct Invitation;

impl Page for Invitation {
    type Area = Open;
    /// The code of the link.
    type Id = String;
    type Beside = ();

    fn address(at: &PageRequest<Self>) -> String {
        format!("/invitations/{}", at.id)
    }

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let offer = at.by().write(async |call| answer::look(call, &at.id).await).await?;
        let title = offer.as_ref().map(|o| format!("Invitation to {}", o.at.facts.event.name));
        let status = if offer.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        let zone = offer.as_ref().map(|offer| offer.zone).unwrap_or_default();
        let offer = offer.map(|offer| words(&at.caller, offer));
        let title = title.unwrap_or_else(|| "This invitation has ended".into());
        let here = Self::address(at);
        let frame = Frame { zone, ..Frame::new(title, here.clone()).status(status) };
        at.page(frame, refused, || answer_page(&here, offer))
    }
}

/// `POST …/accept`: as who is signed in, or as a new person called `name`.
pub async fn accept(sent: Post<Invitation>) -> PageResult {
    let (at, name) = (&sent.at, sent.get("name"));
    match at.by().write(async |call| answer::accept(call, &at.id, name).await).await {
        Ok(accepted) => Ok(entered(at, accepted).await?),
        // Who is to sign in first comes back with this very form.
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST …/decline`.
pub async fn decline(sent: Post<Invitation>) -> PageResult {
    let at = &sent.at;
    match at.by().write(async |call| answer::decline(call, &at.id).await).await {
        Ok(event) => {
            Ok(page(&at.state, &at.caller, Frame::new("Declined", "/login"), || declined_page(&event)))
        }
        Err(failure) => sent.again(failure).await,
    }
}

/// The way on for who accepted, with their new session.
async fn entered(at: &PageRequest<Invitation>, accepted: AcceptOutcome) -> Outcome<Response> {
    let AcceptOutcome { session, slug, invited_as } = accepted;
    let next = InvitationOffer::start(&invited_as, &slug);
    match session {
        Some(session) => opened(&at.state, &at.caller, &session, &next, None).await,
        None => Ok(see(&next)),
    }
}

fn words(caller: &Caller, offer: LinkedOffer) -> InvitationOffer {
    let LinkedOffer { at, invitation, does, .. } = offer;
    let signed_in = !caller.email.is_empty();
    let who = match does {
        LinkUse::AcceptAs => Answerer::SignedIn(caller.name.clone(), caller.email.clone()),
        LinkUse::Accept => Answerer::Nobody,
        LinkUse::SignIn => {
            let other = signed_in && caller.person() != invitation.accepted_by;
            Answerer::Returning(other.then(|| caller.name.clone()))
        }
        LinkUse::Waits => {
            let takes_part = invitation.invited_as == InvitedAs::Member(MemberRole::Participant);
            let event = &at.facts.event;
            let window = if takes_part { event.submissions } else { event.judging };
            Answerer::Waits(waiting(!takes_part, window.open.filter(|open| *open > at.now)))
        }
        LinkUse::Accepted => Answerer::HasAccount(signed_in && caller.person() == invitation.accepted_by),
    };
    let judging = at.facts.event.judging;
    let ends = match invitation.invited_as {
        InvitedAs::Member(_) => judging.close.map(|close| format!("The link ends on {}.", utc(close))),
        InvitedAs::Panellist { .. } => {
            Some("The link ends when the winners of the prize are confirmed.".to_owned())
        }
    };
    InvitationOffer {
        draft: at.facts.event.draft,
        event: at.facts.event.name,
        slug: at.slug,
        invited_as: invitation.invited_as,
        team: invitation.team.map(|(_, name)| name),
        email: invitation.email,
        name: invitation.name,
        invited_by: invitation.invited_by,
        once: !invitation.is_card,
        ends: ends.unwrap_or_default(),
        who,
    }
}
