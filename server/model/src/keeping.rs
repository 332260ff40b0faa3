//! How long an event keeps its personal data, and what went.

use crate::context::Context;
use crate::prelude::*;
use shared::provenance::{AuditHead, EventName};

/// How much of one kind goes, or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataAmount {
    /// Which kind: `ballots`. The database names and orders them.
    pub kind: String,
    /// How many.
    pub number: i64,
}

/// The record of a forgetting, as the log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgottenRecord {
    pub at: DateTime<Utc>,
    /// The address of the organizer who did it; `system` where the sender did.
    pub by: String,
    /// Its row in the event's log.
    pub row: i64,
    /// What went.
    pub gone: Vec<DataAmount>,
}

/// An event with a day, for the page that tells everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedEvent {
    pub slug: String,
    pub name: String,
    /// The day, where one is set.
    pub forget_on: Option<DateTime<Utc>>,
    /// When its personal data went.
    pub forgotten_at: Option<DateTime<Utc>>,
}

/// The row that says that an event was forgotten, where no signed head of it is kept yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedForgetting {
    pub event: EventId,
    /// How it is called.
    pub name: EventName,
    /// The row.
    pub head: AuditHead,
}

/// What the database did as it forgot an event.
#[derive(Clone, Debug)]
pub struct Forgetting {
    /// What the log's row says, as JSON.
    pub record: serde_json::Value,
    /// Accounts that nobody uses any more, with their addresses.
    pub left: Vec<(PersonId, String)>,
}

/// What an organizer's page of keeping shows.
#[derive(Clone, Debug)]
pub struct KeepingFound {
    pub at: Context,
    /// What goes, by kind; what went, once the event is forgotten.
    pub going: Vec<DataAmount>,
    /// From when on the data can go, or why they cannot.
    pub from: Result<DateTime<Utc>, Refusal>,
    /// Why the day cannot be chosen now.
    pub fixed: Option<Refusal>,
    /// Why the data cannot go now.
    pub early: Option<Refusal>,
    /// The record, once they went.
    pub record: Option<ForgottenRecord>,
}
crate::in_event!(KeepingFound);
