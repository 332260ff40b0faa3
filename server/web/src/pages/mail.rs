//! The portal's mail, for site admins.

use super::forms::Posted;
use super::page_result::PageResult;
use super::render::{Frame, page};
use crate::http::path;
use crate::http::query::Query;
use crate::state::State;
use app::pages::{MailPage, MailRow, MailState, MailText, MailsPage, mail_page, mails_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use model::mail::MailDelivery;
use portal::account::mails;
use portal::caller::Caller;

/// `GET /admin/mail`; `?before=<id>` shows older ones.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
) -> PageResult {
    let before = query.get("before").parse().ok();
    let found = state.read(async |c| mails::list(c, &caller, before).await).await?;
    let last = found.mails.last().map(|m| m.id).filter(|_| found.more);
    let rows = found.mails.into_iter().map(|m| MailRow {
        id: m.id,
        to: m.to_address,
        subject: m.subject,
        created_at: m.created_at,
        state: mail_state(m.delivery),
        link: m.link.unwrap_or_default(),
    });
    let model = MailsPage {
        now: found.now,
        undelivered: found.undelivered,
        mails: rows.collect(),
        newer: before.map(|_| "/admin/mail".to_owned()),
        older: last.map(|id| format!("/admin/mail?before={id}")),
    };
    let frame = Frame::new("Mail", "/admin/mail");
    Ok(page(&state, &caller, frame, || mails_page(model)))
}

/// `GET /admin/mail/<id>`: to whom and about what, and the button that opens it.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> PageResult {
    caller.signed_in()?;
    let id = path::id(&id)?;
    let mail = state.read(async |c| mails::find(c, &caller, id).await).await?;
    let text = MailText::Closed;
    let (to, state_of_mail, created_at) = (mail.to_address, mail_state(mail.delivery), mail.created_at);
    let model = MailPage { id, to, subject: mail.subject.clone(), text, created_at, state: state_of_mail };
    Ok(page(&state, &caller, Frame::new(mail.subject, "/admin/mail"), || mail_page(model)))
}

/// `POST /admin/mail/<id>`: opens it.
pub async fn open(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Posted { caller, .. }: Posted,
) -> PageResult {
    let id = path::id(&id)?;
    let mail = state.write(async |c| mails::open(c, &caller, id).await).await?;
    let text = MailText::Open(mail.body);
    let (to, state_of_mail, created_at) = (mail.to_address, mail_state(mail.delivery), mail.created_at);
    let model = MailPage { id, to, subject: mail.subject.clone(), text, created_at, state: state_of_mail };
    Ok(page(&state, &caller, Frame::new(mail.subject, "/admin/mail"), || mail_page(model)))
}

/// What became of a mail, as pages show it.
pub(super) fn mail_state(delivery: MailDelivery) -> MailState {
    let MailDelivery { sent_at, failure, error, next_try } = delivery;
    MailState { sent_at, failure, error: error.unwrap_or_default(), next_try }
}
