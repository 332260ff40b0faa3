//! Calls for help.

use crate::prelude::*;

/// A judge's call that waits, as organizers see it.
#[derive(Clone, Debug)]
pub struct WaitingCall {
    pub id: i64,
    pub name: String,
    /// The project at which the judge was, and where it is; none where the judge had none.
    pub project: Option<(i64, String)>,
    pub place: Place,
    /// What the judge added; may be empty.
    pub said: String,
    pub called_at: DateTime<Utc>,
    /// The organizer who is on the way.
    pub taken_by: Option<String>,
}

/// A judge's own call that waits, or ended a short time ago.
#[derive(Clone, Debug)]
pub struct OwnCall {
    /// What the judge added; may be empty.
    pub said: String,
    pub called_at: DateTime<Utc>,
    /// The organizer who is on the way, and since when.
    pub taken_by: Option<String>,
    pub taken_at: Option<DateTime<Utc>>,
    /// When it was ended or withdrawn; `None` while it waits.
    pub ended_at: Option<DateTime<Utc>>,
}

impl OwnCall {
    /// The call, as long as it waits.
    pub fn waiting(self) -> Option<Self> {
        self.ended_at.is_none().then_some(self)
    }
}
