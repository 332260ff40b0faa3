//! The answer to who has come in: the way on, the form that waited, or the page that asks for a passkey first.

use super::visitor;
use crate::pages::prelude::*;
use app::pages::passkey::{PasskeyPage, PasskeyWay, passkey_page};
use app::pages::unsent_form::{UnsentFormPage, unsent_form_page};
use portal::account::sign_in::{self as op, SignInOutcome};
use portal::account::{identification, passkey_sign_in::PasskeyStep};
use web_http::resumed_form::ResumedForm;

/// The answer to who came in by a way after which a passkey may be asked for.
pub(super) async fn entered(
    (state, caller, headers): (&State, &Caller, &HeaderMap),
    entered: &SignInOutcome,
    next: &str,
    kept: Option<&ResumedForm>,
) -> Outcome<Response> {
    match entered {
        SignInOutcome::Session(id) => opened(state, caller, id, next, kept).await,
        SignInOutcome::Passkey(secret) => {
            let asking = PasskeyRequest { secret, next, kept, refused: None };
            ask_passkey((state, caller, headers), PasskeyWay::Second, asking).await
        }
    }
}

pub(super) struct PasskeyRequest<'a> {
    /// The secret of the attempt; empty where it ended, or there is nothing to ask.
    pub(super) secret: &'a str,
    /// The path to go on to.
    pub(super) next: &'a str,
    /// The form that waits.
    pub(super) kept: Option<&'a ResumedForm>,
    /// Why what was shown did not do.
    pub(super) refused: Option<&'a Refusal>,
}

pub(super) async fn ask_passkey(
    (state, caller, headers): (&State, &Caller, &HeaderMap),
    way: PasskeyWay,
    PasskeyRequest { secret, next, kept, refused }: PasskeyRequest<'_>,
) -> Outcome<Response> {
    let asked = if secret.is_empty() { None } else { state.accounts().ask_passkey(secret).await? };
    let way = if asked.is_none() && way != PasskeyWay::NoPasskey { PasskeyWay::Ended } else { way };
    let PasskeyStep { options, known } = asked.unwrap_or(PasskeyStep { options: None, known: false });
    let model = PasskeyPage {
        way,
        secret: secret.to_owned(),
        options,
        known,
        next: next.to_owned(),
        kept: kept.map(|kept| kept.to_carry(&state.signer)).unwrap_or_default(),
    };
    let frame = Frame::new(way.title(), "/login/passkey").refused(refused);
    visitor::page(state, caller, headers, frame, || passkey_page(model))
}

/// The answer to who has a new session: the way on, or the form that waited. A session that was open in this browser
/// ends here; the new one has an identifier of its own.
pub(super) async fn opened(
    state: &State,
    caller: &Caller,
    id: &str,
    next: &str,
    kept: Option<&ResumedForm>,
) -> Outcome<Response> {
    state.by(caller).write(op::end_session).await?;
    let mut response = match kept {
        None => see(next),
        Some(kept) => {
            let (session, demo) = (id.to_owned(), state.settings.demo);
            let job = state.read(async |c| identification::by_session(c, &session, demo).await);
            let found = job.await?.ok_or_else(|| Failure::broken("a new session is not known"))?;
            signed_in_again(state, &found, kept, StatusCode::OK)
        }
    };
    cookies::set_session(response.headers_mut(), state.https(), id, &secrets::csrf_token(id));
    Ok(response)
}

/// The page of a form that waited: in whose name it would be sent, and what was typed; for anybody but who typed it, how that person
/// comes to send it.
pub(super) fn signed_in_again(
    state: &State,
    caller: &Caller,
    kept: &ResumedForm,
    status: StatusCode,
) -> Response {
    let model = unsent_form_model(state, caller, kept, false);
    let frame = Frame::new(model.title(), "/login").status(status);
    page(state, caller, frame, || unsent_form_page(model))
}

pub(super) fn unsent_form_model(
    state: &State,
    caller: &Caller,
    kept: &ResumedForm,
    refused: bool,
) -> UnsentFormPage {
    let others = !kept.is_of(caller);
    UnsentFormPage {
        name: caller.name.clone(),
        email: caller.email.clone(),
        action: kept.path.clone(),
        fields: if others { Vec::new() } else { kept.fields.clone() },
        carried: kept.to_carry(&state.signer),
        refused,
        others,
        again: !kept.whose.is_empty(),
    }
}
