//! Publications: which run is public.

use crate::prelude::*;
use shared::award::SeenPrize;

/// The newest publication of an event: its public result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    pub number: i32,
    pub run: i32,
    pub published_at: DateTime<Utc>,
    /// Why it replaced another; `None` for the first.
    pub reason: Option<String>,
    /// The run it replaced; `None` for the first.
    pub supersedes: Option<i32>,
    /// Winners are provisional until then; `None` for an ordinary and a final one.
    pub provisional_until: Option<DateTime<Utc>>,
    /// What each winner owes until then.
    pub owed: Vec<String>,
    /// The number of the provisional one that it makes final.
    pub final_of: Option<i32>,
    /// There is a signed document of it.
    pub signed: bool,
}

/// Something that a winner owes while results are provisional.
#[derive(Clone, Debug)]
pub struct WinnerDuty {
    pub project: ProjectId,
    pub title: String,
    pub team_id: TeamId,
    pub team: String,
    /// Which of the things, from 1.
    pub number: i32,
    pub duty: String,
    /// Shown, or refused; `None` while it is open.
    pub shown: Option<bool>,
    /// Why it was refused; else empty.
    pub reason: String,
    pub until: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicRun {
    pub run: i32,
    pub published_at: DateTime<Utc>,
}

/// A publication that replaced an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The run that became public.
    pub run: i32,
    pub published_at: DateTime<Utc>,
    pub reason: String,
}

/// A project's place in the published ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedPlace {
    pub rank: i32,
    /// The 90 % range, low and high.
    pub range: (i32, i32),
    /// Ranked projects.
    pub of: i32,
}

/// A prize of which a winner was refused, or flagged as a repeat.
#[derive(Clone, Debug)]
pub struct NextInLine {
    pub prize: PrizeId,
    pub name: String,
    /// Winners of which something was refused, or which are repeats.
    pub refused: Vec<ProjectId>,
    /// Who would win without them, by the rule; empty where it does not decide.
    pub next: Vec<ProjectId>,
    /// All winners of the prize then, the first one first.
    pub winners: Vec<ProjectId>,
    /// What confirming them rests on.
    pub seen: SeenPrize,
}

/// What winners owe, while results are provisional.
#[derive(Clone, Debug)]
pub struct Duties {
    pub until: DateTime<Utc>,
    /// Until when all winners have time if a prize goes to the next in line.
    pub next_until: DateTime<Utc>,
    /// Of each winner, by title.
    pub owed: Vec<WinnerDuty>,
    /// What would follow from what was refused.
    pub next: Vec<NextInLine>,
    /// Why this organizer ticks and refuses nothing.
    pub refused: Option<Refusal>,
}
