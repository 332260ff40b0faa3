//! Signing in and out. A form that was sent without a session is carried through it.

use super::sign_in_answer::{entered, signed_in_again, unsent_form_model};
use super::visitor;
use crate::pages::prelude::*;
use app::pages::sign_in::{DemoAccount, SignInPage, sign_in_page};
use app::pages::unsent_form::{has_typed, unsent_form_page};
use portal::account::demo_accounts::DEMO_ACCOUNTS;
use portal::account::{passkeys, sign_in as op};
use portal::submit::teams;
use web_http::csrf;
use web_http::path::safe_path;
use web_http::resumed_form::ResumedForm;

/// `GET /login`.
pub async fn show(at: At<(), Open>) -> PageResult {
    let At { state, caller, headers, query, .. } = at;
    let next = safe_path(query.get("next"));
    if matches!(caller.via, Via::Session { .. }) {
        return Ok(see(&next));
    }
    let reason = match invitation(&state, &next).await? {
        Some(invited) => Some(invited),
        None => (next != "/").then(|| "Sign in to continue.".to_owned()),
    };
    let here = (&state, &caller, &headers);
    Ok(show_page(here, StatusCode::OK, Typed { next, reason, ..Typed::default() })?)
}

/// What an invitation says to somebody who opens a team's link without a session; none for other pages, and for a link
/// that leads nowhere.
async fn invitation(state: &State, next: &str) -> Outcome<Option<String>> {
    let Some((slug, code)) = next.strip_prefix("/events/").and_then(|path| path.split_once("/team/join/"))
    else {
        return Ok(None);
    };
    let (slug, code) = (slug.to_owned(), code.to_owned());
    let job = state.read(async |c| teams::invited_to(c, &slug, &code).await);
    match job.await {
        Ok((team, event)) => Ok(Some(format!(
            "You are invited to the team “{team}” in {event}. Sign in or create an account to join it."
        ))),
        Err(Failure::Refused(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// `POST /login`.
pub async fn post(At { state, caller, headers, .. }: At<(), Open>, bytes: Bytes) -> PageResult {
    let form = Form::unproven(&bytes)?;
    let kept = ResumedForm::carried(&form, &state.signer).filter(|kept| safe_path(&kept.path) == kept.path);
    let ours = csrf::is_from_here(&headers, &state.base_url, form.sent("csrfmiddlewaretoken"));
    // The wrong person is signed in: the form goes on to the sign-in page.
    let other = form.sent("other").is_some();
    let stays = !other || form.sent("go_on").is_some();
    if let (Some(kept), Via::Session { .. }, true, true) = (&kept, &caller.via, ours, stays) {
        // Signed in meanwhile, in another window of this browser.
        return Ok(signed_in_again(&state, &caller, kept, StatusCode::OK));
    }
    let form = form.prove(&state, &caller, &headers)?;
    let here = (&state, &caller, &headers);
    if let (Some(kept), Some(_)) = (&kept, form.sent("go_on")) {
        return Ok(lost(&state, &caller, &headers, kept.clone(), None)?);
    }
    if other && form.sent("email").is_none() {
        return Ok(show_page(here, StatusCode::OK, Typed { kept, other, ..Typed::default() })?);
    }
    let next = safe_path(form.get("next"));
    if let Err(refusal) = state.accounts().allow_own_ways() {
        let typed = Typed::again(&form, next, kept, "", &words::refusal(&refusal));
        return Ok(show_page(here, answer::status(&refusal), typed)?);
    }
    let demo = DEMO_ACCOUNTS.iter().find(|a| state.settings.demo && form.sent("demo") == Some(a.email));
    if demo.is_none() && form.sent("password").is_none() {
        // A form that was sent again after a refusal comes without its password.
        let typed = Typed::again(&form, next, kept, "password", "Enter your password.");
        return Ok(show_page(here, StatusCode::UNPROCESSABLE_ENTITY, typed)?);
    }
    let (email, password) = match demo {
        Some(account) => (account.email, account.password()),
        None => (form.get("email"), form.get("password").to_owned()),
    };
    match state.accounts().sign_in(caller.ip.as_deref(), email, &password).await {
        Ok(who) => Ok(entered(here, &who, &next, kept.as_ref()).await?),
        Err(Failure::Refused(refusal)) => {
            let typed = Typed::again(&form, next, kept, "email", &words::refusal(&refusal));
            let page = show_page(here, answer::status(&refusal), typed)?;
            Ok(answer::refused_page(page, &refusal))
        }
        Err(failure @ (Failure::Busy(_) | Failure::Full(_))) => {
            let (said, wait) = match failure {
                Failure::Full(_) => (answer::FULL, answer::LATER),
                _ => (answer::BUSY, answer::SOON),
            };
            tracing::warn!(why = %failure, "nobody can sign in just now");
            let typed = Typed::again(&form, next, kept, "", said);
            let mut page = show_page(here, StatusCode::SERVICE_UNAVAILABLE, typed)?;
            answer::retry_after(page.headers_mut(), wait);
            Ok(page)
        }
        Err(broken) => Err(PageError(broken)),
    }
}

/// The answer to a form that was opened in another session of this browser.
pub(super) fn of_other_session(state: &State, caller: &Caller, kept: &ResumedForm) -> Response {
    signed_in_again(state, caller, kept, StatusCode::FORBIDDEN)
}

/// The answer to a form that the caller may not know of: the same page whatever it was sent to, with what they typed.
/// None where they typed nothing.
pub fn not_theirs(state: &State, caller: &Caller, kept: &ResumedForm) -> Option<Response> {
    let model = has_typed(&kept.fields).then(|| unsent_form_model(state, caller, kept, true))?;
    let frame = Frame { error: true, ..Frame::new("Not found", "/login").status(StatusCode::NOT_FOUND) };
    Some(page(state, caller, frame, || unsent_form_page(model)))
}

/// The answer to a form that was sent without a session: the sign-in page, which carries what was typed. `why` is the refusal's sentence.
/// Errors: broken, where the machine has no randomness.
pub fn lost(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    kept: ResumedForm,
    why: Option<String>,
) -> Outcome<Response> {
    let typed = Typed { kept: Some(kept), reason: why, ..Typed::default() };
    let mut response = show_page((state, caller, headers), StatusCode::UNAUTHORIZED, typed)?;
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    Ok(response)
}

#[derive(Default)]
struct Typed {
    email: String,
    next: String,
    reason: Option<String>,
    errors: FormErrors,
    kept: Option<ResumedForm>,
    /// The kept form is to be sent by somebody else than who is signed in.
    other: bool,
}

impl Typed {
    /// What was typed into a form that was refused, with the reason at a field; an empty one is the whole form.
    fn again(form: &Form, next: String, kept: Option<ResumedForm>, field: &str, why: &str) -> Self {
        let mut errors = FormErrors::none();
        errors.push(field, why);
        Self {
            email: form.get("email").to_owned(),
            next,
            errors,
            kept,
            other: form.sent("other").is_some(),
            reason: None,
        }
    }
}

fn show_page(
    (state, caller, headers): (&State, &Caller, &HeaderMap),
    status: StatusCode,
    typed: Typed,
) -> Outcome<Response> {
    let only = state.settings.oidc.only;
    let demo = DEMO_ACCOUNTS.iter().filter(|_| state.settings.demo && !only).map(|a| DemoAccount {
        label: a.label.to_owned(),
        about: a.about.to_owned(),
        email: a.email.to_owned(),
    });
    let model = SignInPage {
        email: typed.email,
        next: typed.next,
        reason: typed.reason,
        demo: demo.collect(),
        own_ways: !only,
        passkeys: !only && passkeys::relying_party(&state.base_url).is_some(),
        provider: state.sign_on.as_ref().map(|provider| provider.name()),
        signed_out: typed.kept.as_ref().is_some_and(|kept| !kept.whose.is_empty()),
        kept: typed.kept.map(|kept| carried(state, &kept, typed.other)).unwrap_or_default(),
    };
    let frame = Frame { error: !typed.errors.is_empty(), ..Frame::new("Sign in", "/login") };
    let frame = frame.errors(typed.errors).status(status);
    visitor::page(state, caller, headers, frame, || sign_in_page(model))
}

fn carried(state: &State, kept: &ResumedForm, other: bool) -> Vec<(String, String)> {
    let mut fields = kept.to_carry(&state.signer);
    if other {
        fields.push(("other".to_owned(), "true".to_owned()));
    }
    fields
}

/// `POST /logout`. A request without a session changes nothing, its cookies included: another site can make
/// a browser send one, since the session's cookie then stays behind, and would end the session by the answer.
pub async fn sign_out(At { state, caller, headers, .. }: At<(), Open>, bytes: Bytes) -> PageResult {
    if !matches!(caller.via, Via::Session { .. }) {
        return Ok(see("/"));
    }
    Form::read(&state, &caller, &headers, &bytes)?;
    state.by(&caller).write(op::end_session).await?;
    if let Some(actor) = &caller.actor {
        state.streams.check_now(actor.person);
    }
    let mut response = see("/");
    cookies::clear(response.headers_mut(), state.https());
    Ok(response)
}

/// The address of the sign-in page that leads on to a path of this site.
pub fn address(next: &str) -> String {
    let next: String = url::form_urlencoded::byte_serialize(next.as_bytes()).collect();
    if next == "%2F" { "/login".to_owned() } else { format!("/login?next={next}") }
}
