//! Visits on the floor: judges mark those that came to nothing, and teams see how far the visits are.

use super::assignment;
use super::facts::AssignmentStatus;
use super::prelude::*;

acts! {
    /// Mark the visit to a project that one has still to review, or take the mark back.
    MarkVisit on OwnAssignment by (EventId, AssignmentId), No => mark;
    /// See how many judges have come to one's own project, and how many are to come.
    SeeOwnVisits on Project, No => see_own;
}

fn mark(asked: &Question<'_>) -> Verdict {
    assignment::own(asked)?;
    asked.judging_open()?;
    let Some(assignment) = asked.facts.assignment else { return Ok(()) };
    match assignment.status {
        AssignmentStatus::Done => require(false, Reason::VisitReviewed),
        AssignmentStatus::Recused => require(false, assignment::aside(assignment)),
        AssignmentStatus::Pending => Ok(()),
    }
}

/// Before judging opens a team is not told how many judges it has; once results are out the visits are over.
fn see_own(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    super::project::visible(asked)?;
    require(asked.facts.own_project(), Reason::OwnProjectOnly)?;
    let event = &asked.facts.event;
    found(event.phase(event.judging, asked.now) != Phase::NotYet && !event.published)
}
