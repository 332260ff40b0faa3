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

impl MemberRole {
    /// Every role, in the order of lists.
    pub const ALL: [Self; 3] = [Self::Judge, Self::Organizer, Self::Participant];

    /// The name in the API, in files and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Participant => "participant",
            Self::Judge => "judge",
            Self::Organizer => "organizer",
        }
    }

    /// The role with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// What an invitation asks somebody into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvitedAs {
    /// A role in the event.
    Member(MemberRole),
    /// The panel of one prize, and nothing else.
    Panellist {
        /// The prize.
        prize: PrizeId,
        /// Its name.
        name: String,
    },
}

impl InvitedAs {
    /// What the database calls an invitation to a panel, where others have the name of their role.
    pub const PANELLIST: &str = "panellist";

    /// The name in the database and in the log.
    #[must_use]
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

impl InvitationState {
    /// Every state, in the order in which they are reached.
    pub const ALL: [Self; 6] =
        [Self::NotSent, Self::Sent, Self::Opened, Self::Accepted, Self::Declined, Self::Withdrawn];

    /// The name in addresses and in queries.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotSent => "not_sent",
            Self::Sent => "sent",
            Self::Opened => "opened",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// The state with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether the invitation still waits for an answer.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::NotSent | Self::Sent | Self::Opened)
    }
}
