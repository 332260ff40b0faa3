//! One invitation: its state, its mail, its link.

use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::mail::mail_state;
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::people::{InvitationPage, OpenedMailText, invitation_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::mail::Mail;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::idempotency::ShownOnce;
use portal::people::list::{self, OneInvitation};
use portal::people::send::{self, Recipients};
use shared::ids::InvitationId;

/// What a page shows beside the invitation itself.
#[derive(Default)]
struct Beside {
    /// A link that was made just now; none where the form made it before.
    link: Option<Option<String>>,
    mail: Option<Mail>,
    refused: Option<RefusedForm>,
}

/// `GET /events/<slug>/manage/people/invitations/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    let id = InvitationId(path::id(&id)?);
    Ok(shown(&state, &caller, &slug, id, Beside::default()).await?)
}

/// `POST …/<id>/send`: mails the link, for the first time or again.
pub async fn send(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = InvitationId(path::id(&id)?);
    let key = form.key(&format!("{}/send", here(&slug, id)));
    let to = Recipients::One(id);
    let send = async |c: &mut _| send::send(c, &caller, state.mailing(), &slug, to).await;
    match state.write_once(&caller, key, send).await {
        Ok(_) => Ok(see(&here(&slug, id))),
        Err(failure) => refused(&state, &caller, &slug, id, RefusedBy { form, failure }).await,
    }
}

/// `POST …/<id>/link`: makes a link to copy. The answer shows it, since it is not stored.
pub async fn make_link(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = InvitationId(path::id(&id)?);
    let key = form.key(&format!("{}/link", here(&slug, id)));
    let made = state.write_once(&caller, key, async |c| {
        let made = send::make_link(c, &caller, &state.base_url, &slug, id).await?;
        Ok(made.map(|link| ShownOnce(Some(link))))
    });
    match made.await {
        Ok(ShownOnce(link)) => {
            Ok(shown(&state, &caller, &slug, id, Beside { link: Some(link), ..Beside::default() }).await?)
        }
        Err(failure) => refused(&state, &caller, &slug, id, RefusedBy { form, failure }).await,
    }
}

/// `POST …/<id>/mail`: shows the mail with its link. The log gets a row of it.
pub async fn open_mail(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = InvitationId(path::id(&id)?);
    match state.write(async |c| send::open_mail(c, &caller, &slug, id).await).await {
        Ok(opened) => {
            let beside = Beside { mail: Some(opened.mail), ..Beside::default() };
            Ok(shown(&state, &caller, &slug, id, beside).await?)
        }
        Err(failure) => refused(&state, &caller, &slug, id, RefusedBy { form, failure }).await,
    }
}

/// `POST …/<id>/withdraw`.
pub async fn withdraw(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = InvitationId(path::id(&id)?);
    match state.write(async |c| send::withdraw(c, &caller, &slug, id).await).await {
        Ok(()) => Ok(see(&here(&slug, id))),
        Err(failure) => refused(&state, &caller, &slug, id, RefusedBy { form, failure }).await,
    }
}

fn here(slug: &str, id: InvitationId) -> String {
    format!("/events/{slug}/manage/people/invitations/{id}")
}

/// A form, and why it was refused.
struct RefusedBy {
    form: crate::http::form::Form,
    failure: portal::failure::Failure,
}

async fn refused(state: &State, caller: &Caller, slug: &str, id: InvitationId, by: RefusedBy) -> PageResult {
    let RefusedBy { form, failure } = by;
    let again = async |refusal| {
        let beside = Beside { refused: Some(RefusedForm { form, refusal }), ..Beside::default() };
        shown(state, caller, slug, id, beside).await
    };
    forms::show_again(failure, again).await
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: InvitationId,
    beside: Beside,
) -> Outcome<Response> {
    let Beside { link, mail, refused } = beside;
    let operation = async |c: &mut _| list::one(c, caller, slug, id).await;
    let model = |OneInvitation { at, invitation, refused: withheld }: OneInvitation, _: &EventView| {
        let frame = Frame::new(format!("Invitation of {}", invitation.email), here(slug, id));
        let model = InvitationPage {
            id: id.0,
            name: invitation.name,
            email: invitation.email,
            role: invitation.role,
            team: invitation.team,
            tracks: invitation.tracks,
            review_cap: invitation.review_cap,
            state: invitation.state,
            invited: (invitation.invited_by, invitation.created_at),
            sent: invitation.sent_at.zip(invitation.sent_by),
            opened_at: invitation.opened_at,
            answered_at: invitation.answered_at,
            accepted_by: invitation.accepted_by.map(|(_, email)| email),
            link_works: invitation.link_works,
            over: at.facts.event.judging.is_over(at.now),
            held: send::is_held(caller, &at),
            may: forms::allowed(withheld),
            link,
            mail: mail.map(|m| OpenedMailText {
                to: m.to_address,
                subject: m.subject,
                body: m.body,
                state: mail_state(m.delivery),
            }),
            delivery: invitation.delivery.map(mail_state),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, invitation_page).await
}
