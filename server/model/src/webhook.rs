//! Webhooks as organizers meet them.

use chrono::{DateTime, Utc};
use shared::webhook::attempt::AttemptFault;
use shared::webhook::message::WebhookFormat;

/// A webhook of an event. Its secrets are never read for people.
#[derive(Clone, Debug)]
pub struct EventWebhook {
    pub id: i64,
    pub url: String,
    /// The body that it takes.
    pub format: WebhookFormat,
    /// The actions that it is told of; none is every one.
    pub actions: Option<Vec<String>>,
    pub enabled: bool,
    pub disabled_at: Option<DateTime<Utc>>,
    /// Why: `gone`, `failing` or `organizer`.
    pub disabled_reason: Option<String>,
    /// Who answers for it; none where they deleted their account.
    pub answers: Option<String>,
    pub created_at: DateTime<Utc>,
    /// When a message last arrived.
    pub last_success_at: Option<DateTime<Utc>>,
    /// Since when every message failed.
    pub failing_since: Option<DateTime<Utc>>,
    /// Until when the secret before this one signs too.
    pub old_secret_until: Option<DateTime<Utc>>,
    /// How many messages failed and wait.
    pub waiting: i64,
    /// The organizer who answers for it takes part, so that it tells nothing of judging before publication.
    pub muted: bool,
    pub version: i32,
}

impl EventWebhook {
    /// The host that it goes to.
    pub fn host(&self) -> String {
        let host = url::Url::parse(&self.url).ok().and_then(|url| url.host_str().map(str::to_owned));
        host.unwrap_or_default()
    }
}

/// An attempt to deliver a message, or a test.
#[derive(Clone, Debug)]
pub struct ListedAttempt {
    /// The row of the log; none for a test.
    pub seq: Option<i64>,
    /// Of how many, from 1.
    pub number: i32,
    pub action: String,
    /// When; none for a test that was not sent yet.
    pub started_at: Option<DateTime<Utc>>,
    pub duration_ms: Option<i32>,
    pub status: Option<i32>,
    /// Why there was no answer.
    pub fault: Option<AttemptFault>,
    /// What the answer began with.
    pub answer: Option<String>,
    /// The message waits to be sent again.
    pub waits: bool,
}
