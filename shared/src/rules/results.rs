//! Who sees which ranking.

use super::conflict::{Withheld, unconflicted_organizer};
use super::facts::{Actor, EventFacts, Facts, VotingMode};
use crate::refusal::Refusal;
use chrono::{DateTime, Utc};

/// The ranking that a caller sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultsView {
    /// The published run.
    Published,
    /// The latest run, shown to an organizer before publication.
    Preview,
}

/// Published results are everybody's; before that, and for organizers while the vote hides them, the
/// latest or published run is the organizers' own. Everybody else learns nothing.
///
/// # Errors
/// 404 for who may not know; 403 for an organizer who takes part, before publication.
pub fn results_view(
    actor: Option<&Actor>,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<ResultsView, Refusal> {
    let organizes = actor.filter(|a| facts.organizes(a));
    let hidden = vote_is_open(&facts.event, now);
    match organizes {
        _ if facts.event.published && (!hidden || organizes.is_some()) => Ok(ResultsView::Published),
        Some(actor) => unconflicted_organizer(actor, facts, Withheld::Scores).map(|()| ResultsView::Preview),
        None => Err(Refusal::not_found()),
    }
}

/// Whether the community vote is open now.
#[must_use]
pub(super) fn vote_is_open(event: &EventFacts, now: DateTime<Utc>) -> bool {
    event.voting_mode != VotingMode::Off && event.voting.is_open(now)
}
