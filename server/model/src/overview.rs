//! An event in numbers, for its organizers.

use crate::board::WorkLeft;
use crate::checklist::SetupNumbers;
use crate::confirmation::WaitingAct;
use crate::context::Context;
use crate::prelude::*;
use crate::publication::PublicRun;
use shared::board::Point;

/// What needs an organizer's attention, what the event still needs, and what was counted.
#[derive(Clone, Debug)]
pub struct Overview {
    pub at: Context,
    pub numbers: Arc<OverviewNumbers>,
    pub published: Option<PublicRun>,
    /// What keeps results from becoming final; `None` where they are not provisional.
    pub provisional: Option<ProvisionalWinners>,
    pub last_run: Option<LastRun>,
    /// What waits for a second organizer.
    pub waiting: Option<WaitingAct>,
    /// Why the state of the ranking is withheld from this organizer.
    pub withheld: Option<Refusal>,
    /// What is left to deal and to visit, as the board says it: nothing for an organizer who sees no board.
    pub work: Arc<WorkLeft>,
}
crate::in_event!(Overview);

/// What keeps provisional results from becoming final.
#[derive(Clone, Copy, Debug)]
pub struct ProvisionalWinners {
    /// Until when winners have time.
    pub until: DateTime<Utc>,
    /// How many things that they owe are not ticked.
    pub missing: usize,
    /// How many winners are flagged as repeats.
    pub repeats: usize,
}

#[derive(Clone, Debug, Default)]
pub struct OverviewNumbers {
    pub counts: EventNumbers,
    /// What it has been given so far.
    pub setup: SetupNumbers,
    /// Projects to look at.
    pub attention: Vec<ProjectToCheck>,
    /// Open invitations that no mail server delivers.
    pub undelivered: i64,
    /// Judges to look at.
    pub judges: Vec<JudgeToCheck>,
    /// Teams without any project.
    pub teams: Vec<TeamToCheck>,
    /// Submitted reviews over time; empty before judging opens.
    pub timeline: Vec<Point>,
    /// Prizes whose winners nobody confirmed, without those that were taken from their winners.
    pub prizes_open: usize,
    /// How many of them the community’s vote decides.
    pub prizes_by_vote: usize,
    /// Prizes among them whose panel has nobody on it.
    pub panels_empty: Vec<PrizeId>,
    /// Those with a panel on which somebody gave no order.
    pub panels_unfinished: Vec<PrizeId>,
    /// Projects with facts that the portal found and no organizer has looked at.
    pub evidence_waiting: usize,
    /// Pairs of judge and project that look like a conflict of interest, which nobody settled; zero once judging is over.
    pub suggested_conflicts: usize,
}

/// The latest run, and whether it still says what the reviews say.
#[derive(Clone, Copy, Debug)]
pub struct LastRun {
    pub run: i32,
    /// When it was stored.
    pub at: DateTime<Utc>,
    /// Another run would say the same; `None` where this organizer may not know, and before it matters: judging goes on, or the
    /// results are out.
    pub fresh: Option<bool>,
    pub published: bool,
}

/// What is counted. None of it reveals scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventNumbers {
    /// Submitted projects, flagged ones among them.
    pub submitted: i64,
    pub drafts: i64,
    /// Submitted projects flagged as repeats.
    pub flagged: i64,
    pub teams_without_project: i64,
    pub judges: i64,
    /// Judges with a task that is not recused, and no submitted review.
    pub judges_silent: i64,
    /// Judges without any task that is not recused.
    pub judges_idle: i64,
    /// Tasks without a submitted review.
    pub pending: i64,
    /// Tasks with one.
    pub done: i64,
    /// Of these, submitted in the last hour.
    pub done_last_hour: i64,
    /// Tasks from which the judge stepped aside.
    pub recused: i64,
    /// How many judges each project should get.
    pub reviews_per_project: i64,
}

/// A project that an organizer may have to do something about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectToCheck {
    pub id: ProjectId,
    pub title: String,
    /// It is not submitted.
    pub draft: bool,
    /// Until when its team got more time to submit.
    pub more_time: Option<DateTime<Utc>>,
    /// It repeats another project, so it is not ranked.
    pub flagged: bool,
    /// It has fewer assignments than each project should get, not counting those that were given back.
    pub short: bool,
    /// It has no submitted review.
    pub unreviewed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamToCheck {
    pub id: TeamId,
    pub name: String,
    /// Until when it got more time to submit one.
    pub more_time: Option<DateTime<Utc>>,
}

/// A judge who has nothing to do, or has done nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeToCheck {
    pub id: PersonId,
    pub name: String,
    /// They have no task; otherwise they have tasks and no submitted review.
    pub idle: bool,
}
