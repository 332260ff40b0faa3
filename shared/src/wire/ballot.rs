//! The community's vote.

use crate::prelude::*;

/// One voter's ballot in one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ballot {
    /// Event's slug.
    pub event: String,
    /// When voting opens; null: always open.
    #[schema(required)]
    pub voting_open: Option<DateTime<Utc>>,
    /// When it closes (this moment is outside); null: never closes.
    #[schema(required)]
    pub voting_close: Option<DateTime<Utc>>,
    /// Most choices on a ballot.
    pub votes_per_voter: i32,
    /// The projects chosen, in the voter's order; empty without a ballot.
    pub choices: Vec<ProjectId>,
    /// Projects chosen whose votes count no more, since they were withdrawn or flagged as repeats, or the voter has joined their team;
    /// left out where there are none. Casting the ballot again gives these votes to others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_counted: Vec<ProjectId>,
    /// When the ballot was cast or last changed; null without one.
    #[schema(required)]
    pub cast_at: Option<DateTime<Utc>>,
}

/// The tally of a community vote. It does not affect the judges' ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Votes {
    /// Event's slug.
    pub event: String,
    /// Ballots cast.
    pub ballots: i64,
    /// Every project on the ballot, most votes first, then by id.
    pub projects: Vec<ProjectVotes>,
}

/// One project's votes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectVotes {
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Its team.
    pub team: String,
    /// Ballots that chose it.
    pub votes: i64,
}
