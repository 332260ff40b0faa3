//! Teams.

use crate::prelude::*;

/// The caller's own team in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Team {
    /// Event's slug.
    pub event: String,
    /// Name.
    pub name: String,
    /// Whether a link leads onto it. The link itself is shown once, to the member who makes it.
    pub has_link: bool,
    /// When submissions close for this team. Left out unless organizers gave it more time than the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub submissions_close_at: Option<DateTime<Utc>>,
    /// Why it got more time. Left out with `submissions_close_at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub more_time_reason: Option<String>,
    /// The address that the event's teams write to. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contact: Option<String>,
    /// Its members, in the order they joined.
    pub members: Vec<TeamMember>,
}

/// A member of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamMember {
    /// Display name.
    pub name: String,
    /// When they joined.
    pub joined_at: DateTime<Utc>,
}

/// A team as its join link shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LinkedTeam {
    /// The event's slug.
    pub event: String,
    /// The team's name.
    pub team: String,
    /// The names of its members, in the order they joined.
    pub members: Vec<String>,
    /// Whether the caller is on it already.
    pub mine: bool,
    /// Whether the caller can join it now.
    pub open: bool,
}
