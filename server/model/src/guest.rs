//! Guest judges: who came in by the link of a room.

use crate::prelude::*;

/// The link of a room, by which guests give their names.
#[derive(Clone, Debug)]
pub struct GuestLink {
    pub code: String,
    pub opened_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct WaitingGuest {
    pub id: GuestId,
    /// The name that they gave.
    pub name: String,
    /// What their screen shows.
    pub number: i32,
    /// Since when they wait.
    pub asked_at: DateTime<Utc>,
}

/// A guest as their own browser knows them.
#[derive(Clone, Debug)]
pub struct Guest {
    pub id: GuestId,
    pub event: EventId,
    pub slug: String,
    /// The name that they gave.
    pub name: String,
    /// What their screen shows.
    pub number: i32,
    pub decided: bool,
    pub decided_by: Option<PersonId>,
    /// The invitation that was made when the guest was confirmed; none where the role was taken away since.
    pub admitted: Option<InvitationId>,
    /// They came in by it already.
    pub signed_in: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestStep {
    /// The event is a draft. With it: when judging opens by its times, where that lies ahead.
    Early(Option<DateTime<Utc>>),
    /// The link asks for a name.
    Name,
    /// They wait for an organizer.
    Waiting {
        name: String,
        /// What the organizer compares.
        number: i32,
    },
    /// An organizer let them in.
    Admitted { name: String },
    /// They came in before.
    CameIn,
    /// An organizer turned them away, or took the role from them.
    TurnedAway,
}
