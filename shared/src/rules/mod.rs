//! The rules: who may do what, when. An operation asks, whether a page, the API or the command line called
//! it; a write takes the permit that [`may`] gave. What is read has rules of its own: [`drafts_seen`],
//! [`results_view`], [`may_read_scores`].
//!
//! `docs/rules.txt` prints the whole table; a test holds the two together.

mod conflict;
mod decide;
mod drafts;
mod facts;
mod results;
mod scores;
#[cfg(test)]
mod table;

pub use decide::decide;
pub use drafts::{Drafts, drafts_seen};
pub use facts::{
    Actor, AssignmentFacts, AssignmentStatus, EventFacts, Facts, ProjectFacts, Standing, VotingMode,
};
pub use results::{ResultsView, results_view};
pub use scores::{ScoresAsked, may_read_scores};

use crate::refusal::Refusal;
use chrono::{DateTime, Utc};
use std::marker::PhantomData;

macro_rules! acts {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// What a person can do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Act { $($(#[$doc])* $name,)* }

        impl Act {
            /// Every act, in the order of the printed table.
            pub const ALL: &'static [Act] = &[$(Act::$name,)*];
        }

        /// The acts as types, so that a permit for one is none for another.
        pub mod act {
            $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub struct $name;
              impl super::Rule for $name { const ACT: super::Act = super::Act::$name; })*
        }
    };
}

acts! {
    /// Read one project.
    ReadProject;
    /// Create a project for one's team.
    CreateProject;
    /// Edit or submit a project of one's team.
    EditProject;
    /// Found a team.
    CreateTeam;
    /// Join a team.
    JoinTeam;
    /// Leave one's team.
    LeaveTeam;
    /// Give one's team another name.
    RenameTeam;
    /// Make a link that lets others join one's team.
    InviteToTeam;
    /// Read one's own assignment and the review kept with it.
    ReadAssignment;
    /// Save or submit the review of one's own assignment.
    SaveReview;
    /// Take another project to judge, with nothing left to do.
    PullProject;
    /// Step aside from a project.
    Recuse;
    /// Give a recused judge the project back.
    Reinstate;
    /// Give a judge a project.
    Assign;
    /// Set or clear the flag of a repeated project.
    FlagDuplicate;
    /// See the organizer's pages of an event.
    Manage;
    /// Run the calibration, and read what it tells of judges.
    Calibrate;
    /// Publish a run, or correct what was published.
    Publish;
    /// Download a list that tells nothing of scores.
    Export;
    /// Download a list that tells of scores.
    ExportScores;
    /// Read one's own ballot.
    ReadBallot;
    /// Cast, change or withdraw one's ballot.
    CastBallot;
    /// See the page of the community vote.
    SeeVote;
    /// Cast, change or withdraw a ballot by a code.
    CastByCode;
    /// Make voting codes, and withdraw those not used.
    ManageCodes;
    /// Read how many votes each project got.
    ReadVotes;
    /// Read what was said about a project.
    ReadComments;
    /// Say something about a project.
    PostComment;
    /// Remove what was said about a project.
    RemoveComment;
    /// Read what judges wrote about a project.
    ReadFeedback;
    /// Let teams read what judges wrote about their projects.
    ReleaseFeedback;
    /// Read the mails that belong to no event.
    ReadMail;
    /// Take the record of one's own work as a judge.
    ReadOwnJudgeRecord;
    /// Take the record of another judge's work.
    ReadJudgeRecord;
    /// Take the record of one's own part.
    ReadParticipantRecord;
    /// Bring a bundle in as a new event.
    ImportBundle;
    /// Read an event's audit log, and take its signed head.
    ReadAudit;
    /// See the site admins' pages: the log of what belongs to no event, the signing keys.
    Administer;
}

/// An act that has a rule.
pub trait Rule {
    /// The act.
    const ACT: Act;
}

/// Proof that the rule of an act was asked and allowed it. Only [`may`] makes one.
#[derive(Debug)]
pub struct Permit<A: Rule> {
    act: PhantomData<A>,
}

/// Asks the rule of act `A`.
///
/// # Errors
/// The refusal, in the order of checks: who, then what they may know of, then what their role allows,
/// then when.
pub fn may<A: Rule>(actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Result<Permit<A>, Refusal> {
    decide(A::ACT, actor, facts, now)?;
    Ok(Permit { act: PhantomData })
}
