//! Where somebody uses a passkey, or a recovery code in its place: to sign in, after another way in, or in a session that was opened without.

use super::sign_in_answer::{PasskeyRequest, ask_passkey, opened};
use crate::pages::prelude::*;
use app::pages::passkey::PasskeyWay;
use portal::account::passkey_sign_in::{PasskeyOutcome, PasskeyProof};
use portal::account::passkeys;
use web_http::path::safe_path;
use web_http::resumed_form::ResumedForm;

/// `GET /login/passkey`: `?next=` is the path to go on to. `?again` is of a session that was opened with a passkey, but not just now.
pub async fn show(at: At<(), Open>) -> PageResult {
    let At { state, caller, headers, query, .. } = at;
    let next = safe_path(query.get("next"));
    if caller.actor.is_some_and(|actor| actor.passkey) && query.asked("again").is_none() {
        return Ok(see(&next));
    }
    let here = (&state, &caller, &headers);
    let nothing = PasskeyRequest { secret: "", next: &next, kept: None, refused: None };
    let way = if caller.person().is_none() { PasskeyWay::Alone } else { PasskeyWay::InSession };
    if way == PasskeyWay::InSession && !state.by(&caller).read(passkeys::has_one).await? {
        return Ok(ask_passkey(here, PasskeyWay::NoPasskey, nothing).await?);
    }
    let secret = state.accounts().begin_passkey(&caller).await?;
    Ok(ask_passkey(here, way, PasskeyRequest { secret: &secret, ..nothing }).await?)
}

/// `POST /login/passkey`: the `attempt`, and the browser's `answer` or a recovery `code`.
pub async fn post(At { state, caller, headers, .. }: At<(), Open>, bytes: Bytes) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let next = safe_path(form.get("next"));
    let kept = ResumedForm::carried(&form, &state.signer).filter(|kept| safe_path(&kept.path) == kept.path);
    let shown = match form.sent("code") {
        Some(code) => PasskeyProof::Code(code),
        None => PasskeyProof::Passkey(form.get("answer")),
    };
    match state.accounts().show_passkey(&caller, form.get("attempt"), shown).await? {
        PasskeyOutcome::Opened(session) => Ok(opened(&state, &caller, &session, &next, kept.as_ref()).await?),
        PasskeyOutcome::Refused { refusal, again } => {
            let way = match (caller.person(), form.sent("way")) {
                (Some(_), _) => PasskeyWay::InSession,
                (None, Some("second")) => PasskeyWay::Second,
                _ => PasskeyWay::Alone,
            };
            let secret = again.unwrap_or_default();
            let asking =
                PasskeyRequest { secret: &secret, next: &next, kept: kept.as_ref(), refused: Some(&refusal) };
            let page = ask_passkey((&state, &caller, &headers), way, asking).await?;
            Ok(answer::refused_page(page, &refusal))
        }
    }
}
