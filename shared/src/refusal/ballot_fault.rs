//! What is wrong with a ballot.

/// What is wrong with a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallotFault {
    TooMany { most: i32, chosen: usize },
    Repeated,
    Unknown,
    OwnTeam,
}
