//! Assignments: which judge has which project, and who changes that.

use super::facts::{AssignmentFacts, AssignmentStatus};
use super::prelude::*;

acts! {
    /// Read one's own assignment and the review kept with it.
    ReadAssignment on OwnAssignment, Yes => own;
    /// Take another project to judge, with nothing left but visits that were marked as missed.
    PullProject on Event by (EventId, PersonId), Yes => pull;
    /// Step aside from a project, or set a judge aside.
    Recuse on Assignment, Yes => recuse;
    /// Give a recused judge the project back.
    Reinstate on Assignment, Yes => reinstate;
    /// Read who judges what.
    ReadAssignments on Event, Yes => read_all;
    /// Watch how far projects, judges and prizes are while judging runs.
    WatchBoard on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Progress);
    /// Give a judge a project.
    Assign on Event, Yes => assign;
    /// Take a project that nobody has reviewed away from its judge.
    Unassign on Assignment, Yes => unassign;
    /// Write a plan of who judges what, and take the last one back.
    PlanAssignments on Event, Yes => assign;
}

/// An assignment is its judge's.
pub(super) fn own(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    found(asked.facts.assignment.is_some_and(|a| a.mine))
}

/// A judge of the event takes another project while reviews can be saved and results are not out.
fn pull(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.judge, Reason::EventJudgesOnly)?;
    asked.judging_open()?;
    asked.unpublished()
}

/// A judge steps aside until judging closes. Until publication an organizer without a conflict sets any judge aside; one
/// who judges steps aside as any judge does.
fn recuse(asked: &Question<'_>) -> Verdict {
    let assignment = known(asked)?;
    let organizes = asked.facts.acts_as_organizer(asked.signed_in()?);
    let as_judge = assignment.mine && (asked.facts.takes_part() || !organizes);
    if !as_judge {
        asked.unconflicted_organizer(Withheld::Assignments)?;
    }
    asked.unpublished()?;
    if as_judge && asked.facts.event.judging.is_over(asked.now) {
        asked.judging_open()?;
    }
    require(assignment.status != AssignmentStatus::Recused, already(assignment))
}

/// Why a judge does nothing on a project from which they are recused.
pub(super) fn aside(assignment: AssignmentFacts) -> Reason {
    match assignment {
        AssignmentFacts { ended_with_project: true, .. } => Reason::Withdrawn,
        AssignmentFacts { voided: true, .. } => Reason::Voided,
        AssignmentFacts { taken_off: true, .. } => Reason::TakenOff,
        _ => Reason::RecusedSelf,
    }
}

/// Why nobody is taken off a project, and no review of it is entered, where its judge is recused.
pub(super) fn already(assignment: AssignmentFacts) -> Reason {
    match aside(assignment) {
        Reason::TakenOff | Reason::RecusedSelf => Reason::RecusedAlready,
        why => why,
    }
}

fn reinstate(asked: &Question<'_>) -> Verdict {
    let assignment = known(asked)?;
    asked.unconflicted_organizer(Withheld::Assignments)?;
    asked.unpublished()?;
    require(!assignment.voided, Reason::Voided)?;
    require(assignment.status == AssignmentStatus::Recused, Reason::NotRecused)
}

fn read_all(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Assignments)
}

/// What was reviewed stays. A judge who stepped aside stays aside: without the row, a plan could pair the two again.
fn unassign(asked: &Question<'_>) -> Verdict {
    let assignment = known(asked)?;
    assign(asked)?;
    require(assignment.status != AssignmentStatus::Recused, already(assignment))?;
    require(assignment.status != AssignmentStatus::Done, Reason::HasReview)
}

fn assign(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Assignments)?;
    asked.unpublished()
}

/// The assignment, for its own judge and for organizers; for anybody else there is none.
pub(super) fn known(asked: &Question<'_>) -> Result<AssignmentFacts, Refusal> {
    let organizes = asked.facts.acts_as_organizer(asked.signed_in()?);
    asked.facts.assignment.filter(|a| a.mine || organizes).ok_or_else(Refusal::not_found)
}
