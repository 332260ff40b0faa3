//! The organizer's pages of people: members, invitations, and the form that invites.

pub mod cards;
pub mod guests;
pub mod invitation;
pub mod invitations;
pub mod invite;
pub mod member;
pub mod members;

use crate::pages::prelude::*;
use app::pages::manage::people::filters::{PeopleFilter, UNDELIVERED};
use shared::invitation::{InvitationState, MemberRole};

/// The most pages of a list: an offset beyond would not fit a number.
const LAST_PAGE: i64 = 1_000_000;

/// What a list is narrowed to, from the address.
fn filter(query: &Query) -> PeopleFilter {
    PeopleFilter {
        q: query.get("q").trim().to_owned(),
        role: MemberRole::from_name(query.get("role")),
        state: InvitationState::from_name(query.get("state")),
        undelivered: query.get("state") == UNDELIVERED,
        all: query.asked("all").is_some(),
        page: query.get("page").parse().unwrap_or(1).clamp(1, LAST_PAGE),
    }
}

/// The role of lines that name none.
fn role(form: &Form) -> portal::Sent<MemberRole> {
    form.word_or("role", MemberRole::Judge, &MemberRole::ALL, MemberRole::name)
}
