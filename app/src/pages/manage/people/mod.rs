//! `/events/<slug>/manage/people`: members, invitations, and the ways in.

pub mod cards;
pub mod filters;
pub mod guests;
pub mod invitation;
pub mod invitations;
pub mod invite;
pub mod member;
pub mod members;
pub mod verdicts;

pub(crate) use filters::UNDELIVERED;

use crate::prelude::*;
use cards::cards_href;
use shared::invitation::InvitationState;
use shared::names::{is_deleted_address, is_guest_address};
use words::people as said;

/// A page of the people of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeopleTab {
    /// Everybody with a role.
    Members,
    Invitations,
    /// Guest judges, and the code of their room: a part of the page of invitations.
    Guests,
}

impl PeopleTab {
    const ALL: [Self; 3] = [Self::Members, Self::Invitations, Self::Guests];

    fn label(self) -> &'static str {
        match self {
            Self::Members => "Members",
            Self::Invitations => "Invitations and cards",
            Self::Guests => "Guest judges",
        }
    }

    /// Its address in the event with this slug.
    pub fn href(self, slug: &str) -> String {
        let page = match self {
            Self::Members => "",
            Self::Invitations => "/invitations",
            Self::Guests => "/invitations?guests=1",
        };
        format!("/events/{slug}/manage/people{page}")
    }
}

/// The links between the pages of people, below a page's title.
fn people_links(current: PeopleTab) -> AnyView {
    let slug = this_event().slug;
    let tabs =
        PeopleTab::ALL.iter().map(|tab| Tab::new(tab.label(), tab.href(&slug), *tab == current)).collect();
    // Once judging has closed, no link works.
    let by_hand = (this_event().moment.deals() && !sends_mail()).then(|| {
        let (cards, invitations) = (cards_href(&slug), PeopleTab::Invitations.href(&slug));
        view! {
            <Notice tone=Tone::Note title="This portal sends no mail.">
                <p><a href=cards>"Print judges’ cards"</a>", or open one of the "<a href=invitations>"invitations"</a>" and copy its link."</p>
            </Notice>
        }
    });
    view! {
        <div class="manage-links"><Tabs label="People" tabs/></div>
        {by_hand}
    }
}

/// An address, unless the portal made it up for somebody who has none.
fn shown_address(email: &str) -> Option<String> {
    (!is_guest_address(email) && !is_deleted_address(email)).then(|| email.to_owned())
}

/// How far an invitation is.
pub(in crate::pages::manage) fn state_pill(state: InvitationState) -> AnyView {
    let (tone, sign) = match state {
        InvitationState::NotSent => (Tone::Warn, Sign::Alert),
        InvitationState::Sent => (Tone::Plain, Sign::Clock),
        InvitationState::Opened => (Tone::Note, Sign::Info),
        InvitationState::Accepted => (Tone::Good, Sign::Check),
        InvitationState::Declined | InvitationState::Withdrawn => (Tone::Plain, Sign::Cross),
    };
    view! { <Pill tone sign word=said::state(state)/> }
}
