//! What is one's own: the account's page, and access tokens.

use super::event::stages;
use super::forms::{self, Posted};
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use crate::caller::{Caller, Via};
use crate::failure::{Failure, Outcome};
use crate::http::answer;
use crate::http::form::Form;
use crate::http::query::Query;
use crate::portal::account::{links, mails, me, password, tokens as token_op};
use crate::portal::idempotency::ShownOnce;
use crate::portal::submit::events;
use crate::state::State;
use app::pages::{FreshToken, MePage, MyEvent, MyVote, TokenRow, TokensPage, me_page, tokens_page};
use axum::Extension;
use axum::extract::{Request, State as Shared};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::refusal::{Reason, Refusal};

/// `GET /me`; `?done=` follows what was done.
pub async fn me(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
) -> PageResult {
    let (who, changed) = (caller.clone(), query.get("done") == "password");
    let job = state.read(async |c| {
        let mine = events::mine(c, &who).await?;
        let tokens = if changed { password::standing(c, &who).await?.tokens } else { 0 };
        Ok((mine, me::done(c, &who).await?, tokens))
    });
    let ((mine, roles, now), (judged, voted), tokens_stay) = job.await?;
    let events = mine
        .iter()
        .map(|e| MyEvent {
            slug: e.slug.clone(),
            name: e.name.clone(),
            stages: stages(e, now),
            roles: roles.iter().filter(|r| r.slug == e.slug).map(|r| r.role.clone()).collect(),
            team: roles.iter().find(|r| r.slug == e.slug).and_then(|r| r.team.clone()),
            reviews: judged.iter().find(|j| j.slug == e.slug).map(|j| (j.done, j.done + j.pending)),
        })
        .collect();
    let votes = voted.into_iter().map(|v| MyVote {
        slug: v.slug,
        name: v.name,
        choices: v.choices.into(),
        cast_at: v.cast_at,
    });
    let model = MePage {
        now,
        name: caller.name.clone(),
        email: caller.email.clone(),
        csrf: caller.csrf().to_owned(),
        confirmed: caller.actor.is_some_and(|actor| actor.confirmed),
        done: done(query.get("done")),
        tokens_stay,
        votes: votes.collect(),
        events,
    };
    Ok(page(&state, &caller, StatusCode::OK, Frame::new("Your account", "/me"), || me_page(model)))
}

fn done(what: &str) -> Option<String> {
    let sentence = match what {
        "password" => "Your password is changed. You are signed out everywhere else.",
        "confirm" => "Your link is ready. If no mail arrives, ask a site admin for it.",
        _ => return None,
    };
    Some(sentence.to_owned())
}

/// `POST /me/confirm`: has the link sent again that confirms the address.
pub async fn confirm(Shared(state): Shared<State>, Posted { caller, actor, .. }: Posted) -> PageResult {
    if actor.confirmed {
        return Ok(see("/me"));
    }
    if let Some(exceeded) = mails::count(&state.counters(), caller.ip.as_deref(), &caller.email).await? {
        return Err(exceeded.refusal().into());
    }
    state.write(async |c| links::request_confirmation(c, &state.base_url, &caller).await).await?;
    Ok(see("/me?done=confirm"))
}

/// `GET /me/tokens`.
pub async fn tokens(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    Ok(tokens_shown(&state, &caller, StatusCode::OK, None, None).await?)
}

/// `POST /me/tokens`: makes one, or revokes one where `revoke` is sent.
pub async fn tokens_post(Shared(state): Shared<State>, Posted { caller, form, .. }: Posted) -> PageResult {
    let who = caller.clone();
    if let Some(id) = form.sent("revoke") {
        let id = crate::http::path::id(id)?;
        state.write(async |c| token_op::revoke(c, &who, id).await).await?;
        return Ok(see("/me/tokens"));
    }
    let name = form.get("name").to_owned();
    let wanted = name.clone();
    let made = state.write_once(&caller, form.key("/me/tokens"), async |c| {
        Ok(token_op::create(c, &who, &wanted).await?.map(|token| ShownOnce(Some(token))))
    });
    match made.await {
        Ok(ShownOnce(token)) => {
            let fresh = FreshToken { name, token };
            Ok(tokens_shown(&state, &caller, StatusCode::OK, Some(fresh), None).await?)
        }
        Err(Failure::Refused(refusal)) => {
            let status = answer::status(&refusal);
            Ok(tokens_shown(&state, &caller, status, None, Some((form, refusal))).await?)
        }
        Err(broken) => Err(PageError(broken)),
    }
}

async fn tokens_shown(
    state: &State,
    caller: &Caller,
    status: StatusCode,
    fresh: Option<FreshToken>,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let once = forms::once(refused.as_ref())?;
    let (name, errors) =
        refused.map(|(form, r)| (form.get("name").to_owned(), forms::errors(&r))).unwrap_or_default();
    let who = caller.clone();
    let (rows, now) = state.read(async |c| token_op::list(c, &who).await).await?;
    let tokens = rows
        .into_iter()
        .filter(|t| t.revoked_at.is_none())
        .map(|t| TokenRow { id: t.id, name: t.name, created_at: t.created_at, used_at: t.last_used_at })
        .collect();
    let model = TokensPage { now, csrf: caller.csrf().to_owned(), tokens, fresh, name, errors, once };
    let frame = Frame { error: !model.errors.is_empty(), ..Frame::new("Access tokens", "/me/tokens") };
    Ok(page(state, caller, status, frame, || tokens_page(model)))
}

/// Refuses a bearer token on the page of tokens and in the admin area. A token that could make tokens would outlive its own
/// revocation.
pub async fn refuse_bearer(Extension(caller): Extension<Caller>, request: Request, next: Next) -> Response {
    if caller.via == Via::Bearer {
        return PageError(Reason::TokenOnPage.into()).into_response();
    }
    next.run(request).await
}
