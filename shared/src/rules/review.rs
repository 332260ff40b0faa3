//! Reviews: who saves them, and who reads what judges wrote.

use super::facts::AssignmentStatus;
use super::organizer::Withheld;
use super::question::{Question, Verdict, found, require};
use super::{assignment, project};
use crate::refusal::{Code, Refusal};

acts! {
    /// Save or submit the review of one's own assignment.
    SaveReview on OwnAssignment => save;
    /// Read what judges wrote about a project.
    ReadFeedback on Project => read_feedback;
    /// Let teams read what judges wrote about their projects.
    ReleaseFeedback on Event => release_feedback;
}

fn save(asked: &Question<'_>) -> Verdict {
    assignment::own(asked)?;
    asked.judging_open()?;
    if asked.facts.assignment.is_some_and(|a| a.status == AssignmentStatus::Recused) {
        let sentence = "You stepped aside from this project: an organizer can give it back to you.";
        return Err(Refusal::new(Code::Recused, sentence));
    }
    Ok(())
}

/// The team's, once results are out and the organizer has released it; before, an organizer reads it with the scores.
fn read_feedback(asked: &Question<'_>) -> Verdict {
    let actor = asked.signed_in()?;
    project::visible(asked)?;
    if !asked.facts.own_project() {
        require(asked.facts.organizes(actor), "only the project's team reads its feedback")?;
        return asked.unconflicted_organizer(Withheld::Scores);
    }
    found(asked.facts.event.published && asked.facts.event.feedback)
}

fn release_feedback(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    if asked.facts.event.published {
        return Ok(());
    }
    let name = &asked.facts.event.name;
    let sentence = format!("Publish the results of {name} first: feedback is read beside them.");
    Err(Refusal::new(Code::NoRun, sentence))
}
