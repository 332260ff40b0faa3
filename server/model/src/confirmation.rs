//! What waits for a second organizer.

use crate::context::Context;
use crate::prelude::*;
use shared::confirmation::{AskedAct, ConfirmationState};

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

/// The page of what waits for a second organizer.
#[derive(Clone, Debug)]
pub struct ConfirmationsFound {
    pub at: Context,
    /// The event asks a second organizer.
    pub asked: bool,
    /// There are two who could confirm for each other.
    pub enough: bool,
    /// Why the caller does not choose whether it asks, nor asks for anything.
    pub choose: Option<Refusal>,
    /// The caller is a site admin, who switches it off where it cannot be met.
    pub may_force: bool,
    /// Organizers who do not confirm yet.
    pub new_organizers: Vec<NewOrganizer>,
    pub waiting: Option<WaitingConfirmation>,
    /// What was decided, the newest first.
    pub past: Vec<Confirmation>,
}
crate::in_event!(ConfirmationsFound);

/// That something waits for another organizer, in short.
#[derive(Clone, Debug)]
pub struct WaitingAct {
    pub asker: String,
    pub expires_at: DateTime<Utc>,
    /// What was asked for; none for a reader to whom that is forbidden.
    pub asked: Option<AskedAct>,
    /// The reader asked for it.
    pub own: bool,
    /// The reader is one who confirms or declines it.
    pub decides: bool,
    /// What the act rests on is as it was.
    pub current: bool,
}

/// What waits for another organizer, as one of them sees it.
#[derive(Clone, Debug)]
pub struct WaitingConfirmation {
    pub found: Confirmation,
    /// What it was asked with; none for a caller to whom the act itself is forbidden: it may tell of scores.
    pub asked: Option<AskedAct>,
    /// The caller asked for it.
    pub own: bool,
    /// Why the caller does not confirm it.
    pub refused: Option<Refusal>,
    /// They may decline it, also where something has changed since.
    pub may_decline: bool,
    /// The organizer whom it would let confirm.
    pub added: Option<NewOrganizer>,
    /// What its projects and prizes are called.
    pub titles: BTreeMap<ProjectId, String>,
    pub prizes: BTreeMap<PrizeId, String>,
}
