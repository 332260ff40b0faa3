//! The list of an event's invitations, and the button that sends those that were not sent.

use super::filter;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::mail::mail_state;
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::people::{InvitationRow, InvitationsPage, SendAll, invitations_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::invitation::{EventInvitation, InvitationFilter};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::people::list::{self, Invitations, PAGE};
use portal::people::send::{self, MOST, Recipients};

/// `GET /events/<slug>/manage/people/invitations`; `?q=`, `?role=`, `?state=` and `?page=` narrow the list.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, &query, None).await?)
}

/// `POST /events/<slug>/manage/people/invitations/send`: mails all invitations that were not sent.
pub async fn send_all(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let path = path(&slug);
    let key = form.key(&format!("{path}/send"));
    let send = async |c: &mut _| send::send(c, &caller, state.mailing(), &slug, Recipients::NotSent).await;
    match state.write_once(&caller, key, send).await {
        Ok(_) => Ok(see(&path)),
        Err(failure) => {
            let query = Query::default();
            let again = async |refusal| {
                shown(&state, &caller, &slug, &query, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

fn path(slug: &str) -> String {
    format!("/events/{slug}/manage/people/invitations")
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    query: &Query,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let asked = filter(query);
    let wanted = InvitationFilter {
        role: asked.role,
        state: asked.state,
        undelivered: asked.undelivered,
        words: asked.q.clone(),
        offset: (asked.page - 1) * PAGE,
    };
    let operation = async |c: &mut _| list::invitations(c, caller, slug, &wanted).await;
    let model = |found: Invitations, event: &EventView| {
        let counts = found.counts;
        let model = InvitationsPage {
            filter: asked.clone(),
            invitations: found.invitations.into_iter().map(row).collect(),
            found: found.found,
            page_size: PAGE,
            counts: [
                counts.not_sent,
                counts.sent,
                counts.opened,
                counts.accepted,
                counts.declined,
                counts.withdrawn,
            ],
            send: SendAll {
                most: MOST,
                held: send::is_held(caller, &found.at),
                over: found.at.facts.event.judging.is_over(found.at.now),
            },
            now: found.at.now,
        };
        let frame = Frame::new(format!("Invitations to {}", event.at.facts.event.name), path(slug));
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, invitations_page).await
}

fn row(invitation: EventInvitation) -> InvitationRow {
    let EventInvitation { id, email, name, role, team, state, delivery, .. } = invitation;
    let since = [invitation.answered_at, invitation.opened_at, invitation.sent_at];
    InvitationRow {
        id: id.0,
        name,
        role,
        team,
        state,
        since: since.into_iter().flatten().next().unwrap_or(invitation.created_at),
        mail: delivery.filter(|_| state.is_open()).map(mail_state),
        accepted_as: invitation.accepted_by.map(|(_, by)| by).filter(|by| *by != email),
        email,
    }
}
