//! Who sees which drafts: of projects, and an event that is one. And who reads which answers to an event's own questions.

use super::facts::{Actor, Facts};
use super::prelude::*;
use crate::form_question::ShownTo;

/// The drafts that a caller sees beside the submitted projects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drafts {
    /// None, or those of the caller's team.
    OfTeam(Option<TeamId>),
    /// Every one.
    All,
}

impl Drafts {
    /// Whether a draft of this team is among them.
    pub fn hold(self, team: TeamId) -> bool {
        match self {
            Self::All => true,
            Self::OfTeam(own) => own == Some(team),
        }
    }
}

/// Whether the caller may know that the event is there. Every operation in an event asks this first.
///
/// # Errors
/// 404 for a draft, unless the caller organizes it.
pub fn sees_event(actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Result<(), Refusal> {
    Question { actor, facts, now }.sees_event()
}

/// A draft is its team's and the organizers'.
pub fn drafts_seen(actor: Option<&Actor>, facts: &Facts) -> Drafts {
    match actor {
        Some(actor) if facts.organizes(actor) => Drafts::All,
        Some(_) => Drafts::OfTeam(facts.standing.team),
        None => Drafts::OfTeam(None),
    }
}

/// Which of a team's answers the caller reads, of a project that they see. A team reads its own.
pub fn answers_seen(actor: Option<&Actor>, facts: &Facts, team: TeamId) -> ShownTo {
    if facts.standing.team == Some(team) || actor.is_some_and(|actor| facts.organizes(actor)) {
        ShownTo::Organizers
    } else if facts.standing.judge {
        ShownTo::Judges
    } else {
        ShownTo::All
    }
}

/// Whether the caller sees of the event's projects, comments, results, prizes and votes what everybody sees, and no more.
pub fn sees_what_is_public(actor: Option<&Actor>, facts: &Facts) -> bool {
    drafts_seen(actor, facts) == Drafts::OfTeam(None)
}
