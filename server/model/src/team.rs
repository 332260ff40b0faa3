//! Teams and their members.

use chrono::{DateTime, Utc};
use shared::ids::TeamId;

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

/// The team to which a join link leads.
#[derive(Clone, Debug)]
pub struct LinkedTeam {
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
    /// Its members, in the order they joined.
    pub members: Vec<TeamMember>,
}
