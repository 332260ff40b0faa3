//! What waits for a second organizer.

use chrono::{DateTime, Utc};
use shared::confirmation::{AskedAct, ConfirmationState};
use shared::ids::PersonId;

/// What an organizer asked a second one to confirm.
#[derive(Clone, Debug)]
pub struct Confirmation {
    pub id: i64,
    /// The word of what was asked for.
    pub act: String,
    /// All that it was asked with, as JSON.
    pub body: String,
    /// SHA-256 of this and of what the act rests on.
    pub digest: String,
    pub asked_by: PersonId,
    pub asker: String,
    pub asked_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// None as long as nobody decided.
    pub outcome: Option<String>,
    /// Who decided.
    pub decider: Option<String>,
    pub decided_at: Option<DateTime<Utc>>,
    /// What they said.
    pub sentence: String,
    /// What the act rests on is as it was.
    pub current: bool,
}

impl Confirmation {
    /// What became of it.
    pub fn state(&self, now: DateTime<Utc>) -> ConfirmationState {
        match self.outcome.as_deref().and_then(ConfirmationState::from_name) {
            Some(state) => state,
            None if now < self.expires_at => ConfirmationState::Waits,
            None => ConfirmationState::Lapsed,
        }
    }

    /// What was asked for; none where this version does not know it.
    pub fn asked(&self) -> Option<AskedAct> {
        serde_json::from_str(&self.body).ok()
    }
}

/// An organizer who came after the event began to ask a second one, and does not confirm yet.
#[derive(Clone, Debug)]
pub struct NewOrganizer {
    pub person: PersonId,
    pub name: String,
    pub email: String,
    /// When they became one.
    pub since: DateTime<Utc>,
}

/// What came of an act that may wait for a second organizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActOutcome<T = ()> {
    /// It was done.
    Done(T),
    /// It was asked for, and waits.
    Waits,
}

impl<T> ActOutcome<T> {
    /// What was done; none where it waits.
    pub fn done(self) -> Option<T> {
        match self {
            Self::Done(done) => Some(done),
            Self::Waits => None,
        }
    }
}
