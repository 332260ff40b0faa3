//! Notices.

use crate::prelude::*;

/// What an organizer tells the caller, who has not marked it as read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Notice {
    /// Identifier.
    pub id: i64,
    /// The event's slug.
    pub event: String,
    /// The organizer who wrote it.
    pub author: String,
    /// Its text.
    pub text: String,
    /// Whether it asks to be acknowledged.
    pub urgent: bool,
    /// When it was posted.
    pub posted_at: DateTime<Utc>,
}
