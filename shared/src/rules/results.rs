//! Results: who computes, publishes and sees a ranking.

use super::facts::{Actor, Facts};
use super::prelude::*;

acts! {
    /// Run the calibration, and read what it says about judges.
    Calibrate on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Scores);
    /// Make the weakly connected parts of a run tracks.
    DeclareParts on Event, Yes => |asked| asked.organizer_until_final(Withheld::Scores).and(asked.not_forgotten());
    /// Publish a run, or correct what was published.
    Publish on Event, Yes => publish;
    /// Publish the scores without names, for anybody to study.
    PublishOpenData on Event, Yes => publish_open_data;
}

/// The ranking that a caller sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultsView {
    /// The published run.
    Published,
    /// The latest run, shown to an organizer before publication.
    Preview,
}

/// Which ranking a caller sees. Published results are everybody's, except while a vote hides them. Hidden and unpublished
/// ones are the organizers' own.
///
/// # Errors
/// 404 for callers who may not know; 403 for an organizer who takes part, before publication.
pub fn results_view(
    actor: Option<&Actor>,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<ResultsView, Refusal> {
    let asked = Question { actor, facts, now };
    let organizes = actor.is_some_and(|a| facts.acts_as_organizer(a));
    asked.sees_event()?;
    if facts.event.published && (organizes || !asked.vote_is_open()) {
        return Ok(ResultsView::Published);
    }
    found(organizes)?;
    asked.unconflicted_organizer(Withheld::Scores).map(|()| ResultsView::Preview)
}

/// Nothing is published while the vote is open.
fn publish(asked: &Question<'_>) -> Verdict {
    asked.organizer_until_final(Withheld::Scores)?;
    asked.not_forgotten()?;
    asked.opened()?;
    let event = &asked.facts.event;
    let (name, closes) = (event.name.clone(), event.voting.close);
    require(!asked.vote_is_open(), Reason::VoteOpen { event: name, closes })
}

/// Scores without names follow the results: before, they would say too much.
fn publish_open_data(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Scores)?;
    asked.not_forgotten()?;
    let event = &asked.facts.event;
    let (name, closes) = (event.name.clone(), event.voting.close);
    require(event.published, Reason::OpenDataEarly { event: name.clone() })?;
    require(!asked.vote_is_open(), Reason::VoteOpen { event: name, closes })
}
