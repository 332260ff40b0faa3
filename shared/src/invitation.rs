//! Invitations: the role that somebody is asked into, and how far an invitation is.

use crate::ids::PrizeId;

/// A role in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemberRole {
    /// Takes part with a team.
    Participant,
    /// Judges projects.
    Judge,
    /// Runs the event.
    Organizer,
}

named! { MemberRole: Judge = "judge", Organizer = "organizer", Participant = "participant" }

/// What an invitation asks somebody into.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum InvitedAs {
    /// A role in the event.
    Member(MemberRole),
    /// The panel of one prize, and nothing else.
    Panellist { prize: PrizeId, name: String },
}

impl InvitedAs {
    /// What the database calls an invitation to a panel, where others have the name of their role.
    pub const PANELLIST: &str = "panellist";

    /// The name in the database and in the log.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Member(role) => role.name(),
            Self::Panellist { .. } => Self::PANELLIST,
        }
    }
}

/// How far an invitation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationState {
    /// Nobody was given its link.
    NotSent,
    /// Its link was mailed, shown or printed.
    Sent,
    /// Its link was opened.
    Opened,
    /// It was accepted.
    Accepted,
    /// It was declined.
    Declined,
    /// An organizer withdrew it.
    Withdrawn,
}

named! { InvitationState:
    NotSent = "not_sent", Sent = "sent", Opened = "opened", Accepted = "accepted", Declined = "declined",
    Withdrawn = "withdrawn",
}

impl InvitationState {
    /// Whether the invitation still waits for an answer.
    pub fn is_open(self) -> bool {
        matches!(self, Self::NotSent | Self::Sent | Self::Opened)
    }

    /// Whether nobody can accept it any more.
    pub fn is_ended(self) -> bool {
        matches!(self, Self::Declined | Self::Withdrawn)
    }
}
