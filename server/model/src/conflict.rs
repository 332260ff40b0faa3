//! Conflicts of interest between judges and projects.

use crate::prelude::*;
use shared::conflict::{ConflictKind, ConflictSource};

/// A conflict as organizers see it.
#[derive(Clone, Debug)]
pub struct Conflict {
    pub judge: PersonId,
    pub judge_name: String,
    pub project: ProjectId,
    pub title: String,
    pub kind: ConflictKind,
    /// Why; may be empty.
    pub reason: String,
    pub source: ConflictSource,
    /// Who declared it; nobody for what a file named.
    pub by: Option<String>,
    /// Unknown for an organizer whom a list names and who does not judge: nothing was declared.
    pub since: Option<DateTime<Utc>>,
    /// A list names them as a member of the team: only a reason ends it, and later lists do not bring it back.
    pub of_list: bool,
}

/// A conflict as its judge sees it.
#[derive(Clone, Debug)]
pub struct OwnConflict {
    pub project: ProjectId,
    pub title: String,
    pub team: String,
    pub kind: ConflictKind,
    /// Whether the judge declared it, and may take it back.
    pub own: bool,
    /// The judge's own words; empty for what others declared.
    pub reason: String,
}

/// A project that a judge may have a conflict with.
#[derive(Clone, Debug)]
pub struct JudgeableProject {
    pub id: ProjectId,
    pub title: String,
    pub team: String,
    /// Its place among the event's tracks, by name; empty without a track.
    pub track: String,
}

#[derive(Clone, Debug)]
pub struct EventJudge {
    pub id: PersonId,
    /// Their name, or their address where they gave none.
    pub name: String,
}

/// A pair that the portal takes for a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub judge: PersonId,
    pub judge_name: String,
    pub project: ProjectId,
    pub title: String,
    /// Why the portal takes it for one.
    pub because: ConflictReason,
}

/// Why the portal takes a pair for a conflict.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConflictReason {
    /// The judge was on its team once.
    FormerTeam,
    /// The judge and somebody of its team have an address at this domain.
    Domain(String),
}

impl ConflictReason {
    /// What a form calls it: a domain by itself, which always has a dot.
    pub fn name(&self) -> &str {
        match self {
            Self::FormerTeam => "former_team",
            Self::Domain(domain) => domain,
        }
    }

    /// The kind of conflict that it would be.
    pub fn kind(&self) -> ConflictKind {
        match self {
            Self::FormerTeam => ConflictKind::OwnTeam,
            Self::Domain(_) => ConflictKind::Employer,
        }
    }
}
