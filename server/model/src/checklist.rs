//! What an event still needs, in numbers.

/// What the check list looks at besides an event's settings. None of it tells of scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupNumbers {
    pub described: bool,
    pub tracks: i64,
    pub criteria: i64,
    /// Judges, with those who are invited and have not come yet.
    pub judges: i64,
    /// Invitations that were never sent.
    pub invitations_unsent: i64,
    /// Invitations that were sent, and wait for an answer.
    pub invitations_waiting: i64,
    /// Projects with a place in the hall.
    pub placed: i64,
    /// Submitted projects without a place that are flagged as no repeat, where others have one.
    pub unplaced: i64,
    /// Submitted projects in no track that are flagged as no repeat, where the event has tracks.
    pub trackless: i64,
    /// Assignments that are not recused, with what is dealt to judges who have not come yet.
    pub assigned: i64,
    /// Submitted projects that are flagged as repeats by the portal, on which no organizer has decided.
    pub undecided: i64,
    /// Voting codes that work.
    pub codes: i64,
    /// People who judge and are on a team, or who are invited to either: their names, at most twenty.
    pub judging_members: Vec<String>,
    /// Until some day, questions about the results are taken, or were.
    pub takes_questions: bool,
    /// Questions about the results that wait for an answer.
    pub questions_waiting: i64,
    /// Since the results were first published, an organizer wrote to the judges, or to everybody.
    pub wrote_to_judges: bool,
    /// Likewise to the teams.
    pub wrote_to_teams: bool,
    /// Every organizer takes part in the event.
    pub nobody_free: bool,
    /// Something that an organizer asked for waits for another one.
    pub confirmation_waits: bool,
    /// The event asks a second organizer, and there are not two who could confirm.
    pub nobody_confirms: bool,
    /// A witness says that the log was cut or rewritten.
    pub log_alarm: bool,
}
