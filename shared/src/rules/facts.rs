//! What a rule needs to know: the caller, the event, and the subject of the act.

use crate::feedback::FeedbackChoice;
use crate::invitation::MemberRole;
use crate::prelude::*;
use crate::refusal::Part;

/// A signed-in caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Who.
    pub person: PersonId,
    /// Site admins count as organizers of every event.
    pub staff: bool,
    /// Whether the address is confirmed.
    pub confirmed: bool,
    /// One of the demo's accounts, whose passwords and tokens are public.
    pub demo: bool,
    /// The session was opened with a passkey or a recovery code, or the token was made in such a session.
    pub passkey: bool,
}

/// The caller's roles in the event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Organizes the event.
    pub organizer: bool,
    /// Judges in the event.
    pub judge: bool,
    /// Takes part in the event.
    pub participant: bool,
    /// The caller's team in the event.
    pub team: Option<TeamId>,
    /// Until when that team may submit, where it got more time than the others.
    pub more_time: Option<DateTime<Utc>>,
    /// What stays of any part that the caller took.
    pub past: PastPart,
    /// Whether they know a team that a blind event hides from others.
    pub knows_teams: bool,
}

/// How somebody takes part in an event, whatever their roles are now. Nobody loses it: who leaves a team knows it, and can join
/// again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PastPart {
    /// They judge, or judged.
    pub judged: bool,
    /// They are on a team, or were.
    pub on_team: bool,
}

/// The role that an act gives, offers or takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleFacts {
    /// Which.
    pub role: MemberRole,
    /// It is the caller's own.
    pub own: bool,
    /// The person who gets the role organizes the event.
    pub of_organizer: bool,
    /// Every organizer of the event takes part in it.
    pub nobody_free: bool,
    /// The team that it leads onto: an invitation's, or that of the account which its link signs in.
    pub team: Option<TeamId>,
}

/// The event's times and state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFacts {
    /// Which; none for acts outside any event.
    pub id: Option<EventId>,
    /// Name, for the sentences.
    pub name: String,
    /// No organizer has opened it yet: nobody else sees it, and no window is open.
    pub draft: bool,
    /// When projects may be created and edited.
    pub submissions: Window,
    /// When reviews may be saved.
    pub judging: Window,
    /// When ballots may be cast.
    pub voting: Window,
    /// How the community votes, if at all: without a vote the voting window has no effect.
    pub voting_mode: VotingMode,
    /// Whether results were published.
    pub published: bool,
    /// Whether what is published is provisional: winners may still lose their prizes.
    pub provisional: bool,
    /// Until when questions about its results are taken; none: not at all.
    pub questions_until: Option<DateTime<Utc>>,
    /// The day on which its personal data go, where one is set.
    pub forget_on: Option<DateTime<Utc>>,
    /// When they went. The event is closed since.
    pub forgotten_at: Option<DateTime<Utc>>,
    /// What teams see of the reviews of their projects once the results are published.
    pub feedback: FeedbackChoice,
    /// One of the demo's events.
    pub demo: bool,
    /// Whether any review exists, drafts included.
    pub reviewed: bool,
    /// How further reviews are handed out.
    pub review_rule: ReviewRule,
    /// Whether judges are asked for the three projects that they like best.
    pub first_three: bool,
    /// Whether facts about projects are collected, and people may write on them.
    pub evidence: bool,
    /// It is judged blind, and its results are not published.
    pub blind: bool,
    /// Whether devices of judges count which of a project's links were opened.
    pub counts_looks: bool,
    /// Organizers act only in a session that was opened with a passkey, or by a token of such a session.
    pub organizers_need_passkey: bool,
}

impl EventFacts {
    /// The position of `now` relative to one of the event's windows. None is open while the event is a draft.
    pub fn phase(&self, window: Window, now: DateTime<Utc>) -> Phase {
        match window.phase(now) {
            Phase::Open if self.draft => Phase::NotYet,
            phase => phase,
        }
    }

    /// Whether there is a community vote that is open.
    pub fn vote_is_open(&self, now: DateTime<Utc>) -> bool {
        self.voting_mode != VotingMode::Off && self.phase(self.voting, now) == Phase::Open
    }

    /// When a team may submit and edit: the event's window, longer where it got more time until then.
    pub fn submissions_of(&self, until: Option<DateTime<Utc>>) -> Window {
        self.submissions.extended(self.more_time(until))
    }

    /// The end of more time that a team got until then: judges see what it sends, and published results rest on it.
    pub fn more_time(&self, until: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
        let until = until.filter(|_| !self.published)?;
        Some(self.judging.close.map_or(until, |close| until.min(close)))
    }
}

/// The portal's state and settings, for acts outside events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortalFacts {
    /// It has no account at all.
    pub empty: bool,
    /// Everybody with a confirmed address may create events, not only site admins.
    pub anyone_creates: bool,
}

/// How the community votes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VotingMode {
    /// Not at all.
    #[default]
    Off,
    /// Signed in, with a confirmed address.
    Account,
    /// By single-use codes that the organizer hands out.
    Code,
}

named! { VotingMode: Off = "off", Account = "account", Code = "code" }

/// How projects are handed out to judges who ask for another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReviewRule {
    /// The one with the fewest reviews.
    #[default]
    Even,
    /// The one where a review helps most, once every project has its floor.
    Need,
}

named! { ReviewRule: Even = "even", Need = "need" }

/// The project that an act is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProjectFacts {
    /// Which.
    pub id: ProjectId,
    /// Its team.
    pub team: TeamId,
    /// Submitted projects are public.
    pub submitted: bool,
    /// An organizer withdrew it. It is then not `submitted`.
    pub withdrawn: bool,
}

/// The state of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignmentStatus {
    /// No submitted review yet.
    Pending,
    /// The review is submitted.
    Done,
    /// The judge stepped aside, or an organizer set the review aside.
    Recused,
}

named! { AssignmentStatus: Pending = "pending", Done = "done", Recused = "recused" }

/// The assignment that an act is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssignmentFacts {
    /// Which.
    pub id: AssignmentId,
    /// Whether it is the caller's.
    pub mine: bool,
    /// Its state.
    pub status: AssignmentStatus,
    /// An organizer took the judge off it. The status is then `recused`.
    pub taken_off: bool,
    /// It ended as its project was withdrawn. The status is then `recused`.
    pub ended_with_project: bool,
    /// An organizer set its review aside. The status is then `recused`.
    pub voided: bool,
}

/// The comment that an act is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommentFacts {
    /// Which.
    pub id: CommentId,
    /// Whether the caller wrote it.
    pub own: bool,
}

/// The prize that an act is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrizeFacts {
    /// Which.
    pub id: PrizeId,
    /// Whether the caller is on its panel.
    pub on_panel: bool,
    /// Whether its winners are confirmed.
    pub awarded: bool,
}

/// All that a rule looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The event.
    pub event: EventFacts,
    /// The caller in it.
    pub standing: Standing,
    /// The project, where the act is on one.
    pub project: Option<ProjectFacts>,
    /// The assignment, where the act is on one.
    pub assignment: Option<AssignmentFacts>,
    /// The comment, where the act is on one.
    pub comment: Option<CommentFacts>,
    /// The portal, for acts outside events.
    pub portal: PortalFacts,
    /// The prize, where the act is on one.
    pub prize: Option<PrizeFacts>,
    /// The role, where the act is about one.
    pub role: Option<RoleFacts>,
    /// The window, where the act is on one.
    pub stage: Option<Stage>,
    /// In a blind event, the projects whose team the caller knows: their own team's, and those that they have reviewed as a judge.
    pub knows: Vec<ProjectId>,
    /// Every team that the caller is on, was on, is invited to, or is named on by a list.
    pub ties: Vec<TeamId>,
}

/// What saving one's own review depends on, beside the assignment: its rule looks at no other fact, and the log names a role. A save reads
/// nothing else, since all that it reads is read for each review.
#[derive(Clone, Debug)]
pub struct SaveFacts {
    /// The event.
    pub id: EventId,
    /// As in [`EventFacts`], like what follows.
    pub name: String,
    /// No organizer has opened the event yet.
    pub draft: bool,
    /// When reviews may be saved.
    pub judging: Window,
    /// When the event's personal data went.
    pub forgotten_at: Option<DateTime<Utc>>,
    /// Whether devices of judges count which links were opened.
    pub counts_looks: bool,
    /// The caller organizes the event.
    pub organizer: bool,
    /// The caller judges in it.
    pub judge: bool,
    /// The caller takes part in it.
    pub participant: bool,
}

impl From<SaveFacts> for Facts {
    fn from(read: SaveFacts) -> Self {
        let SaveFacts { id, name, draft, judging, forgotten_at, counts_looks, organizer, judge, participant } =
            read;
        let id = Some(id);
        let event =
            EventFacts { id, name, draft, judging, forgotten_at, counts_looks, ..EventFacts::default() };
        let standing = Standing { organizer, judge, participant, ..Standing::default() };
        Self { event, standing, ..Self::default() }
    }
}

impl Facts {
    /// When the caller may submit and edit: the event's window, longer where their team got more time.
    pub fn submissions(&self) -> Window {
        self.event.submissions_of(self.standing.more_time)
    }

    /// Whether the caller's team owns the project.
    pub fn own_project(&self) -> bool {
        self.standing.team.is_some() && self.standing.team == self.project.map(|p| p.team)
    }

    /// Whether the project is of a team to which the caller has a tie.
    pub fn tied_to_project(&self) -> bool {
        self.project.is_some_and(|project| self.ties.contains(&project.team))
    }

    /// Whether the caller organizes the event, as its organizer or as a site admin. Where it asks for a passkey, they may not act
    /// as one yet: [`Self::acts_as_organizer`].
    pub fn organizes(&self, actor: &Actor) -> bool {
        actor.staff || self.standing.organizer
    }

    /// Whether the caller organizes the event and has shown the passkey that it may ask for.
    pub fn acts_as_organizer(&self, actor: &Actor) -> bool {
        self.organizes(actor) && (actor.passkey || !self.event.organizers_need_passkey)
    }

    /// The teams of an organizer whose reviews lists and counts leave out until publication, also those that they left: they could come
    /// back.
    pub fn teams_left_out(&self) -> &[TeamId] {
        if self.event.published { &[] } else { &self.ties }
    }

    /// Whether the caller takes part in the event: they judge, are on a team or could join one, or did so at any time. The
    /// database computes the same (`takes_part`).
    pub fn takes_part(&self) -> bool {
        self.part().is_some()
    }

    /// How the caller takes part in the event, if they do.
    pub fn part(&self) -> Option<Part> {
        let Standing { judge, participant, team, past, .. } = self.standing;
        let parts = [
            (judge, Part::Judge),
            (team.is_some(), Part::Team),
            (past.judged, Part::Judged),
            (past.on_team, Part::LeftTeam),
            (!self.ties.is_empty(), Part::Invited),
            (participant, Part::Participant),
        ];
        parts.into_iter().find(|(holds, _)| *holds).map(|(_, part)| part)
    }
}
