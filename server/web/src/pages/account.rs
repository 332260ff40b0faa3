//! What is one's own: the account's page, and access tokens.

use super::event::stages;
use super::event_head::notice_board;
use super::forms::{self, Posted, RefusedForm};
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use crate::http::path;
use crate::http::query::Query;
use crate::state::State;
use app::pages::{
    FreshToken, MePage, MyEvent, MyVote, OwnSignOn, TokenRow, TokensPage, me_page, tokens_page, with_notices,
};
use portal::account::{links, mails, me, password, sign_on, tokens as token_op};
use portal::caller::{Caller, Via};
use portal::event::events;
use portal::failure::Outcome;
use portal::idempotency::ShownOnce;
use portal::notices;

use axum::Extension;
use axum::extract::{Path, Request, State as Shared};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::refusal::Reason;
use shared::sign_on::provider_name;

/// `GET /me`; `?done=` follows what was done.
pub async fn me(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
) -> PageResult {
    let changed = query.get("done") == "password";
    let only = state.settings.oidc.only;
    let job = state.read(async |c| {
        let mine = events::mine(c, &caller).await?;
        let tokens = if changed { password::password_state(c, &caller).await?.tokens } else { 0 };
        let joined = sign_on::own(c, &caller, only).await?;
        Ok((mine, me::done(c, &caller).await?, tokens, joined, notices::unread(c, &caller, None).await?))
    });
    let ((mine, roles, now), (judged, voted), tokens_stay, joined, unread) = job.await?;
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
        confirmed: caller.actor.is_some_and(|actor| actor.confirmed),
        done: done(query.get("done")),
        tokens_stay,
        sign_on: joined.map(|own| OwnSignOn {
            provider: provider_name(&own.joined.issuer),
            since: own.joined.joined_at,
            may_part: own.refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
        }),
        passwords: !only,
        votes: votes.collect(),
        events,
    };
    let board = notice_board(unread);
    Ok(page(&state, &caller, Frame::new("Your account", "/me"), || with_notices(board, me_page(model))))
}

fn done(what: &str) -> Option<String> {
    let sentence = match what {
        "password" => "Your password is changed. You are signed out everywhere else.",
        "parted" => "Your account is parted from the provider. You are signed out everywhere else.",
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
    Ok(tokens_shown(&state, &caller, None, None).await?)
}

/// `POST /me/tokens`: makes the token `name`.
pub async fn make_token(Shared(state): Shared<State>, Posted { caller, form, .. }: Posted) -> PageResult {
    let name = form.get("name").to_owned();
    let made = state.write_once(&caller, form.key("/me/tokens"), async |c| {
        Ok(token_op::create(c, &caller, &name).await?.map(|token| ShownOnce(Some(token))))
    });
    match made.await {
        Ok(ShownOnce(token)) => {
            Ok(tokens_shown(&state, &caller, Some(FreshToken { name, token }), None).await?)
        }
        Err(failure) => {
            let again = async |refusal| {
                tokens_shown(&state, &caller, None, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /me/tokens/<id>/revoke`.
pub async fn revoke_token(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Posted { caller, .. }: Posted,
) -> PageResult {
    let id = path::id(&id)?;
    state.write(async |c| token_op::revoke(c, &caller, id).await).await?;
    Ok(see("/me/tokens"))
}

async fn tokens_shown(
    state: &State,
    caller: &Caller,
    fresh: Option<FreshToken>,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let frame = Frame::new("Access tokens", "/me/tokens");
    let frame = frame.refused_form(refused.as_ref());
    let (rows, now) = state.read(async |c| token_op::list(c, caller).await).await?;
    let tokens = rows
        .into_iter()
        .filter(|t| t.revoked_at.is_none())
        .map(|t| TokenRow { id: t.id, name: t.name, created_at: t.created_at, used_at: t.last_used_at })
        .collect();
    let model = TokensPage {
        now,
        tokens,
        fresh,
        name: refused.as_ref().and_then(|refused| refused.typed("name")).unwrap_or_default(),
    };
    Ok(page(state, caller, frame, || tokens_page(model)))
}

/// Refuses a bearer token on the page of tokens and in the admin area. A token that could make tokens would outlive its own
/// revocation.
pub async fn refuse_bearer(Extension(caller): Extension<Caller>, request: Request, next: Next) -> Response {
    if caller.via == Via::Bearer {
        return PageError(Reason::TokenOnPage.into()).into_response();
    }
    next.run(request).await
}
