//! Proposals.

use crate::prelude::*;

/// A write that a program asks its person to confirm on the page `/me/proposals`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proposal {
    /// Identifier.
    pub id: i64,
    /// The slug of the event that it is about.
    pub event: String,
    /// The write's method.
    pub method: String,
    /// Its path.
    pub path: String,
    /// What it sends, as JSON. Empty once it was confirmed or refused.
    pub body: String,
    /// By what way it came.
    pub via: String,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// Until when it can be confirmed.
    pub expires_at: DateTime<Utc>,
    /// When the person confirmed it.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When the person refused it.
    pub refused_at: Option<DateTime<Utc>>,
    /// What the write was answered, the last time that it was tried. Null with `confirmed_at`: nobody knows whether it was done.
    pub status: Option<i32>,
    /// Why the portal refused it; empty where it did not.
    pub detail: String,
}
