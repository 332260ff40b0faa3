//! What a person has to do with events.

/// One role of a person in one event.
#[derive(Clone, Debug)]
pub struct EventRole {
    /// Event's slug.
    pub slug: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    /// The person's team in the event.
    pub team: Option<String>,
}
