//! Signing up, asking for a link to sign in, and following a mail's link.

use super::desk::show;
use super::first_run;
use super::sign_in;
use super::sign_in_answer::entered;
use crate::pages::prelude::*;
use app::pages::sign_up::{
    AskLinkPage, LinkOffer, LinkPage, LinkUser, ask_link_page, link_page, link_ready_page, sign_up_page,
};
use portal::account::links::{self, LinkEffect, NewAccount, OpenedLink};
use portal::account::mails;
use portal::account::sign_up::Typed;
use shared::names;
use web_http::path::safe_path;

/// Where everybody is led who had a mail sent.
const SENT: &str = "/login/sent";

pub struct SignUp;

impl Page for SignUp {
    type Area = Open;
    type Id = ();
    type Beside = ();

    const ADDRESS: &'static str = "/signup";

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let next = next_of(at, refused);
        at.page(Frame::new("Create an account", Self::address(at)), refused, || sign_up_page(next))
    }
}

/// `GET /signup`.
pub async fn show_sign_up(at: PageRequest<SignUp>) -> PageResult {
    let set_up = !is_signed_in(&at) && first_run::leads_there(&at.state, &at.caller).await?;
    if set_up { Ok(see(first_run::PATH)) } else { show_or_lead_on::<SignUp>(at).await }
}

/// `POST /signup`.
pub async fn post(sent: Post<SignUp>) -> PageResult {
    let (state, caller) = (&sent.at.state, &sent.at.caller);
    state.accounts().allow_own_ways()?;
    let get = |name: &str| sent.get(name).to_owned();
    let (email, name, password) = (get("email"), get("name"), get("password"));
    let typed = Typed { email, name, password, next: safe_path(sent.get("next")) };
    let checked = match typed.checked() {
        Ok(checked) => checked,
        Err(refusal) => return sent.again(refusal).await,
    };
    if let Some(exceeded) = mails::count(&state.counters(), caller.ip.as_deref(), &checked.email).await? {
        return sent.again(exceeded.refusal()).await;
    }
    let browser = state.accounts().sign_up(checked).await?;
    let mut response = see(SENT);
    // Also where the address has an account, so that the answer is the same.
    cookies::SIGN_UP.set(response.headers_mut(), state.https(), &browser);
    Ok(response)
}

pub struct AskLink;

impl Page for AskLink {
    type Area = Open;
    type Id = ();
    type Beside = ();

    const ADDRESS: &'static str = "/login/link";

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let email = refused.map(|refused| names::clean_email(refused.form.get("email")));
        let model = AskLinkPage { email: email.unwrap_or_default(), next: next_of(at, refused) };
        let frame = Frame::new("Sign in without a password", Self::address(at));
        at.page(frame, refused, || ask_link_page(model))
    }
}

/// `GET /login/link`.
pub async fn show_ask_link(at: PageRequest<AskLink>) -> PageResult {
    show_or_lead_on::<AskLink>(at).await
}

/// `POST /login/link`.
pub async fn ask(sent: Post<AskLink>) -> PageResult {
    let (state, caller) = (&sent.at.state, &sent.at.caller);
    state.accounts().allow_own_ways()?;
    let (email, next) = (names::clean_email(sent.get("email")), safe_path(sent.get("next")));
    if !names::is_email(&email) {
        return sent.again(Refusal::field("email", Fault::Email)).await;
    }
    if let Some(exceeded) = mails::count(&state.counters(), caller.ip.as_deref(), &email).await? {
        return sent.again(exceeded.refusal()).await;
    }
    state.accounts().send_sign_in_link(&email, &next).await?;
    Ok(see(SENT))
}

fn is_signed_in(at: &At<(), Open>) -> bool {
    matches!(at.caller.via, Via::Session { .. })
}

/// The page, for who may need it: not who is signed in, and not where people sign in through a provider alone.
async fn show_or_lead_on<P: Page<Area = Open, Id = ()>>(at: At<(), Open>) -> PageResult {
    let next = next_of(&at, None);
    if is_signed_in(&at) {
        return Ok(see(&next));
    }
    if at.state.settings.oidc.only {
        return Ok(see(&sign_in::address(&next)));
    }
    show::<P>(at).await
}

/// The page to go on to: that of the form that was refused, or the one asked for.
fn next_of(at: &At<(), Open>, refused: Option<&RefusedForm>) -> String {
    safe_path(refused.map_or_else(|| at.query.get("next"), |refused| refused.form.get("next")))
}

/// `GET /login/sent`.
pub async fn sent(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let frame = Frame::new("Get your link", SENT);
    Ok(page(&state, &caller, frame, link_ready_page))
}

/// Only its button uses the link up. `?choose=1` asks for name and password also in the browser in which they were typed.
pub struct MailedLink;

impl Page for MailedLink {
    type Area = Open;
    /// The code of the link.
    type Id = String;
    type Beside = ();

    fn address(at: &PageRequest<Self>) -> String {
        format!("/links/{}", at.id)
    }

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let chooses = match refused {
            Some(refused) => refused.form.sent("password").is_some(),
            None => !at.query.get("choose").is_empty(),
        };
        // Whatever else it was refused for than what was typed, the link leads nowhere any more.
        let offer = if refused.is_some_and(|refused| refused.refusal.status() != 400) {
            None
        } else {
            let (browser, only) = (if chooses { "" } else { browser_of(at) }, at.state.settings.oidc.only);
            at.state.read(async |c| links::look(c, &at.id, browser, only).await).await?
        };
        let caller = &at.caller;
        let other = |offer: &OpenedLink| !caller.email.is_empty() && caller.email != offer.email;
        let model = LinkPage {
            instead_of: offer.as_ref().filter(|o| other(o)).map(|_| caller.name.clone()),
            offer: offer.map(words),
        };
        let title = model.offer.as_ref().map_or("This link has expired", |offer| offer.title);
        let status = if model.offer.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        // That it has expired, the page says itself.
        let refused = refused.filter(|refused| refused.refusal.status() != 404);
        at.page(Frame::new(title, "/login").status(status), refused, || link_page(model))
    }
}

/// `POST /links/<code>`.
pub async fn follow(sent: Post<MailedLink>) -> PageResult {
    let (state, caller) = (&sent.at.state, &sent.at.caller);
    let browser = browser_of(&sent.at);
    let typed = sent
        .form
        .sent("password")
        .map(|password| NewAccount { name: sent.get("name").to_owned(), password: password.to_owned() });
    let followed = state.accounts().follow_link(caller, &sent.at.id, browser, typed).await;
    match followed {
        Ok(followed) => {
            let next = safe_path(&followed.next);
            let here = (state, caller, &sent.at.headers);
            let mut response = entered(here, &followed.entered, &next, None).await?;
            if !browser.is_empty() {
                cookies::SIGN_UP.clear(response.headers_mut(), state.https());
            }
            Ok(response)
        }
        Err(failure) => sent.again(failure).await,
    }
}

/// The cookie of a sign-up in this browser, or nothing.
fn browser_of(at: &PageRequest<MailedLink>) -> &str {
    cookies::SIGN_UP.get(&at.headers, at.state.https()).unwrap_or_default()
}

fn words(offer: OpenedLink) -> LinkOffer {
    let (title, verb) = match (offer.does, &offer.name) {
        (LinkEffect::MakeAccount, Some(_)) => ("Confirm your address", "Confirm and sign in"),
        (LinkEffect::MakeAccount, None) => ("Finish your account", "Create account"),
        (LinkEffect::SignIn, _) => ("Sign in", "Sign in"),
        (LinkEffect::Confirm, _) => ("Confirm your address", "Confirm the address"),
    };
    let whose = match offer.name {
        Some(name) => LinkUser::Known { name, may_choose: offer.does == LinkEffect::MakeAccount },
        None => LinkUser::Choose,
    };
    LinkOffer { verb, title, whose, email: offer.email }
}
