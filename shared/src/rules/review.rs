//! Reviews: who saves them, and who reads what judges wrote.

use super::facts::AssignmentStatus;
use super::prelude::*;
use super::{assignment, project};

acts! {
    /// Save or submit the review of one's own assignment.
    SaveReview on OwnAssignment by (EventId, AssignmentId), Yes => save;
    /// Read any judge's review, as an organizer.
    ReadReview on Assignment, Yes => read;
    /// Enter a review that its judge scored on paper.
    EnterReview on Assignment by (EventId, AssignmentId, PersonId), Yes => enter;
    /// Enter reviews of several judges from a list.
    EnterReviews on Event, Yes => enter_any;
    /// Set a submitted review aside, so that it counts nowhere.
    VoidReview on Assignment, Yes => void;
    /// Take back that a review was set aside.
    RestoreReview on Assignment, Yes => restore;
    /// Read what judges wrote about a project, and its figures per criterion.
    ReadFeedback on Project, Yes => read_feedback;
    /// Choose what teams see of the reviews of their projects.
    ChooseFeedback on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Scores).and(asked.not_forgotten());
}

fn save(asked: &Question<'_>) -> Verdict {
    assignment::own(asked)?;
    asked.judging_open()?;
    let Some(assignment) = asked.facts.assignment else { return Ok(()) };
    require(assignment.status != AssignmentStatus::Recused, assignment::aside(assignment))
}

fn read(asked: &Question<'_>) -> Verdict {
    assignment::known(asked)?;
    asked.unconflicted_organizer(Withheld::Scores)
}

/// The judge's paper is the judge's review: the same window holds, and nobody who takes part enters it.
fn enter_any(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Scores)?;
    asked.unpublished()?;
    asked.judging_open()
}

fn enter(asked: &Question<'_>) -> Verdict {
    let assignment = assignment::known(asked)?;
    enter_any(asked)?;
    require(assignment.status != AssignmentStatus::Recused, assignment::already(assignment))
}

/// The published ranking rests on the reviews that counted then.
fn void(asked: &Question<'_>) -> Verdict {
    let assignment = assignment::known(asked)?;
    asked.unconflicted_organizer(Withheld::Scores)?;
    asked.unpublished()?;
    require(!assignment.voided, Reason::Voided)?;
    require(assignment.status == AssignmentStatus::Done, Reason::NotSubmitted)
}

fn restore(asked: &Question<'_>) -> Verdict {
    let assignment = assignment::known(asked)?;
    asked.unconflicted_organizer(Withheld::Scores)?;
    asked.unpublished()?;
    require(assignment.voided, Reason::NotVoided)
}

/// The team's, where the organizers chose that it sees some, while it sees the results; an organizer reads it with the scores.
fn read_feedback(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    project::visible(asked)?;
    if !asked.facts.own_project() {
        asked.organizer_or(Reason::FeedbackOfTeam)?;
        return asked.unconflicted_organizer(Withheld::Scores);
    }
    let event = &asked.facts.event;
    found(event.published && event.feedback.any() && !asked.vote_is_open())
}
