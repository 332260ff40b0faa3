//! Signing in and out, and what is one's own.

use super::event::stages;
use super::forms;
use super::render::{Frame, page, see};
use super::shown::{Shown, Unshown};
use crate::caller::{Caller, Via};
use crate::failure::{Failure, Outcome};
use crate::http::answer;
use crate::http::cookies;
use crate::http::form::Form;
use crate::http::query::Query;
use crate::portal::account::demo_accounts::DEMO_ACCOUNTS;
use crate::portal::account::{secrets, sign_in as op, tokens as token_op};
use crate::portal::submit::events;
use crate::state::State;
use app::components::FormErrors;
use app::pages::{
    DemoAccount, FreshToken, MePage, MyEvent, SignInPage, TokenRow, TokensPage, me_page, sign_in_page,
    tokens_page,
};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use shared::refusal::Refusal;

/// `GET /login`.
pub async fn sign_in_form(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    query: Query,
) -> Shown {
    let next = safe_path(query.get("next"));
    if matches!(caller.via, Via::Session { .. }) {
        return Ok(see(&next));
    }
    let reason = (next != "/").then(|| "Sign in to go on.".to_owned());
    sign_in(
        &state,
        &caller,
        &headers,
        StatusCode::OK,
        Typed { email: String::new(), next, reason, errors: FormErrors::none() },
    )
}

/// `POST /login`.
pub async fn sign_in_post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Shown {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let next = safe_path(form.get("next"));
    match op::sign_in(&state, caller.ip.as_deref(), form.get("email"), form.get("password")).await {
        Ok(id) => {
            // A session that was open in this browser ends here: the new one has an identifier of its own.
            op::sign_out(&state, &caller).await?;
            let mut response = see(&next);
            cookies::set_session(response.headers_mut(), state.https(), &id, &secrets::csrf_token(&id));
            Ok(response)
        }
        Err(Failure::Refused(refusal)) => {
            let mut errors = FormErrors::none();
            errors.push("email", refusal.detail.clone());
            let typed = Typed { email: form.get("email").to_owned(), next, reason: None, errors };
            sign_in(&state, &caller, &headers, answer::status(&refusal), typed)
        }
        Err(broken) => Err(Unshown(broken)),
    }
}

struct Typed {
    email: String,
    next: String,
    reason: Option<String>,
    errors: FormErrors,
}

fn sign_in(state: &State, caller: &Caller, headers: &HeaderMap, status: StatusCode, typed: Typed) -> Shown {
    let session = caller.csrf();
    let kept =
        if session.is_empty() { cookies::get(headers, "csrftoken").unwrap_or_default() } else { session };
    let (csrf, fresh) = if kept.len() == 43 { (kept.to_owned(), false) } else { (secrets::random()?, true) };
    let demo = DEMO_ACCOUNTS.iter().filter(|_| state.settings.demo).map(|a| DemoAccount {
        label: a.label.to_owned(),
        about: a.about.to_owned(),
        email: a.email.to_owned(),
        password: a.password(),
    });
    let model = SignInPage {
        csrf: csrf.clone(),
        email: typed.email,
        next: typed.next,
        reason: typed.reason,
        errors: typed.errors,
        demo: demo.collect(),
        sign_up: false,
    };
    let frame = Frame { error: !model.errors.is_empty(), ..Frame::new("Sign in", "/login") };
    let mut response = page(state, caller, status, frame, || sign_in_page(model));
    if fresh {
        cookies::set_csrf(response.headers_mut(), state.https(), &csrf);
    }
    Ok(response)
}

/// `POST /logout`. A request without a session changes nothing, its cookies included: another site can make
/// a browser send one, since the session's cookie then stays behind, and would end the session by the answer.
pub async fn sign_out(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Shown {
    if !matches!(caller.via, Via::Session { .. }) {
        return Ok(see("/"));
    }
    Form::read(&state, &caller, &headers, &bytes)?;
    op::sign_out(&state, &caller).await?;
    let mut response = see("/");
    cookies::clear(response.headers_mut(), state.https());
    Ok(response)
}

/// A path of this site, or the start: nothing else is ever followed.
fn safe_path(next: &str) -> String {
    let bytes = next.as_bytes();
    let ours = bytes.first() == Some(&b'/')
        && !matches!(bytes.get(1), Some(b'/' | b'\\'))
        && !next.chars().any(|c| c.is_control() || c == '\\')
        && !next.starts_with("/login");
    if ours { next.to_owned() } else { "/".to_owned() }
}

/// `GET /me`.
pub async fn me(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> Shown {
    let who = caller.clone();
    let (mine, roles, now) = state.read(|c| Box::pin(async move { events::mine(c, &who).await })).await?;
    let events = mine
        .iter()
        .map(|e| MyEvent {
            slug: e.slug.clone(),
            name: e.name.clone(),
            stages: stages(e, now),
            roles: roles.iter().filter(|r| r.slug == e.slug).map(|r| r.role.clone()).collect(),
            team: roles.iter().find(|r| r.slug == e.slug).and_then(|r| r.team.clone()),
        })
        .collect();
    let model = MePage { now, name: caller.name.clone(), email: caller.email.clone(), events };
    Ok(page(&state, &caller, StatusCode::OK, Frame::new("Your account", "/me"), || me_page(model)))
}

/// `GET /me/tokens`.
pub async fn tokens(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> Shown {
    no_bearer(&caller)?;
    Ok(tokens_shown(&state, &caller, StatusCode::OK, None, String::new(), FormErrors::none()).await?)
}

/// `POST /me/tokens`: makes one, or revokes one where `revoke` is sent.
pub async fn tokens_post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Shown {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let who = caller.clone();
    if let Some(id) = form.sent("revoke") {
        let id = crate::http::path::id(id)?;
        state.write(|c| Box::pin(async move { token_op::revoke(c, &who, id).await })).await?;
        return Ok(see("/me/tokens"));
    }
    let name = form.get("name").to_owned();
    let wanted = name.clone();
    match state.write(|c| Box::pin(async move { token_op::create(c, &who, &wanted).await })).await {
        Ok(token) => {
            let fresh = FreshToken { name, token };
            Ok(tokens_shown(&state, &caller, StatusCode::OK, Some(fresh), String::new(), FormErrors::none())
                .await?)
        }
        Err(Failure::Refused(refusal)) => {
            let status = answer::status(&refusal);
            Ok(tokens_shown(&state, &caller, status, None, name, forms::errors(&refusal)).await?)
        }
        Err(broken) => Err(Unshown(broken)),
    }
}

async fn tokens_shown(
    state: &State,
    caller: &Caller,
    status: StatusCode,
    fresh: Option<FreshToken>,
    name: String,
    errors: FormErrors,
) -> Outcome<Response> {
    let who = caller.clone();
    let (rows, now) = state.read(|c| Box::pin(async move { token_op::list(c, &who).await })).await?;
    let tokens = rows
        .into_iter()
        .filter(|t| t.revoked_at.is_none())
        .map(|t| TokenRow { id: t.id, name: t.name, created_at: t.created_at, used_at: t.last_used_at })
        .collect();
    let model = TokensPage { now, csrf: caller.csrf().to_owned(), tokens, fresh, name, errors };
    let frame = Frame { error: !model.errors.is_empty(), ..Frame::new("Access tokens", "/me/tokens") };
    Ok(page(state, caller, status, frame, || tokens_page(model)))
}

/// Tokens are made in a browser: a token that could make tokens would outlive its own revocation.
fn no_bearer(caller: &Caller) -> Result<(), Refusal> {
    match caller.via {
        Via::Bearer => {
            Err(Refusal::forbidden("This page is for a signed-in browser: a token cannot open it."))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::safe_path;

    #[test]
    fn only_paths_of_this_site_are_followed() {
        for ours in ["/", "/events/demo?x=1", "/judge/assignments/3"] {
            assert_eq!(safe_path(ours), ours);
        }
        for other in
            ["", "//b.example", "/\\b.example", "https://b.example", "javascript:alert(1)", "/a\nb", "/login"]
        {
            assert_eq!(safe_path(other), "/", "{other}");
        }
    }
}
