//! What judges write for themselves.

use chrono::{DateTime, Utc};

/// A judge's private note on a project; empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    pub body: String,
    /// When it was saved last; none where there is none.
    pub saved_at: Option<DateTime<Utc>>,
}
