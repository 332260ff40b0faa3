//! Teams and their members.

use crate::assignment::ProjectVisits;
use crate::context::Context;
use crate::prelude::*;
use crate::project::{Project, TeamProject};
use crate::publication::WinnerDuty;

/// A team as its own members see it.
#[derive(Clone, Debug)]
pub struct Team {
    pub name: String,
    /// Whether others can join by a link.
    pub has_link: bool,
    /// How many projects it has, drafts too.
    pub projects: i64,
}

#[derive(Clone, Debug)]
pub struct TeamMember {
    pub name: String,
    pub joined_at: DateTime<Utc>,
}

/// A team of an event, to choose from, or to which a join link leads.
#[derive(Clone, Debug)]
pub struct NamedTeam {
    pub id: TeamId,
    pub name: String,
}

/// A person's own team in one event.
#[derive(Clone, Debug)]
pub struct EventTeam {
    /// Event's slug.
    pub event: String,
    pub name: String,
    /// Whether a link leads onto it.
    pub has_link: bool,
    /// When submissions close for it, where it got more time, and why it got that.
    pub more_time: Option<DateTime<Utc>>,
    pub more_time_reason: Option<String>,
    /// The address that the event's teams write to.
    pub contact: Option<String>,
    /// Its members, in the order they joined.
    pub members: Vec<TeamMember>,
}

/// More time to submit than the other teams have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoreTime {
    pub team: TeamId,
    pub name: String,
    pub until: DateTime<Utc>,
    /// Why: everybody reads it with the results.
    pub reason: String,
}

impl MoreTime {
    /// Whether it ends after submissions close for all: the close may have been moved behind it since.
    #[must_use]
    pub fn is_longer(&self, close: Option<DateTime<Utc>>) -> bool {
        close.is_some_and(|close| self.until > close)
    }
}

/// The caller's own team, and what they may do about it now.
#[derive(Clone, Debug)]
pub struct OwnTeam {
    pub team: Team,
    /// Its members, in the order they joined.
    pub members: Vec<TeamMember>,
    /// Why its name and its link cannot be changed now.
    pub change_refused: Option<Refusal>,
    pub leave_refused: Option<Refusal>,
    /// Its projects that are not ranked: an organizer withdrew them, or flagged them as repeats.
    pub unranked: Vec<TeamProject>,
    /// The visits of judges to its projects, once judging has opened.
    pub visits: Vec<(Project, ProjectVisits)>,
    /// The time that it got beyond the close.
    pub more_time: Option<MoreTime>,
    /// What it owes as a winner, while results are provisional.
    pub duties: Vec<WinnerDuty>,
}

/// The caller's team in an event; and, where there is none, why none may be founded now.
#[derive(Clone, Debug)]
pub struct TeamView {
    pub at: Context,
    pub team: Option<OwnTeam>,
    /// Why the caller cannot found or join one now.
    pub enter_refused: Option<Refusal>,
}
crate::in_event!(TeamView);

/// A team as its join link shows it.
#[derive(Clone, Debug)]
pub struct TeamInvitation {
    pub team: NamedTeam,
    /// Names of its members, in the order they joined.
    pub members: Vec<String>,
    /// Whether the caller is on it already.
    pub mine: bool,
    pub refused: Option<Refusal>,
}
