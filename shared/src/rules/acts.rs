//! What an act is: a name, what it is on, and its rule.

use super::facts::{Actor, Facts};
use super::question::{Question, Verdict};
use super::{assignment, comment, event, project, record, results, review, site, team, vote};
use chrono::{DateTime, Utc};
use std::fmt;

/// Something that a person can do.
#[derive(Clone, Copy)]
pub struct Act {
    /// Its name, as the printed table shows it.
    pub name: &'static str,
    /// What it is on: the printed table has a block for each kind of it.
    pub on: Subject,
    /// Its rule.
    pub(super) rule: fn(&Question<'_>) -> Verdict,
}

/// What an act is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The portal as a whole.
    Site,
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
}

impl Act {
    /// Every act by its noun, in the order of the printed table.
    pub const BY_NOUN: [&'static [Act]; 10] = [
        project::ACTS,
        team::ACTS,
        assignment::ACTS,
        review::ACTS,
        vote::ACTS,
        comment::ACTS,
        results::ACTS,
        record::ACTS,
        event::ACTS,
        site::ACTS,
    ];
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// An act that has a rule.
pub trait Rule {
    /// The act.
    const ACT: Act;
    /// What a permit for it is bound to.
    type Ids: super::permit::PermitIds;
}

/// Asks the rule of an act, named as a value.
///
/// # Errors
/// The refusal that page, API and command line show.
pub fn decide(act: Act, actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    (act.rule)(&Question { actor, facts, now })
}

/// The ids of a permit for an act on this, unless the act names others.
#[rustfmt::skip]
macro_rules! permit_ids {
    (Site) => { () };
    (Event) => { crate::ids::EventId };
    (Codes) => { crate::ids::EventId };
    (Project) => { crate::ids::ProjectId };
    (Comment) => { crate::ids::CommentId };
    (OwnAssignment) => { crate::ids::AssignmentId };
    (Assignment) => { crate::ids::AssignmentId };
    ($subject:ident $ids:ty) => { $ids };
}

/// Declares the acts of a noun, each with what it is on and its rule: a type for its permits, and a line of the table. A
/// permit is bound to what the act is on, or to the ids that `by` names.
macro_rules! acts {
    ($($(#[$doc:meta])* $name:ident on $subject:ident $(by $ids:ty)? => $rule:expr;)*) => {
        /// The acts of this noun.
        pub(super) const ACTS: &[crate::rules::acts::Act] =
            &[$(<acts::$name as crate::rules::acts::Rule>::ACT,)*];

        /// The acts as types.
        pub(super) mod acts {
            $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub struct $name;)*
        }

        $(impl crate::rules::acts::Rule for acts::$name {
            const ACT: crate::rules::acts::Act = crate::rules::acts::Act {
                name: stringify!($name),
                on: crate::rules::acts::Subject::$subject,
                rule: $rule,
            };
            type Ids = permit_ids!($subject $($ids)?);
        })*
    };
}
