//! Who calls an operation, by which way, from where.

use model::account::SessionLink;
use model::context::Context;
use model::proposal::Proposal;
use serde_json::{Map, Value};
use shared::ids::{EventId, PersonId};
use shared::invitation::MemberRole;
use shared::proposal::{changed, members};
use shared::refusal::{Reason, Refusal, require};
use shared::rules::{Actor, Facts, Permit, ResultsView, Rule, Standing, may, results_view};

/// The way a caller proved who they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Via {
    /// Not at all.
    #[default]
    Nobody,
    /// A browser session, with the token that its forms carry.
    Session {
        /// Value of the cookie `csrftoken` and of the form field.
        csrf: String,
        /// SHA-256 of the session's identifier.
        id_hash: Vec<u8>,
    },
    Bearer,
    /// The command line, which acts as the system.
    Shell,
}

/// A proposal as it is confirmed.
#[derive(Clone, Debug)]
pub struct Proposed {
    /// By what way it came: the log says it.
    via: String,
    /// The values that it was made from; none where it was made by somebody who could not read them.
    seen: Option<Map<String, Value>>,
    sent: Map<String, Value>,
}

#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// The person, where signed in.
    pub actor: Option<Actor>,
    pub email: String,
    pub name: String,
    /// Whether they judge in some event: the navigation shows it.
    pub judges: bool,
    /// Whether they are on the panel of a prize that is still open: the navigation shows it.
    pub on_panel: bool,
    /// A link opened the session, or the session that made the token. Others can have that link.
    pub by_link: bool,
    /// What such links stand for; nothing once the roles ended that they were for.
    pub links: Vec<SessionLink>,
    /// The account has more than those links stand for. It does not exist for this caller.
    pub limited: bool,
    pub ip: Option<String>,
    pub via: Via,
    /// The proposal that they confirm.
    pub proposed: Option<Proposed>,
    /// What they do is what another organizer asked for, and they confirm it as the second one.
    pub confirms: bool,
}

impl Caller {
    /// The command line.
    pub fn shell() -> Self {
        let actor = Actor { person: PersonId(0), staff: true, confirmed: true, demo: false, passkey: true };
        Self { actor: Some(actor), email: "system".into(), via: Via::Shell, ..Self::default() }
    }

    /// The same as they confirm a proposal.
    #[must_use]
    pub fn confirming(&self, proposal: &Proposal) -> Self {
        let Proposal { via, was, body, .. } = proposal;
        let seen = (!was.is_empty()).then(|| members(was));
        let proposed = Proposed { via: via.clone(), seen, sent: members(body) };
        Self { proposed: Some(proposed), ..self.clone() }
    }

    /// By what way the act came that they confirm.
    pub(crate) fn proposed_via(&self) -> Option<String> {
        self.proposed.as_ref().map(|proposed| proposed.via.clone())
    }

    /// What the proposal sends that they confirm. Then the operation asks [`Caller::still`] about what it would change.
    pub(crate) fn proposal(&self) -> Option<&Map<String, Value>> {
        self.proposed.as_ref().map(|proposed| &proposed.sent)
    }

    /// Refuses a proposal that was made from something else than what is there now. Every operation that a proposal can name asks this
    /// behind its lock, about the values that the proposal kept.
    /// Errors: 409 where the values differ, and where the proposal kept none.
    pub(crate) fn still(&self, now: &Map<String, Value>) -> Result<(), Refusal> {
        let Some(Proposed { seen, sent, .. }) = &self.proposed else { return Ok(()) };
        let same = seen.as_ref().is_some_and(|seen| changed(seen, sent, now).is_empty());
        require(same, Reason::ProposalOutdated)
    }

    /// The person's id, where there is one.
    pub fn person(&self) -> Option<PersonId> {
        self.actor.filter(|_| self.via != Via::Shell).map(|a| a.person)
    }

    /// The caller, for acts of people with an account and of the command line.
    /// Errors: 401 for a visitor.
    pub fn signed_in(&self) -> Result<Actor, Refusal> {
        self.actor.ok_or_else(Refusal::unauthenticated)
    }

    /// The person, for acts on what is theirs.
    /// Errors: 401 for a visitor and for the command line.
    pub fn account(&self) -> Result<PersonId, Refusal> {
        self.person().ok_or_else(Refusal::unauthenticated)
    }

    /// Asks the rule of an act about what the context holds.
    /// Errors: as [`may`].
    pub fn ask<A: Rule>(&self, at: &Context) -> Result<Permit<A>, Refusal> {
        may(self.actor.as_ref(), &at.facts, at.now)
    }

    /// Hides what is there only once the results are published.
    /// Errors: 404 for a caller who does not see published results.
    pub(crate) fn sees_published(&self, at: &Context) -> Result<(), Refusal> {
        let view = results_view(self.actor.as_ref(), &at.facts, at.now);
        require(view == Ok(ResultsView::Published), Reason::NotFound)
    }

    /// Whether what the account has in this event exists for the caller: not where others' links opened the session, for
    /// other events.
    pub fn knows(&self, event: EventId) -> bool {
        !self.limited || self.links.iter().any(|link| link.event == event)
    }

    /// The same, for the event with this slug.
    pub fn knows_slug(&self, slug: &str) -> bool {
        !self.limited || self.links.iter().any(|link| link.slug == slug)
    }

    /// Whether the caller may be an organizer of the event with this slug, if the account is one: not where others' links opened the
    /// session as somebody else.
    pub fn may_organize(&self, slug: &str) -> bool {
        let organizer = MemberRole::Organizer.name();
        !self.limited || self.links.iter().any(|link| link.slug == slug && link.role == organizer)
    }

    /// Refuses a session that others' links opened what concerns the whole account.
    /// Errors: 403 where the account has more than the links stand for.
    pub fn is_whole(&self) -> Result<(), Refusal> {
        require(!self.limited, Reason::LinkSession)
    }

    /// What the caller is in an event, without what does not exist for them.
    pub(crate) fn limit(&self, event: EventId, facts: &mut Facts) {
        if !self.limited {
            return;
        }
        let has =
            |role: MemberRole| self.links.iter().any(|link| link.event == event && link.role == role.name());
        let Standing { organizer, judge, participant, team, more_time, .. } = &mut facts.standing;
        *organizer &= has(MemberRole::Organizer);
        *judge &= has(MemberRole::Judge);
        *participant &= has(MemberRole::Participant);
        if !has(MemberRole::Judge) && !has(MemberRole::Participant) {
            facts.knows.clear();
        }
        if !has(MemberRole::Participant) {
            *team = None;
            *more_time = None;
        }
    }

    /// Who else made the link by which the session came into this event, for the log.
    pub fn link_made_by(&self, event: EventId) -> Option<PersonId> {
        let mut made_by =
            self.links.iter().filter(|link| link.event == event).filter_map(|link| link.made_by);
        made_by.next_back().filter(|maker| Some(*maker) != self.person())
    }

    /// The token that this caller's forms carry; empty without a session.
    pub fn csrf(&self) -> &str {
        match &self.via {
            Via::Session { csrf, .. } => csrf,
            _ => "",
        }
    }

    /// In which role the caller acts, for the log.
    pub fn role(&self, facts: &Facts) -> &'static str {
        match (&self.via, self.actor) {
            (Via::Shell, _) => "system",
            (_, Some(_)) if facts.standing.organizer => "organizer",
            (_, Some(actor)) if actor.staff => "staff",
            _ if facts.standing.judge => "judge",
            _ if facts.standing.participant => "participant",
            _ => "person",
        }
    }
}
