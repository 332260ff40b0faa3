//! Invitations into an event.

use super::context::Context;
use super::mail::MailDelivery;
use crate::prelude::*;
use shared::invitation::{InvitationState, InvitedAs, MemberRole};

#[derive(Clone, Debug)]
pub struct NewInvitation {
    pub email: String,
    /// Their name, where it is known.
    pub name: String,
    pub role: MemberRole,
    /// The tracks that they will judge best.
    pub tracks: Vec<TrackId>,
    pub review_cap: Option<i32>,
    /// The fixture id that they will have.
    pub external_id: Option<String>,
    /// The team that they join by accepting.
    pub team: Option<TeamId>,
}

#[derive(Clone, Debug, Default)]
pub struct InvitationFilter {
    /// Only these.
    pub role: Option<MemberRole>,
    /// Only these.
    pub state: Option<InvitationState>,
    /// Only open ones whose mail could not be delivered.
    pub undelivered: bool,
    /// Only those whose name, address or team contains this.
    pub words: String,
    /// How many are passed over.
    pub offset: i64,
}

/// An invitation as organizers see it.
#[derive(Clone, Debug)]
pub struct EventInvitation {
    pub id: InvitationId,
    pub email: String,
    /// The name that the organizer gave.
    pub name: String,
    pub role: MemberRole,
    pub state: InvitationState,
    /// The team that it leads onto.
    pub team: Option<String>,
    pub tracks: Vec<String>,
    pub review_cap: Option<i32>,
    pub invited_by: Option<String>,
    pub created_at: DateTime<Utc>,
    /// When the latest link was handed out.
    pub sent_at: Option<DateTime<Utc>>,
    /// How: `mail` or `link`.
    pub sent_by: Option<String>,
    /// When the latest card was made.
    pub card_made_at: Option<DateTime<Utc>>,
    /// When the link or card that was made last was opened.
    pub opened_at: Option<DateTime<Utc>>,
    /// When it was accepted, declined or withdrawn.
    pub answered_at: Option<DateTime<Utc>>,
    /// Who accepted, with their address.
    pub accepted_by: Option<(PersonId, String)>,
    /// The latest link still works, unless judging has closed.
    pub link_works: bool,
    /// The latest card still works, unless judging has closed.
    pub card_works: bool,
    /// What became of the mail with the latest link, where it went by mail.
    pub delivery: Option<MailDelivery>,
}

#[derive(Clone, Debug)]
pub struct TeamInvitations {
    pub team: String,
    pub accepted: i64,
    /// Members who were invited, without those whose invitations were withdrawn.
    pub invited: i64,
}

/// How many invitations are in which state.
#[derive(Clone, Copy, Debug, Default)]
pub struct InvitationCounts {
    /// Nobody was given a link or a card.
    pub not_sent: i64,
    /// Handed out and not opened.
    pub sent: i64,
    /// Opened and not answered.
    pub opened: i64,
    pub accepted: i64,
    pub declined: i64,
    pub withdrawn: i64,
}

impl InvitationCounts {
    /// In the order of [`InvitationState::ALL`].
    pub fn in_order(&self) -> [i64; 6] {
        [self.not_sent, self.sent, self.opened, self.accepted, self.declined, self.withdrawn]
    }
}

#[derive(Clone, Debug)]
pub struct LinkedInvitation {
    pub id: InvitationId,
    pub event: EventId,
    pub slug: String,
    pub email: String,
    /// The name that the organizer gave.
    pub name: String,
    pub invited_as: InvitedAs,
    /// Of a panel: the winners of its prize are confirmed.
    pub awarded: bool,
    /// The team that it leads onto.
    pub team: Option<(TeamId, String)>,
    pub tracks: Vec<TrackId>,
    pub review_cap: Option<i32>,
    /// The fixture id.
    pub external_id: Option<String>,
    pub invited_by: Option<String>,
    /// The account that it created.
    pub created: Option<PersonId>,
    pub accepted_by: Option<PersonId>,
    /// Who made the link or card that led here.
    pub link_made_by: Option<PersonId>,
    /// It was a card, which opens again and again.
    pub is_card: bool,
}

/// A link that was just made, for the mail, the page or the card that holds it.
#[derive(Clone, Debug)]
pub struct FreshLink {
    pub id: InvitationId,
    pub email: String,
    pub name: String,
    pub invited_as: InvitedAs,
    /// The team that it leads onto.
    pub team: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Invitations {
    pub invitations: Vec<EventInvitation>,
    /// How many the filter finds.
    pub found: i64,
    /// How far all of them are.
    pub counts: InvitationCounts,
    /// What needs somebody among them, where it was asked for.
    pub exceptions: Option<InvitationExceptions>,
}

/// Which invitations need somebody.
#[derive(Clone, Debug)]
pub struct InvitationExceptions {
    /// The first of those whose mail could not be delivered.
    pub undelivered: Vec<EventInvitation>,
    /// How many there are.
    pub undelivered_found: i64,
    pub teams: Vec<TeamInvitations>,
}

#[derive(Clone, Debug)]
pub struct OneInvitation {
    pub at: Context,
    pub invitation: EventInvitation,
    /// Why the caller may not handle it.
    pub refused: Option<Refusal>,
}
