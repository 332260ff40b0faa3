//! Ballots of the community vote, their codes and their tally.

use crate::context::Context;
use crate::prelude::*;

/// One voter's ballot in one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// Event's slug.
    pub event: String,
    pub voting: Window,
    /// The most choices on a ballot.
    pub votes_per_voter: i32,
    /// The projects chosen that count, in the voter's order; empty without a ballot.
    pub choices: Vec<ProjectId>,
    /// Those that count no more: they were withdrawn or flagged since, or the voter has joined their team.
    pub not_counted: Vec<ProjectId>,
    /// When the ballot was cast or last changed; null without one.
    pub cast_at: Option<DateTime<Utc>>,
}

/// A ballot as it was written, for its audit row.
#[derive(Debug)]
pub struct WrittenBallot {
    pub id: i64,
    /// Salt of its choices' digest in the log.
    pub salt: Vec<u8>,
}

/// A project that can be voted for.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub id: ProjectId,
    pub title: String,
    /// One line; may be empty.
    pub tagline: String,
    pub team_id: TeamId,
    pub team: String,
    pub track: Option<TrackId>,
    /// Its first picture.
    pub picture: Option<Picture>,
}

/// The tally of a community vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Ballots cast.
    pub ballots: i64,
    /// Every project that can be voted for, most votes first, then by id.
    pub projects: Vec<ProjectVotes>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectVotes {
    pub project: ProjectId,
    pub title: String,
    pub team: String,
    /// Ballots that chose it.
    pub votes: i64,
}

/// How many voting codes an event has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeCounts {
    /// Made in all.
    pub made: i64,
    /// With a ballot.
    pub used: i64,
    pub withdrawn: i64,
}

/// The organizer's page of the vote.
#[derive(Clone, Debug)]
pub struct VotingOverview {
    pub at: Context,
    pub codes: CodeCounts,
    /// Codes may be made and withdrawn now, or why not.
    pub may: Result<(), Refusal>,
    /// The tally; none before the vote is over.
    pub tally: Option<Tally>,
    /// Why the tally is withheld from this organizer, whether the vote is over or not.
    pub withheld: Option<Refusal>,
}
crate::in_event!(VotingOverview);
