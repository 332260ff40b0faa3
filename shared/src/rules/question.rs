//! What a rule is asked, and the checks that several rules share.

use super::facts::{Actor, Facts, VotingMode};
use crate::refusal::{Reason, Refusal, SiteAct};
use crate::window::Stage;
use chrono::{DateTime, Utc};

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
        self.facts.event.submissions.require(Stage::Submissions, &self.facts.event.name, self.now)
    }

    /// Reviews can be saved now.
    pub(super) fn judging_open(&self) -> Verdict {
        self.facts.event.judging.require(Stage::Judging, &self.facts.event.name, self.now)
    }

    /// Ballots can be cast now.
    pub(super) fn voting_open(&self) -> Verdict {
        self.facts.event.voting.require(Stage::Voting, &self.facts.event.name, self.now)
    }

    /// Whether the event has a community vote that is open now.
    pub(super) fn vote_is_open(&self) -> bool {
        let event = &self.facts.event;
        event.voting_mode != VotingMode::Off && event.voting.is_open(self.now)
    }
}

/// Refuses for a reason where a condition does not hold.
pub(super) fn require(holds: bool, otherwise: Reason) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

/// Refuses with 404 where a condition does not hold.
pub(super) fn found(holds: bool) -> Verdict {
    require(holds, Reason::NotFound)
}
