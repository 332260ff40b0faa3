//! Who judges what, as the planner and its pages see it.

use crate::prelude::*;
use shared::planner::UntakenWork;

/// All that the planner reads of an event, with names for people.
#[derive(Clone, Debug, Default)]
pub struct PlanGround {
    /// How many judges a plan deals each project by the event's settings: the floor where the rest goes by need.
    pub reviews_per_project: u32,
    /// The judges, by name.
    pub judges: Vec<PlannedJudge>,
    /// Submitted projects that repeat no other, by title.
    pub projects: Vec<PlannedProject>,
    /// Every assignment of the event.
    pub assignments: Vec<PlannedAssignment>,
    /// Conflicts and own teams.
    pub barred: Vec<(PersonId, ProjectId)>,
    /// Projects of teams that judges were on: an organizer may give them by hand, and none is dealt.
    pub former: Vec<(PersonId, ProjectId)>,
    /// Tracks by name.
    pub tracks: Vec<(TrackId, String)>,
    /// Who is invited to judge and has not come yet, by name.
    pub invited: Vec<InvitedJudge>,
    /// What is dealt to them.
    pub invited_work: Vec<InvitedWork>,
    /// What they may not judge, as far as their addresses tell.
    pub invited_barred: Vec<(InvitationId, ProjectId)>,
    /// Projects of teams that they were on.
    pub invited_former: Vec<(InvitationId, ProjectId)>,
}

/// A judge whom the planner knows.
#[derive(Clone, Debug)]
pub struct PlannedJudge<I = PersonId> {
    pub id: I,
    /// Their name, or their address where they gave none.
    pub name: String,
    pub email: String,
    /// Most projects that they take.
    pub cap: Option<u32>,
    /// Their tracks; none for all.
    pub tracks: Vec<TrackId>,
}

/// Somebody who is invited to judge and has not come yet.
pub type InvitedJudge = PlannedJudge<InvitationId>;

/// A project that is dealt to an invitation. Its number is that of the assignment that it becomes.
#[derive(Clone, Copy, Debug)]
pub struct InvitedWork {
    pub id: AssignmentId,
    pub invitation: InvitationId,
    pub project: ProjectId,
}

/// Reviews that one act would deal to judges who are here, and what of them none of these can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToDeal {
    pub reviews: usize,
    /// At least so many stay.
    pub untaken: UntakenWork,
}

impl ToDeal {
    /// Whether none of them finds a judge.
    #[must_use]
    pub fn finds_nobody(&self) -> bool {
        self.reviews > 0 && self.untaken.reviews() >= self.reviews
    }
}

/// What judges still have to visit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitsLeft {
    /// How many minutes the event sets for a visit, if it does.
    pub minutes: Option<u32>,
    /// How many each judge has left, with those who have not come yet.
    pub each: Vec<u32>,
}

/// The number by which plans and printed sheets know somebody who is invited: no person has it.
pub fn invited_number(id: InvitationId) -> i64 {
    -id.0
}

/// The invitation that such a number stands for; none for a person's.
#[must_use]
pub fn invitation_of(number: i64) -> Option<InvitationId> {
    number.checked_neg().filter(|id| *id > 0).map(InvitationId)
}

#[derive(Clone, Debug)]
pub struct PlannedProject {
    pub id: ProjectId,
    pub title: String,
    pub team: String,
    pub track: Option<TrackId>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct PlannedAssignment {
    pub id: AssignmentId,
    pub judge: PersonId,
    pub project: ProjectId,
    pub status: AssignmentStatus,
    /// Whether a review is begun.
    pub reviewed: bool,
    /// An organizer set its review aside.
    pub voided: bool,
    /// An organizer entered its review for the judge.
    pub entered: bool,
    /// How it came to be: `planned`, `manual`, `pulled` or `import`.
    pub source: String,
}

#[derive(Clone, Debug)]
pub struct WrittenPlan {
    pub id: i64,
    /// How many assignments it added.
    pub added: i32,
    /// How many of them are pending and without a review.
    pub pending: i64,
    /// How many of them have a review.
    pub reviewed: i64,
    pub at: DateTime<Utc>,
    /// The seed.
    pub digest: String,
    /// Reviews for each project that were asked for.
    pub reviews_per_project: i32,
    /// The weight of expertise that was asked for.
    pub expertise_weight: i32,
}
