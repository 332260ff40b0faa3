//! Proposals: writes that programs ask a person to confirm.

use chrono::{DateTime, Utc};

/// A proposal of a person's program.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub id: i64,
    pub slug: String,
    pub event: String,
    pub method: String,
    pub path: String,
    /// The JSON object that it sends; empty once the person has decided.
    pub body: String,
    /// By what way it came.
    pub via: String,
    pub made_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub refused_at: Option<DateTime<Utc>>,
    /// What the write was answered, the last time that it was tried.
    pub status: Option<i32>,
    /// Why the portal refused it then; empty where it did not.
    pub detail: String,
    /// Names the newest save of its review as it was made.
    pub version: Option<String>,
    /// What it changes as that was then: a JSON object, or nothing.
    pub was: String,
}

impl Proposal {
    /// Whether the person has not decided.
    pub fn waits(&self, now: DateTime<Utc>) -> bool {
        self.confirmed_at.is_none() && self.refused_at.is_none() && self.expires_at > now
    }
}
