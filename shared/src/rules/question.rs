//! What a rule is asked, and the checks that several rules share.

use super::facts::{Actor, Facts};
use crate::prelude::*;
use crate::refusal::{Reason, SiteAct, require};

/// A rule's answer.
pub(super) type Verdict = Result<(), Refusal>;

/// Who asks, about what, and when. A rule checks in this order: who is asking (401), what they may know of (404), what
/// their role allows (403), and then whether it can be done now (409).
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// The caller, where one is signed in.
    pub(super) actor: Option<&'a Actor>,
    /// The event, the caller's roles in it, and the subject of the act.
    pub(super) facts: &'a Facts,
    /// The moment of the act.
    pub(super) now: DateTime<Utc>,
}

impl<'a> Question<'a> {
    /// The caller, for acts of people with an account.
    pub(super) fn signed_in(&self) -> Result<&'a Actor, Refusal> {
        self.actor.ok_or_else(Refusal::unauthenticated)
    }

    /// The caller, for acts of site admins.
    pub(super) fn site_admin(&self, what: SiteAct) -> Verdict {
        require(self.signed_in()?.staff, Reason::SiteAdminsOnly(what))
    }

    /// Everybody can be one of the demo's people. They bring comments, votes and teams into the demo's events only, and
    /// into those where an organizer or an import gave them a role.
    pub(super) fn stays_in_demo(&self) -> Verdict {
        let standing = &self.facts.standing;
        let has_role = standing.organizer || standing.judge || standing.participant;
        let stays = !self.actor.is_some_and(|a| a.demo) || self.facts.event.demo || has_role;
        require(stays, Reason::DemoOnly)
    }

    /// Projects and teams can change now.
    pub(super) fn submissions_open(&self) -> Verdict {
        self.open(self.facts.submissions(), Stage::Submissions)
    }

    /// Reviews can be saved now.
    pub(super) fn judging_open(&self) -> Verdict {
        self.open(self.facts.event.judging, Stage::Judging)
    }

    /// Ballots can be cast now.
    pub(super) fn voting_open(&self) -> Verdict {
        self.open(self.facts.event.voting, Stage::Voting)
    }

    /// The event's personal data are still there: what people say and do can enter it.
    pub(super) fn not_forgotten(&self) -> Verdict {
        let event = &self.facts.event;
        match event.forgotten_at {
            Some(at) => Err(Reason::Forgotten { event: event.name.clone(), at }.into()),
            None => Ok(()),
        }
    }

    /// Refuses outside a window, with the event's name and the window's times.
    fn open(&self, window: Window, stage: Stage) -> Verdict {
        self.not_forgotten()?;
        let event = || self.facts.event.name.clone();
        let reason = match (window.phase(self.now), window.open, window.close) {
            (Phase::NotYet, Some(opens), closes) => {
                Reason::NotOpenYet { stage, event: event(), opens, closes }
            }
            (Phase::Closed, _, Some(closed)) => Reason::Closed { stage, event: event(), closed },
            _ => return self.opened(),
        };
        Err(reason.into())
    }

    /// The caller may know that the event is there: a draft is its organizers' alone.
    pub(super) fn sees_event(&self) -> Verdict {
        let organizes = self.actor.is_some_and(|actor| self.facts.organizes(actor));
        found(organizes || !self.facts.event.draft)
    }

    /// The event is no draft any more.
    pub(super) fn opened(&self) -> Verdict {
        let event = &self.facts.event;
        require(!event.draft, Reason::Draft { event: event.name.clone() })
    }

    /// Whether the event has a community vote that is open now.
    pub(super) fn vote_is_open(&self) -> bool {
        self.facts.event.vote_is_open(self.now)
    }
}

/// Refuses with 404 where a condition does not hold.
pub(super) fn found(holds: bool) -> Verdict {
    require(holds, Reason::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Code;
    use crate::rules::{EventFacts, VotingMode};
    use crate::window::at;

    #[test]
    fn a_refusal_names_the_event_and_the_times() {
        let refused = |window: Window, now, stage| {
            let event = EventFacts { name: "Demo".to_owned(), ..EventFacts::default() };
            let facts = Facts { event, ..Facts::default() };
            let refusal = Question { actor: None, facts: &facts, now }.open(window, stage).unwrap_err();
            (refusal.status(), refusal.reason)
        };
        let event = || "Demo".to_owned();
        let window = Window { open: Some(at(1)), close: Some(at(2)) };
        let closed = Reason::Closed { stage: Stage::Submissions, event: event(), closed: at(2) };
        assert_eq!(refused(window, at(3), Stage::Submissions), (409, closed));
        for closes in [Some(at(2)), None] {
            let window = Window { open: Some(at(1)), close: closes };
            let wanted = Reason::NotOpenYet { stage: Stage::Judging, event: event(), opens: at(1), closes };
            assert_eq!(refused(window, at(0), Stage::Judging), (409, wanted));
        }
    }

    #[test]
    fn no_window_of_a_draft_is_open_but_one_that_closed_says_so() {
        let window = |open, close| Window { open, close };
        let refused = |window: Window| {
            let event = EventFacts {
                draft: true,
                voting_mode: VotingMode::Code,
                voting: window,
                ..EventFacts::default()
            };
            let facts = Facts { event, ..Facts::default() };
            let asked = Question { actor: None, facts: &facts, now: at(2) };
            assert!(!asked.vote_is_open());
            asked.open(window, Stage::Voting).unwrap_err().code()
        };
        assert_eq!(refused(window(None, None)), Code::Draft, "without an opening");
        assert_eq!(refused(window(Some(at(1)), Some(at(3)))), Code::Draft, "whose opening has passed");
        assert_eq!(refused(window(Some(at(3)), None)), Code::VotingWindow);
        assert_eq!(refused(window(None, Some(at(1)))), Code::VotingWindow);
    }
}
