//! Why two accounts stay apart.

/// Why two accounts cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeObstacle {
    /// They are one account.
    Same,
    /// The account that would stay is deactivated.
    Inactive,
    /// The account that would go has reviews.
    Reviews {
        /// How many, drafts among them.
        reviews: i64,
    },
    /// It has cast ballots.
    Ballots {
        /// How many.
        ballots: i64,
    },
    /// It is on teams.
    Teams {
        /// Each as `team in event`.
        teams: Vec<String>,
    },
    /// It judges projects of the other's teams.
    OwnTeam {
        /// How many.
        projects: i64,
    },
}
