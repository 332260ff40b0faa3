//! Webhooks as the sender meets them.

use crate::prelude::*;
use shared::webhook::attempt::AttemptFault;
use shared::webhook::message::{Announcement, WebhookFormat};
use std::fmt;

/// What the messages of a webhook are signed with: its secret, and for a while after a change the one before.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecrets(pub Vec<String>);

impl fmt::Debug for SigningSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} hidden", self.0.len())
    }
}

/// A webhook whose row this transaction has locked.
#[derive(Clone, Debug)]
pub struct LockedWebhook {
    pub id: i64,
    /// The event that it tells of.
    pub event: EventId,
    /// The event's chain, which is its slug.
    pub chain: String,
    /// The last row of the chain that was tried once or passed over.
    pub cursor: i64,
    /// The last row that there is.
    pub head: i64,
    /// What the ids of its messages are made from.
    pub key: String,
    pub url: String,
    /// Which body it takes.
    pub format: WebhookFormat,
    /// What its messages are signed with.
    pub secrets: SigningSecrets,
    /// The actions that it takes; none: every one.
    pub actions: Option<Vec<String>>,
    /// It may tell of judging now: who answers for it takes no part, or the results are published.
    pub judging: bool,
    pub enabled: bool,
    /// The first failure since the last success.
    pub failing_since: Option<DateTime<Utc>>,
    /// The oldest test that was not sent yet, and when it was asked for.
    pub test: Option<WaitingTest>,
    /// The database's clock.
    pub now: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingTest {
    pub id: i64,
    /// When it was asked for, as it is sent.
    pub asked_at: String,
}

/// A message that failed and is due, or is sent again.
#[derive(Clone, Debug)]
pub struct DueRetry {
    /// What it says.
    pub row: Announcement,
    pub attempts: i32,
    /// Which wait comes next.
    pub step: i32,
    /// Since when it is due.
    pub due_at: DateTime<Utc>,
}

/// A row of the log that a webhook takes.
#[derive(Clone, Debug)]
pub struct NextRow {
    /// What it says.
    pub row: Announcement,
    /// When it was logged.
    pub ts: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebhookMessage {
    /// A row of the log.
    Row {
        /// What it says.
        row: Announcement,
        /// Which attempt this is, from 1.
        number: i32,
        /// Which wait follows a failure.
        step: usize,
    },
    Test(WaitingTest),
}

/// A message that this sender alone may send, for as long as its lease lasts.
#[derive(Clone, Debug)]
pub struct Claim {
    pub webhook: LockedWebhook,
    pub message: WebhookMessage,
    /// Proves that the webhook is still this sender's.
    pub token: String,
    /// When the lease began, by the database's clock.
    pub at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptResult {
    pub duration: Duration,
    /// The status, where there was an answer.
    pub status: Option<u16>,
    /// Why there was none, or not a whole one.
    pub fault: Option<AttemptFault>,
    /// The first 1 KiB of the answer.
    pub answer: Option<String>,
}

impl AttemptResult {
    /// Whether the message arrived: the whole answer came in time, with a status from 200 to 299.
    pub fn succeeded(&self) -> bool {
        self.fault.is_none() && self.status.is_some_and(|status| (200..300).contains(&status))
    }
}

/// How a webhook's row is left at the end of a transaction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settlement {
    /// The last row of the chain that was tried once or passed over.
    pub cursor: i64,
    /// Whether a message arrived; none where nothing was tried.
    pub arrived: Option<bool>,
    /// Whether the webhook is leased for another message.
    pub lease: bool,
}
