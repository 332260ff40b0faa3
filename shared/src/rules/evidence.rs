//! Evidence about projects: who raises a flag, answers and looks at it, and who reads the words of others.

use super::facts::AssignmentStatus;
use super::prelude::*;
use super::{assignment, project};

acts! {
    /// Open the organizers' desk, with what the portal found.
    ReadEvidence on Event, No => |asked| asked.organizer();
    /// Read what judges, teams and organizers wrote on it.
    ReadFlags on Event, Yes => |asked| asked.organizer_until_final(Withheld::Evidence);
    /// Note something about a project, or say that one looked at its facts.
    LookAtEvidence on Project by (EventId, ProjectId, PersonId), Yes => look;
    /// Flag a project that one judges.
    FlagProject on OwnAssignment by (EventId, ProjectId, PersonId), No => flag;
    /// Answer for one's team what is found about its project.
    AnswerEvidence on Project by (EventId, ProjectId, PersonId), No => answer;
}

fn collects(asked: &Question<'_>) -> Verdict {
    asked.not_forgotten()?;
    let event = &asked.facts.event;
    require(event.evidence, Reason::EvidenceOff { event: event.name.clone() })
}

/// It has no end: winners are looked at between the first publication and the last.
fn look(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    project::visible(asked)?;
    asked.organizer_until_final(Withheld::Evidence)?;
    collects(asked)
}

/// A judge flags while they review, and no project that they gave back.
fn flag(asked: &Question<'_>) -> Verdict {
    assignment::own(asked)?;
    collects(asked)?;
    asked.judging_open()?;
    let Some(assignment) = asked.facts.assignment else { return Ok(()) };
    require(assignment.status != AssignmentStatus::Recused, assignment::aside(assignment))
}

/// Until the close a team mends its project instead. What is published names what was answered.
fn answer(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    project::visible(asked)?;
    require(asked.facts.own_project(), Reason::OwnProjectOnly)?;
    collects(asked)?;
    let (event, window) = (&asked.facts.event, asked.facts.submissions());
    require(window.is_over(asked.now) && !event.published, Reason::AnswerTime { event: event.name.clone() })
}
