//! The list of an event's members.

use super::filter;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::people::{MemberRow, MembersPage, members_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use model::member::{Member, MemberFilter};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::people::list::{self, Members, PAGE};
use shared::names::{is_deleted_address, is_guest_address};

/// `GET /events/<slug>/manage/people`; `?q=`, `?role=` and `?page=` narrow the list.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    let asked = filter(&query);
    let wanted = MemberFilter {
        person: None,
        role: asked.role,
        words: asked.q.clone(),
        offset: (asked.page - 1) * PAGE,
    };
    let operation = async |c: &mut _| list::members(c, &caller, &slug, &wanted).await;
    let model = |found: Members, event: &EventView| {
        let title = format!("People of {}", event.at.facts.event.name);
        let counts = found.invitations;
        let model = MembersPage {
            filter: asked.clone(),
            members: found.members.into_iter().map(row).collect(),
            found: found.found,
            page_size: PAGE,
            roles: found.roles,
            not_sent: counts.not_sent,
            waiting: counts.sent + counts.opened,
        };
        (Frame::new(title, format!("/events/{slug}/manage/people")), model)
    };
    Ok(event_page(&state, &caller, operation, model, members_page).await?)
}

fn row(member: Member) -> MemberRow {
    MemberRow {
        id: member.person.0,
        name: member.name,
        email: if is_guest_address(&member.email) || is_deleted_address(&member.email) {
            String::new()
        } else {
            member.email
        },
        roles: member.roles,
        tracks: member.tracks.into_iter().map(|(_, name)| name).collect(),
        review_cap: member.review_cap,
        team: member.team,
        load: (member.done, member.done + member.pending),
    }
}
