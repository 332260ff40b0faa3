//! The caller.

use super::team::Team;
use crate::prelude::*;

/// The caller's own account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// Identifier.
    pub id: PersonId,
    /// Address.
    pub email: String,
    /// Display name.
    pub name: String,
    /// Whether the address is confirmed.
    pub confirmed: bool,
    /// Whether this is a site admin, who counts as organizer of every event.
    pub is_staff: bool,
    /// Roles by event, in the events' order.
    pub roles: Vec<Role>,
    /// The caller's own teams, with their members, by event.
    pub teams: Vec<Team>,
}

/// One role in one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Role {
    /// Event's slug.
    pub event: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    /// Name of the caller's team in the event; null without one.
    #[schema(required)]
    pub team: Option<String>,
}
