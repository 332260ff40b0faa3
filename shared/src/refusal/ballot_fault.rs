//! What is wrong with a ballot.

/// What is wrong with a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallotFault {
    /// More choices than a voter has.
    TooMany { most: i32, chosen: usize },
    /// A project chosen twice.
    Repeated,
    /// A project that is not on the ballot.
    Unknown,
    /// A project of the voter's own team.
    OwnTeam,
}
