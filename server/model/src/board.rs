//! What the board of an evening of judging is made of.

use crate::call::WaitingCall;
use crate::plan::{InvitedWork, ToDeal, VisitsLeft};
use crate::prelude::*;
use shared::board::{Evening, ForAll, Task};
use shared::calibration::Certainties;

/// The further reviews whose effect is shown.
pub const FURTHER: u32 = 10;

/// Judges, projects and assignments, with names for people.
#[derive(Clone, Debug)]
pub struct BoardGround {
    /// How many reviews each project should have: the floor where the rest goes by need.
    pub planned: u32,
    /// Submitted projects that repeat no other.
    pub projects: Vec<PlacedTitle>,
    pub judges: Vec<(PersonId, String)>,
    /// How many are invited to judge and have not come yet.
    pub not_here: usize,
    /// What is dealt to them.
    pub dealt: Vec<InvitedWork>,
    /// All assignments, in the order in which each judge has them.
    pub tasks: Vec<Task>,
    /// The projects that judges took themselves.
    pub pulled: PulledCounts,
    /// Judges and the projects that a conflict of interest keeps them from.
    pub conflicts: Vec<(PersonId, ProjectId)>,
}

#[derive(Clone, Debug)]
pub struct PlacedTitle {
    pub id: ProjectId,
    pub team: TeamId,
    pub title: String,
    pub place: Place,
}

/// Further projects that were handed out, by what each was chosen by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PulledCounts {
    pub all: i64,
    /// Where a review helps most.
    pub by_need: i64,
    pub by_lot: i64,
}

/// The latest run, without what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHead {
    pub run: i32,
    pub created_at: DateTime<Utc>,
    /// SHA-256 (hex) of what it read.
    pub digest: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedPrize {
    pub id: PrizeId,
    pub name: String,
    /// Rises with each change.
    pub version: i32,
}

/// A board in numbers, with names for people.
#[derive(Clone, Debug)]
pub struct BoardNumbers {
    /// When they were read, on the database's clock.
    pub now: DateTime<Utc>,
    /// How far everything is.
    pub evening: Evening,
    /// How many reviews each project should have.
    pub planned: u32,
    /// Titles and places by project.
    pub projects: BTreeMap<i64, PlacedTitle>,
    /// Names by judge.
    pub judges: BTreeMap<i64, String>,
    /// How many are invited to judge and have not come yet.
    pub not_here: usize,
    /// The projects that judges took themselves.
    pub pulled: PulledCounts,
    /// The latest run, and the prizes that go by rank; none before the first run.
    pub asked: Option<(RunHead, Vec<RankedPrize>)>,
    /// When each review was submitted that counts.
    pub finished: Vec<DateTime<Utc>>,
    /// Assignments of all kinds.
    pub assignments: usize,
    /// Projects, and the judges whom a conflict of interest keeps from them.
    pub conflicts: BTreeSet<(i64, i64)>,
    /// Judges who call for help, the longest wait first.
    pub calls: Vec<WaitingCall>,
}

/// What is left to deal to judges who are here, and to visit: nothing once judging is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkLeft {
    /// What each act would deal that deals work.
    pub to_deal: Vec<(ForAll, ToDeal)>,
    pub visits: VisitsLeft,
    /// Projects and assignments that were looked at.
    pub counted: usize,
}

impl WorkLeft {
    /// What an act would deal.
    pub fn of(&self, act: ForAll) -> ToDeal {
        self.to_deal.iter().find(|(of, _)| *of == act).map(|(_, found)| *found).unwrap_or_default()
    }

    /// What an act would deal, where it finds no judge who is here.
    pub fn finds_nobody(&self, act: ForAll) -> Option<ToDeal> {
        Some(self.of(act)).filter(ToDeal::finds_nobody)
    }
}

/// How sure the prizes are by one run.
#[derive(Clone, Debug)]
pub struct RunChances {
    pub run: RunHead,
    /// The prizes that go by rank. Where there are none, the first places of the ranking are one contest.
    pub prizes: Vec<RankedPrize>,
    pub state: ChancesState,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ChancesState {
    #[default]
    Computing,
    /// It could not be computed: the board goes on without it.
    Failed,
    /// There is too little to fit.
    TooLittle,
    /// A certainty for each prize.
    Known(Arc<Certainties>),
}
