//! Scores without names that were published.

use chrono::{DateTime, Utc};

/// What is said of them; the file is read by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedData {
    /// The run whose reviews they are.
    pub run: i32,
    /// The sentence that people agreed to.
    pub statement: String,
    /// Projects in it.
    pub projects: i32,
    /// Judges in it.
    pub judges: i32,
    /// Reviews in it.
    pub reviews: i32,
    /// Reviews of the run that are not in it.
    pub left_out: i32,
    /// Since when.
    pub published_at: DateTime<Utc>,
}
