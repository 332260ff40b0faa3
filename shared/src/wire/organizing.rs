//! What organizers read and do beside an event's public data.

use crate::prelude::*;
use crate::provisional::DutyState;

/// More time to submit that one team has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamTime {
    /// The team.
    pub team: TeamId,
    /// Its name.
    pub name: String,
    /// When submissions close for it.
    pub until: DateTime<Utc>,
    /// Why.
    pub reason: String,
}

/// What the rules of the prizes without winners decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PrizesByRule {
    /// Names what would be confirmed, also of prizes that wait only because they are too close to call.
    pub digest: String,
    /// The run by which prizes are given that go by rank; null before the first.
    #[schema(required)]
    pub run: Option<i32>,
    /// Reviews, projects or prizes changed after it, so another one would say something else by now.
    pub outdated: bool,
    /// The prizes whose winners can be confirmed as their rules say.
    pub sure: Vec<PrizeId>,
    /// The others, each with what a person has to look at first.
    pub waiting: Vec<WaitingPrize>,
}

/// A prize that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WaitingPrize {
    /// The prize.
    pub prize: PrizeId,
    /// Why it waits.
    pub why: Vec<PrizeException>,
}

/// Why a prize waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PrizeException {
    /// `waits`: its rule has no order yet; `choice`: an organizer chooses; `nobody`: its rule names no project; `panel_unfinished`;
    /// `tied` at the last winning place; `clash`: its winners would win another prize, too; `repeats`: flagged as repeats since the
    /// ranking; `withdrawn` since the ranking; `one_review`: they would win by one review alone; `too_close` to call, around the last
    /// winning place.
    #[schema(
        pattern = "^(waits|choice|nobody|panel_unfinished|tied|clash|repeats|withdrawn|one_review|too_close)$"
    )]
    pub kind: String,
    /// The projects that it is about; may be empty.
    pub projects: Vec<ProjectId>,
}

/// What winners owe while results are provisional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WinnersOwe {
    /// Until when results are provisional; null where they are not.
    #[schema(required)]
    pub until: Option<DateTime<Utc>>,
    /// Until when all winners have time if a prize goes to the next in line; left out while `until` lies ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next_until: Option<DateTime<Utc>>,
    /// What each confirmed winner owes, by title.
    pub owed: Vec<OwedThing>,
    /// The prizes of which a winner was refused.
    pub next: Vec<NextWinner>,
}

/// Something that a winner owes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OwedThing {
    /// The winner.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Team's name.
    pub team: String,
    /// Which of the things, from 1.
    pub duty: i32,
    /// The thing.
    pub what: String,
    /// How far it is.
    pub state: DutyState,
    /// Why it was refused; else empty.
    pub reason: String,
}

/// A prize of which a winner was refused, or flagged as a repeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NextWinner {
    /// The prize.
    pub prize: PrizeId,
    /// Its winners of whom something was refused, or which are flagged as repeats by now.
    pub refused: Vec<ProjectId>,
    /// Who would win in their place by the prize's rule; empty where it does not decide.
    pub next: Vec<ProjectId>,
}

/// What a list of scores would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScoreCheck {
    /// Names what entering the list would do.
    pub digest: String,
    /// Its rows.
    pub rows: Vec<ScoreRow>,
    /// The columns that are not used.
    pub unused: Vec<String>,
}

/// A row of a list of scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScoreRow {
    /// Its number in the list; the header is 1.
    pub row: usize,
    /// The judge as written.
    pub judge: String,
    /// The project as written.
    pub project: String,
    /// `new`: submits a review; `replaces` what is stored; `assigns` the project first; `left_out`.
    #[schema(pattern = "^(new|replaces|assigns|left_out)$")]
    pub act: String,
    /// The same in words, with the reason where the row is left out.
    pub verdict: String,
}

/// How much was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NumberDone {
    /// How many prizes were confirmed, reviews entered or assignments moved.
    pub number: usize,
}
