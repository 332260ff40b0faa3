//! What an act is: a name, what it is on, and its rule.

use super::facts::{Actor, Facts};
use super::question::{Question, Verdict};
use crate::prelude::*;
use crate::refusal::Code;

/// Something that a person can do.
#[derive(Clone, Copy)]
pub struct Act {
    /// Its name, as the printed table shows it.
    pub name: &'static str,
    /// What it is on: the printed table has a block for each kind of it.
    pub on: SubjectKind,
    /// Could its result read or write a review, or change what a review counts for?
    pub on_reviews: OnReviews,
    pub(super) rule: fn(&Question<'_>) -> Verdict,
}

/// The answer to one question about an act: could its result read or write a review, or change what a review counts for? Not the
/// act's name decides, but what it opens: a link for a judge is a way to their reviews.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnReviews {
    /// It could not.
    No,
    /// It could. Until publication, an organizer who takes part may do it only where anybody else with the same part may.
    Yes,
    /// It could, in the cases that the words name.
    Partly(&'static str),
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
    /// An event, by a link that its organizers handed out: whoever holds it knows that the event is there.
    Link,
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
    /// A role that somebody is given, is invited to, or loses.
    Role,
    /// A window of the event.
    Window,
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
    let asked = Question { actor, facts, now };
    match (act.rule)(&asked) {
        // Who is asking comes before what they may know of.
        Err(refusal) if refusal.code() == Code::Unauthenticated => Err(refusal),
        answer if act.on == SubjectKind::Link => answer,
        answer => asked.sees_event().and(answer),
    }
}
