//! The audit log, as it is read.

use crate::prelude::*;
pub use shared::changes::LoggedNames;

/// Which rows are wanted. What is empty or `None` is not asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Words, a–z in lower case, that must all be in actor, action, object or values.
    pub words: Vec<String>,
    /// Part of the actor, a–z in lower case.
    pub actor: String,
    pub action: String,
    pub object_type: String,
    /// Not before this moment.
    pub from: Option<DateTime<Utc>>,
    /// Before this moment.
    pub to: Option<DateTime<Utc>>,
}

/// A range of a chain, by the numbers of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditRange {
    /// The first row to look at.
    pub first: i64,
    pub last: i64,
    /// Whether to begin at the first row, and not at the last.
    pub upwards: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    /// Place in the chain.
    pub seq: i64,
    pub ts: DateTime<Utc>,
    pub actor: String,
    pub actor_role: String,
    pub action: String,
    pub object_type: String,
    pub object_id: String,
    pub ip: Option<String>,
    /// JSON text of before.
    pub before: Option<String>,
    /// JSON text of after.
    pub after: Option<String>,
    pub prev_hash: String,
    pub row_hash: String,
}

/// Which things the rows of a page are about, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedNumbers {
    pub projects: Vec<i64>,
    pub people: Vec<i64>,
    pub assignments: Vec<i64>,
    pub teams: Vec<i64>,
    pub invitations: Vec<i64>,
    pub guests: Vec<i64>,
    /// Calls for help.
    pub calls: Vec<i64>,
}
