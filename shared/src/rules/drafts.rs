//! Who sees which drafts: of projects, and an event that is one. Who reads which answers to an event's own questions, and who learns
//! whose a project of a blind event is.

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
        Some(actor) if facts.acts_as_organizer(actor) => Drafts::All,
        Some(_) => Drafts::OfTeam(facts.standing.team),
        None => Drafts::OfTeam(None),
    }
}

/// Which of a team's answers the caller reads, of a project that they see. A team reads its own.
pub fn answers_seen(actor: Option<&Actor>, facts: &Facts, team: TeamId) -> ShownTo {
    if facts.standing.team == Some(team) || actor.is_some_and(|actor| facts.acts_as_organizer(actor)) {
        ShownTo::Organizers
    } else if facts.standing.judge {
        ShownTo::Judges
    } else {
        ShownTo::All
    }
}

/// Whether the caller may know whose project it is: its team, the people on it, and what its team says would tell. While an event is
/// blind, visitors may not, since a judge can sign out.
pub fn sees_team(actor: Option<&Actor>, facts: &Facts, project: ProjectId) -> bool {
    !facts.event.blind || facts.knows.contains(&project) || sees_teams(actor, facts)
}

/// Whether the caller may know the team of every project of the event.
pub fn sees_teams(actor: Option<&Actor>, facts: &Facts) -> bool {
    !facts.event.blind || actor.is_some_and(|actor| facts.acts_as_organizer(actor))
}

/// Whether the caller sees of the event's projects, comments, results, prizes and votes what everybody sees, and no more.
pub fn sees_what_is_public(actor: Option<&Actor>, facts: &Facts) -> bool {
    drafts_seen(actor, facts) == Drafts::OfTeam(None) && !facts.standing.knows_teams
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{EventFacts, Standing};

    #[test]
    fn a_blind_event_tells_whose_a_project_is_to_those_who_know_it_and_to_organizers() {
        let actor = Actor { person: PersonId(1), staff: false, confirmed: true, demo: false, passkey: false };
        let event = EventFacts { blind: true, ..EventFacts::default() };
        let facts = Facts { event, knows: vec![ProjectId(1)], ..Facts::default() };
        let sees = |facts: &Facts| [1, 2].map(|id| sees_team(Some(&actor), facts, ProjectId(id)));
        assert_eq!(sees(&facts), [true, false]);
        assert!(!sees_team(None, &Facts { knows: Vec::new(), ..facts.clone() }, ProjectId(1)));
        let standing = Standing { organizer: true, ..Standing::default() };
        assert_eq!(sees(&Facts { standing, ..facts.clone() }), [true, true]);
        assert_eq!(sees(&Facts { event: EventFacts::default(), ..facts }), [true, true]);
    }
}
