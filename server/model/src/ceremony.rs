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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CeremonyPosition {
    /// The number of the last move; 0 before the first.
    pub number: i64,
    /// The step on the projector, from 0.
    pub step: i32,
    /// The projector shows nothing.
    pub blank: bool,
}
