//! What an organizer who takes part in the event may not do, and why.

/// How an organizer takes part in their event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Judge,
    Team,
    Participant,
    /// As a judge, who gave that up.
    Judged,
    LeftTeam,
    Invited,
}

/// What an organizer who takes part may not read or do before publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// Scores, rankings, the log, and what judges wrote.
    Scores,
    /// Records of judges' work: with a few reviews they could tell what a judge gave, and when.
    Records,
    /// The tally: a judge would learn what the public likes, a team how far ahead it is.
    Tally,
    /// Handing projects to judges and setting judges aside: that chooses who scores one's own team, or a rival.
    Assignments,
    /// How far each project and each judge is while judging runs.
    Progress,
    /// Flags of repeated projects: a flag takes a rival out of the ranking.
    Duplicates,
    /// Withdrawing projects: that takes a rival out of the event.
    Withdrawals,
    /// Correcting what a list said of a project: that passes the close of submissions.
    Corrections,
    /// Looking at facts, and what judges say of projects.
    Evidence,
    MoreTime,
    /// Criteria, weights and ranges: they decide which strengths count.
    Rubric,
    /// Panels, tallies and winners of prizes.
    Prizes,
    /// What provisional winners have shown of what they owe, and all that could change who wins until they are final.
    Duties,
    /// Answers to questions about the results.
    Questions,
    /// Notices to judges, to one team or to one person: with those an organizer could speak for their own team.
    Notices,
    /// Bringing in projects from a file: that passes the close of submissions.
    Imports,
    /// Webhooks that tell of reviews, assignments, the ranking or votes.
    Webhooks,
    /// Inviting, admitting and appointing judges and organizers, and opening their links: whoever has a judge's link can be
    /// the judge.
    People,
    /// One's own roles: who drops one would be free to read, and could take it again.
    OwnRoles,
    /// Roles of another organizer: who gets a part, or organizes no more, could not read the log or publish.
    OrganizersRoles,
    /// Taking people off teams: a rival's project would lose those who work on it.
    Members,
    /// Windows that have opened: with those a team could improve its project while it is judged.
    Windows,
    /// Tracks, and what criteria say, once a review exists.
    Groups,
    /// Pictures of other teams' projects.
    Pictures,
    /// How long reviews are kept, and how many there are.
    Keeping,
    /// What takes two organizers: it publishes, corrects and removes, and says who confirms that.
    SecondOrganizer,
}
