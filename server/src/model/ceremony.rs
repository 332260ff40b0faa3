//! How an event's winners are announced.

use chrono::{DateTime, Utc};
use shared::ceremony::CeremonyTerms;

/// A ceremony as it was set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ceremony {
    /// The order, and what each reveal shows.
    pub terms: CeremonyTerms,
    /// The run that the organizer saw; none before the first.
    pub run: Option<i32>,
    /// When a winner had last been confirmed.
    pub awarded_at: Option<DateTime<Utc>>,
    /// Rises with each change.
    pub version: i32,
}
