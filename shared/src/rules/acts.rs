//! What an act is: a name, what it is on, and its rule.

use super::facts::{Actor, Facts};
use super::question::{Question, Verdict};
use chrono::{DateTime, Utc};
use std::fmt;

/// Something that a person can do.
#[derive(Clone, Copy)]
pub struct Act {
    /// Its name, as the printed table shows it.
    pub name: &'static str,
    /// What it is on: the printed table has a block for each kind of it.
    pub on: SubjectKind,
    /// Its rule.
    pub(super) rule: fn(&Question<'_>) -> Verdict,
}

/// What an act is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// The portal as a whole.
    Site,
    /// A portal that may still be without accounts.
    NewPortal,
    /// An event that is yet to be made.
    NewEvent,
    /// An event, or something of it that the rule need not know.
    Event,
    /// A project.
    Project,
    /// A comment on a project.
    Comment,
    /// The caller's own assignment.
    OwnAssignment,
    /// Any judge's assignment.
    Assignment,
    /// Codes of a vote by codes.
    Codes,
    /// A prize with a panel.
    Prize,
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Asks the rule of an act, named as a value.
///
/// # Errors
/// The refusal that page, API and command line show.
pub fn decide(act: Act, actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    (act.rule)(&Question { actor, facts, now })
}
