//! Accounts as site admins see them.

use crate::person::{AccountNumbers, EventRole};
use crate::prelude::*;
use shared::names::is_deleted_address;

#[derive(Clone, Debug)]
pub struct ManagedAccount {
    pub person: PersonId,
    pub email: String,
    pub name: String,
    /// A site admin.
    pub staff: bool,
    pub confirmed: bool,
    pub deactivated_at: Option<DateTime<Utc>>,
    pub demo: bool,
    pub created_at: DateTime<Utc>,
    /// Events in which it has a role.
    pub events: i64,
}

impl ManagedAccount {
    /// Whether its owner deleted it: name and address are gone.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.deactivated_at.is_some() && is_deleted_address(&self.email)
    }
}

/// What keeps two accounts apart, and what would move.
#[derive(Clone, Debug, Default)]
pub struct MergeNumbers {
    /// Reviews of the account that goes, drafts among them.
    pub reviews: i64,
    /// Its ballots in votes that are not open.
    pub closed_ballots: i64,
    /// Its ballots that move.
    pub ballots: i64,
    /// Its ballots that go, since the kept account has voted too.
    pub repeated_ballots: i64,
    /// Its teams where submissions are not open, as `team in event`.
    pub closed_teams: Vec<String>,
    /// Its teams where the kept account is on a team too, and those to which it is invited where the kept account is invited to another.
    pub repeated_teams: Vec<String>,
    /// Its teams that move.
    pub teams: Vec<String>,
    /// Projects of either account's teams that the other judges.
    pub own_team: i64,
    /// Projects of either account's teams that the other voted for, or put in order for a prize.
    pub own_votes: i64,
    /// Panels of prizes that move.
    pub panels: i64,
    /// Roles that move: those that the kept account does not have.
    pub roles: i64,
    /// Assignments that move.
    pub assignments: i64,
    /// Assignments that the kept account has too: those of the other go.
    pub shared_assignments: i64,
    /// Conflicts of interest that move.
    pub conflicts: i64,
    /// Comments, which keep the name of the account that goes.
    pub comments: i64,
    /// Tokens that stop working.
    pub tokens: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergedEvent {
    pub event: i64,
    /// Roles that moved in it.
    pub roles: i64,
    /// Assignments that moved in it.
    pub assignments: i64,
    /// Teams that moved in it.
    pub teams: i64,
    /// Ballots that moved in it.
    pub ballots: i64,
    /// The kept account confirms as a second organizer from now on, as the other did.
    pub confirms: bool,
}

/// One account, and what can be done to it.
#[derive(Clone, Debug)]
pub struct AccountFound {
    pub account: ManagedAccount,
    pub roles: Vec<EventRole>,
    /// How much the portal holds of it.
    pub numbers: AccountNumbers,
    /// Why it cannot be deactivated.
    pub deactivate: Result<(), Refusal>,
    /// Events in which too few organizers could confirm for each other without it.
    pub falls_short: Vec<String>,
    /// Why it cannot stop being a site admin.
    pub take_staff: Result<(), Refusal>,
}
