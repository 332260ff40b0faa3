//! Teams and their members.

use crate::prelude::*;

/// A team as its own members see it.
#[derive(Clone, Debug)]
pub struct Team {
    pub name: String,
    /// Whether others can join by a link.
    pub has_link: bool,
    /// How many projects it has, drafts too.
    pub projects: i64,
}

/// A member of a team.
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
    /// When submissions close for it, where it got more time.
    pub more_time: Option<DateTime<Utc>>,
    /// Its members, in the order they joined.
    pub members: Vec<TeamMember>,
}

/// More time to submit than the other teams have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoreTime {
    pub team: TeamId,
    /// The team's name.
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
