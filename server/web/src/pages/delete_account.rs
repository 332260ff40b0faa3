//! One's own data as a file, leaving, and what is kept about people.

use super::forms::{self, Posted};
use super::page_result::PageResult;
use super::render::{Frame, page, see};
use crate::http::answer::{self, attached};
use crate::http::cookies;
use crate::state::State;
use app::pages::{DatedEvent, LeavePage, leave_page, privacy_page};
use axum::Extension;
use axum::extract::State as Shared;
use axum::response::Response;
use portal::account::leave as op;
use portal::caller::Caller;
use portal::failure::{Failure, Outcome};
use portal::organize::keeping;
use shared::refusal::Refusal;

/// `GET /me/data.json`.
pub async fn data(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let data = state.read(async |c| op::data(c, &caller).await).await?;
    let mut text = serde_json::to_string_pretty(&data).map_err(Failure::from)?;
    text.push('\n');
    Ok(attached("evenhand-my-data.json", "application/json", text.into_bytes()))
}

/// `GET /me/leave`.
pub async fn show(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    Ok(show_page(&state, &caller, None).await?)
}

/// `POST /me/leave`.
pub async fn post(Shared(state): Shared<State>, Posted { caller, form, .. }: Posted) -> PageResult {
    match state.accounts().delete(&caller, form.get("typed")).await {
        Ok(()) => {
            let mut response = see("/");
            cookies::clear(response.headers_mut(), state.https());
            Ok(response)
        }
        Err(failure) => {
            forms::show_again(failure, async |refusal| show_page(&state, &caller, Some(refusal)).await).await
        }
    }
}

async fn show_page(state: &State, caller: &Caller, refused: Option<Refusal>) -> Outcome<Response> {
    let only = state.settings.oidc.only;
    let found = state.read(async |c| op::look(c, caller, only).await).await?;
    let field = |refusal: &Refusal| if refusal.status() == 422 { "typed" } else { "" };
    let errors = refused.as_ref().map(|refusal| (field(refusal), words::refusal(refusal)));
    let n = found.numbers;
    let stays = [
        (n.teams, "team membership", "team memberships"),
        (n.reviews, "submitted review", "submitted reviews"),
        (n.comments, "comment", "comments"),
        (n.ballots, "vote", "votes"),
    ];
    let some = stays.into_iter().filter(|(count, _, _)| *count > 0);
    let model = LeavePage {
        stays: some.map(|(count, one, many)| words::plural(count, one, many)).collect(),
        sessions: n.sessions,
        tokens: n.tokens,
        word: if found.has_password { Ok(()) } else { Err(op::WORD.to_owned()) },
        may: forms::allowed(found.refused),
    };
    let frame = Frame::new("Delete your account", "/me/leave")
        .refused(refused.as_ref())
        .errors(errors.into_iter().collect());
    Ok(page(state, caller, frame, || leave_page(model)))
}

/// `GET /privacy`.
pub async fn privacy(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let dated = state.read(async |c| keeping::dated(c).await).await?;
    let events = dated.into_iter().map(|event| DatedEvent {
        slug: event.slug,
        name: event.name,
        forget_on: event.forget_on,
        forgotten_at: event.forgotten_at,
    });
    let events = events.collect();
    let frame = Frame::new("What we keep about you", "/privacy");
    Ok(answer::public(page(&state, &caller, frame, || privacy_page(events))))
}
