//! Scores without names that were published.

use chrono::{DateTime, Utc};

/// What is said of them; the file is read by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedData {
    /// The run whose reviews they are.
    pub run: i32,
    /// The sentence that people agreed to.
    pub statement: String,
    pub projects: i32,
    pub judges: i32,
    pub reviews: i32,
    /// Reviews of the run that are not in it.
    pub left_out: i32,
    pub published_at: DateTime<Utc>,
}
