//! Reviews: who saves them, and who reads what judges wrote.

use super::facts::AssignmentStatus;
use super::question::{Question, Verdict, found, require};
use super::{assignment, project};
use crate::ids::{AssignmentId, EventId};
use crate::refusal::{Reason, Withheld};

acts! {
    /// Save or submit the review of one's own assignment.
    SaveReview on OwnAssignment by (EventId, AssignmentId) => save;
    /// Read what judges wrote about a project.
    ReadFeedback on Project => read_feedback;
    /// Let teams read what judges wrote about their projects.
    ReleaseFeedback on Event => release_feedback;
}

fn save(asked: &Question<'_>) -> Verdict {
    assignment::own(asked)?;
    asked.judging_open()?;
    let recused = asked.facts.assignment.is_some_and(|a| a.status == AssignmentStatus::Recused);
    require(!recused, Reason::RecusedSelf)
}

/// The team's, once results are out and the organizer has released it; before, an organizer reads it with the scores.
fn read_feedback(asked: &Question<'_>) -> Verdict {
    let actor = asked.signed_in()?;
    project::visible(asked)?;
    if !asked.facts.own_project() {
        require(asked.facts.organizes(actor), Reason::FeedbackOfTeam)?;
        return asked.unconflicted_organizer(Withheld::Scores);
    }
    found(asked.facts.event.published && asked.facts.event.feedback)
}

fn release_feedback(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    let event = &asked.facts.event;
    require(event.published, Reason::FeedbackBeforeResults { event: event.name.clone() })
}
