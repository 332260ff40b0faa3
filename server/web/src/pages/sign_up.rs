//! Signing up, asking for a link to sign in, and following a mail's link.

use super::first_run;
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use super::sign_in::{self, Token, safe_path};
use crate::http::cookies;
use crate::http::form::Form;
use crate::http::query::Query;
use crate::state::State;
use app::pages::{
    AskLinkPage, LinkOffer, LinkPage, SignUpPage, Whose, ask_link_page, link_page, link_ready_page,
    sign_up_page,
};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use portal::account::links::{self, Does, NewAccount, OpenedLink};
use portal::account::mails;
use portal::account::sign_up::Typed;
use portal::caller::{Caller, Via};
use portal::failure::{Failure, Outcome};
use shared::names;
use shared::refusal::{Fault, Refusal};

/// Where everybody is led who had a mail sent.
const SENT: &str = "/login/sent";

/// `GET /signup`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    query: Query,
) -> PageResult {
    let next = safe_path(query.get("next"));
    if matches!(caller.via, Via::Session { .. }) {
        return Ok(see(&next));
    }
    if first_run::leads_there(&state, &caller).await? {
        return Ok(see(first_run::PATH));
    }
    if state.settings.oidc.only {
        return Ok(see(&sign_in::address(&next)));
    }
    Ok(sign_up_shown(&state, &caller, &headers, Typed { next, ..Typed::default() }, None)?)
}

/// `POST /signup`.
pub async fn post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    state.accounts().allow_own_ways()?;
    let get = |name: &str| form.get(name).to_owned();
    let (email, name, password) = (get("email"), get("name"), get("password"));
    let typed = Typed { email, name, password, next: safe_path(form.get("next")) };
    let checked = match typed.clone().checked() {
        Ok(checked) => checked,
        Err(refusal) => return Ok(sign_up_shown(&state, &caller, &headers, typed, Some(&refusal))?),
    };
    if let Some(exceeded) = mails::count(&state.counters(), caller.ip.as_deref(), &checked.email).await? {
        return Ok(sign_up_shown(&state, &caller, &headers, typed, Some(&exceeded.refusal()))?);
    }
    let browser = state.accounts().sign_up(checked).await?;
    let mut response = see(SENT);
    // Also where the address has an account, so that the answer is the same.
    cookies::SIGN_UP.set(response.headers_mut(), state.https(), &browser);
    Ok(response)
}

fn sign_up_shown(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    typed: Typed,
    refused: Option<&Refusal>,
) -> Outcome<Response> {
    let token = Token::of(caller, headers)?;
    let model = SignUpPage { name: typed.name, email: typed.email, next: typed.next };
    let frame = Frame::new("Create an account", "/signup").refused(refused).visitor(&token.csrf);
    Ok(token.set(state, page(state, caller, frame, || sign_up_page(model))))
}

/// `GET /login/link`.
pub async fn ask(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    query: Query,
) -> PageResult {
    let next = safe_path(query.get("next"));
    if matches!(caller.via, Via::Session { .. }) {
        return Ok(see(&next));
    }
    if state.settings.oidc.only {
        return Ok(see(&sign_in::address(&next)));
    }
    Ok(ask_shown(&state, &caller, &headers, (String::new(), next), None)?)
}

/// `POST /login/link`.
pub async fn ask_post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    state.accounts().allow_own_ways()?;
    let (email, next) = (names::clean_email(form.get("email")), safe_path(form.get("next")));
    if !names::is_email(&email) {
        let refusal = Refusal::field("email", Fault::Email);
        return Ok(ask_shown(&state, &caller, &headers, (email, next), Some(&refusal))?);
    }
    if let Some(exceeded) = mails::count(&state.counters(), caller.ip.as_deref(), &email).await? {
        return Ok(ask_shown(&state, &caller, &headers, (email, next), Some(&exceeded.refusal()))?);
    }
    state.accounts().send_sign_in_link(&email, &next).await?;
    Ok(see(SENT))
}

fn ask_shown(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    (email, next): (String, String),
    refused: Option<&Refusal>,
) -> Outcome<Response> {
    let token = Token::of(caller, headers)?;
    let model = AskLinkPage { email, next };
    let frame = Frame::new("Sign in without a password", "/login/link").refused(refused).visitor(&token.csrf);
    Ok(token.set(state, page(state, caller, frame, || ask_link_page(model))))
}

/// `GET /login/sent`.
pub async fn sent(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let frame = Frame::new("Get your link", SENT);
    Ok(page(&state, &caller, frame, link_ready_page))
}

/// `GET /links/<code>`. Only its button uses the link up. `?choose=1` asks for name and password also in the browser
/// in which they were typed.
pub async fn link(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
    query: Query,
) -> PageResult {
    let browser = if query.get("choose").is_empty() { browser_of(&state, &headers) } else { String::new() };
    let offer = look(&state, &code, &browser).await?;
    Ok(link_shown(&state, &caller, &headers, offer, String::new(), None)?)
}

/// `POST /links/<code>`.
pub async fn follow(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let browser = browser_of(&state, &headers);
    let name = form.get("name").to_owned();
    let typed = form
        .sent("password")
        .map(|password| NewAccount { name: name.clone(), password: password.to_owned() });
    let chooses = typed.is_some();
    match state.accounts().follow_link(&caller, &code, &browser, typed).await {
        Ok(opened) => {
            let next = safe_path(&opened.next);
            let mut response = sign_in::opened(&state, &caller, &opened.session, &next, None).await?;
            if !browser.is_empty() {
                cookies::SIGN_UP.clear(response.headers_mut(), state.https());
            }
            Ok(response)
        }
        Err(Failure::Refused(refusal)) if refusal.status() == 400 => {
            let browser = if chooses { String::new() } else { browser };
            let offer = look(&state, &code, &browser).await?;
            Ok(link_shown(&state, &caller, &headers, offer, name, Some(&refusal))?)
        }
        Err(Failure::Refused(refusal)) => {
            let refused = Some(&refusal).filter(|r| r.status() != 404);
            Ok(link_shown(&state, &caller, &headers, None, String::new(), refused)?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

async fn look(state: &State, code: &str, browser: &str) -> Outcome<Option<OpenedLink>> {
    state.read(async |c| links::look(c, code, browser, state.settings.oidc.only).await).await
}

/// The cookie of a sign-up in this browser, or nothing.
fn browser_of(state: &State, headers: &HeaderMap) -> String {
    cookies::SIGN_UP.get(headers, state.https()).unwrap_or_default().to_owned()
}

fn link_shown(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    offer: Option<OpenedLink>,
    name: String,
    refused: Option<&Refusal>,
) -> Outcome<Response> {
    let token = Token::of(caller, headers)?;
    let other = |offer: &OpenedLink| !caller.email.is_empty() && caller.email != offer.email;
    let model = LinkPage {
        instead_of: offer.as_ref().filter(|o| other(o)).map(|_| caller.name.clone()),
        offer: offer.map(|offer| words(offer, name)),
    };
    let title = model.offer.as_ref().map_or("This link has expired", |offer| offer.title);
    let status = if model.offer.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let frame = Frame::new(title, "/login").status(status).refused(refused).visitor(&token.csrf);
    Ok(token.set(state, page(state, caller, frame, || link_page(model))))
}

/// The words of an offer; `typed` is the name that was typed into a refused form.
fn words(offer: OpenedLink, typed: String) -> LinkOffer {
    let (title, verb) = match (offer.does, &offer.name) {
        (Does::MakeAccount, Some(_)) => ("Confirm your address", "Confirm and sign in"),
        (Does::MakeAccount, None) => ("Finish your account", "Create account"),
        (Does::SignIn, _) => ("Sign in", "Sign in"),
        (Does::Confirm, _) => ("Confirm your address", "Confirm the address"),
    };
    let whose = match offer.name {
        Some(name) => Whose::Known { name, may_choose: offer.does == Does::MakeAccount },
        None => Whose::Choose { typed },
    };
    LinkOffer { verb, title, whose, email: offer.email }
}
