//! Guest judges: who came in by the link of a room.

use chrono::{DateTime, Utc};
use shared::ids::{EventId, GuestId, InvitationId, PersonId};

/// The link of a room, by which guests give their names.
#[derive(Clone, Debug)]
pub struct GuestLink {
    /// Its code.
    pub code: String,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// When it was closed, where it was.
    pub closed_at: Option<DateTime<Utc>>,
}

/// A guest who waits for an organizer.
#[derive(Clone, Debug)]
pub struct WaitingGuest {
    /// Identifier.
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
    /// Identifier.
    pub id: GuestId,
    /// The event.
    pub event: EventId,
    /// Its slug.
    pub slug: String,
    /// The name that they gave.
    pub name: String,
    /// What their screen shows.
    pub number: i32,
    /// An organizer decided.
    pub decided: bool,
    /// Who decided.
    pub decided_by: Option<PersonId>,
    /// The invitation that stands for the confirmation.
    pub admitted: Option<InvitationId>,
    /// They came in by it already.
    pub signed_in: bool,
}
