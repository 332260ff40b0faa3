//! Why two accounts stay apart.

/// Why two accounts cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeObstacle {
    /// They are one account.
    Same,
    /// The account that would stay is deactivated.
    Inactive,
    /// It is a guest's, whom no mail reaches, and the other is not.
    Guest,
    /// The account that would go has reviews. Where it is a guest's, it cannot stay either.
    Reviews { reviews: i64, guest: bool },
    /// It has cast ballots in votes that are not open.
    Ballots { ballots: i64 },
    /// It is on teams that cannot change, since submissions are not open. Each stands as `team in event`.
    Teams { teams: Vec<String> },
    /// Both are on a team of one event. The teams are those of the account that would go, each as `team in event`.
    TwoTeams { teams: Vec<String> },
    /// One judges projects of the other's teams.
    OwnTeam { projects: i64 },
    /// One voted for projects of the other's teams, or put them in order for a prize.
    OwnVotes { projects: i64 },
    /// The caller takes part in these events, where one of the accounts judges, organizes or is on a panel.
    Conflicted { events: Vec<String> },
}
