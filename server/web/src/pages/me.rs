//! What is one's own: the account's page, and access tokens.

use super::event::stages;
use super::passkeys::change_way;
use crate::pages::prelude::*;
use app::pages::me::{MePage, MyEvent, me_page};
use app::pages::notices::with_notices;
use app::pages::sign_on::OwnSignOn;
use app::pages::tokens::{FreshToken, TokensPage, tokens_page};
use portal::account::tokens::TokensFound;
use portal::account::{links, mails, me, password, sign_on, tokens};
use portal::event::events;
use portal::notices;
use web_http::path::safe_path;

use axum::middleware::Next;
use shared::sign_on::provider_name;

pub struct Me;

impl Page for Me {
    type Area = Private;
    /// A notice that is marked as read.
    type Id = Option<i64>;
    type Beside = ();

    const ADDRESS: &'static str = "/me";

    /// `?done=` follows what was done.
    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let caller = &at.caller;
        let changed = at.query.get("done") == "password";
        let only = at.state.settings.oidc.only;
        let job = at.by().read(async |call| {
            let mine = events::mine(call).await?;
            let tokens = if changed { password::password_state(call).await?.tokens } else { 0 };
            let joined = sign_on::own(call, only).await?;
            Ok((mine, me::done(call).await?, tokens, joined, notices::unread(call, None).await?))
        });
        let ((mine, roles, now), (judged, votes), tokens_stay, joined, unread) = job.await?;
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
        let model = MePage {
            now,
            name: caller.name.clone(),
            email: caller.email.clone(),
            confirmed: caller.actor.is_some_and(|actor| actor.confirmed),
            done: done(at.query.get("done")),
            tokens_stay,
            sign_on: joined.map(|own| OwnSignOn {
                provider: provider_name(&own.joined.issuer),
                since: own.joined.joined_at,
                may_part: own.refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
            }),
            passwords: !only,
            votes,
            events,
        };
        let frame = Frame::new("Your account", Self::address(at));
        at.page(frame, refused, || with_notices(unread, me_page(model)))
    }
}

fn done(what: &str) -> Option<String> {
    let sentence = match what {
        "password" => "Your password is changed. You are signed out everywhere else.",
        "parted" => "Your account is no longer joined with the provider. You are signed out everywhere else.",
        "confirm" => "Your link is ready. If no mail arrives, ask a site admin for it.",
        _ => return None,
    };
    Some(sentence.to_owned())
}

/// `POST /me/confirm`: has the link sent again that confirms the address.
pub async fn confirm(sent: Post<Me>) -> PageResult {
    let At { state, caller, .. } = sent.at;
    if caller.signed_in()?.confirmed {
        return Ok(see("/me"));
    }
    if let Some(exceeded) = mails::count(&state.counters(), caller.ip.as_deref(), &caller.email).await? {
        return Err(exceeded.refusal().into());
    }
    state.by(&caller).write(async |call| links::request_confirmation(call, &state.base_url).await).await?;
    Ok(see("/me?done=confirm"))
}

/// `POST /me/sign-on/part`.
pub async fn part(sent: Post<Me>) -> PageResult {
    let At { state, caller, .. } = sent.at;
    state.by(&caller).write(async |call| sign_on::part(call, state.settings.oidc.only).await).await?;
    Ok(see("/me?done=parted"))
}

/// `POST /me/notices/<id>/read`: marks a notice as read. Pages of its event and of the reader show it: `to` is the page to come
/// back to.
pub async fn mark_notice(sent: Post<Me>) -> PageResult {
    let id = sent.at.one()?;
    sent.at.by().write(async |call| notices::mark(call, id).await).await?;
    Ok(see(&safe_path(sent.get("to"))))
}

pub struct Tokens;

impl Page for Tokens {
    type Area = Private;
    /// A token that is revoked.
    type Id = Option<i64>;
    /// The one that was made just now.
    type Beside = Option<FreshToken>;

    const ADDRESS: &'static str = "/me/tokens";

    async fn draw(
        at: &PageRequest<Self>,
        refused: Option<&RefusedForm>,
        fresh: Option<FreshToken>,
    ) -> Outcome<Response> {
        let found = at.by().read(tokens::list).await?;
        let TokensFound { mut tokens, usage, refused: unproved, now } = found;
        tokens.retain(|token| token.revoked_at.is_none());
        let way = change_way(&at.state, unproved.as_ref(), &usage);
        let unproved = unproved.map(|refusal| (words::refusal(&refusal), way));
        let frame = Frame::new("Access tokens", Self::address(at));
        let by_link = at.caller.by_link;
        at.page(frame, refused, || tokens_page(TokensPage { now, tokens, fresh, by_link, unproved }))
    }
}

/// `POST /me/tokens`: makes the token `name`.
pub async fn make_token(sent: Post<Tokens>) -> PageResult {
    let name = sent.get("name").to_owned();
    let make = async |call: &mut Call<'_>, _: &PageRequest<Tokens>| tokens::create(call, &name).await;
    let next = async |at: PageRequest<Tokens>, token| {
        show_with::<Tokens>(&at, Some(FreshToken { name: name.clone(), token })).await
    };
    sent.once_shown(make, next).await
}

/// `POST /me/tokens/<id>/revoke`.
pub async fn revoke_token(sent: Post<Tokens>) -> PageResult {
    sent.act(async |call, at| tokens::revoke(call, at.one()?).await).await
}

/// Refuses a bearer token on the page of tokens and in the admin area. A token that could make tokens would outlive its own
/// revocation.
pub async fn refuse_bearer(Extension(caller): Extension<Caller>, request: Request, next: Next) -> Response {
    if caller.via == Via::Bearer {
        return PageError(Reason::TokenOnPage.into()).into_response();
    }
    next.run(request).await
}
