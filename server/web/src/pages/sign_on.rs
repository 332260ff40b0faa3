//! Signing in through the provider of the single sign-on: the way there, and the way back.

use super::first_run;
use super::sign_in_answer::entered;
use crate::pages::prelude::*;
use app::pages::sign_on::{SignOnFailedPage, sign_on_failed_page};
use portal::account::sign_on::Arrival;
use shared::sign_on::SignOnFault;
use web_http::path::safe_path;

/// `GET /login/sign-on`: leads to the provider. It is a link and no form: a browser that may send forms to this site only would
/// not follow a form's answer elsewhere.
pub async fn depart(at: At<(), Open>) -> PageResult {
    let At { state, caller, query, .. } = at;
    let next = safe_path(query.get("next"));
    if state.sign_on.is_some() && matches!(caller.via, Via::Session { .. }) {
        return Ok(see(&next));
    }
    if state.sign_on.is_some() && first_run::leads_there(&state, &caller).await? {
        return Ok(see(first_run::PATH));
    }
    match state.accounts().depart(&next).await? {
        Ok(departure) => {
            let mut response = see(&departure.location);
            answer::private(response.headers_mut());
            cookies::SIGN_ON.set(response.headers_mut(), state.https(), &departure.browser);
            Ok(response)
        }
        Err(fault) => Ok(failed(&state, &caller, fault)),
    }
}

/// `GET /login/sign-on/return`: from the provider, with a code or the reason why there is none.
pub async fn arrive(at: At<(), Open>) -> PageResult {
    let At { state, caller, query, headers, .. } = at;
    let sent = |name: &str| Some(query.get(name)).filter(|text| !text.is_empty()).map(str::to_owned);
    let code = match (sent("error"), sent("code")) {
        (None, Some(code)) => Ok(code),
        (error, _) => Err(error.unwrap_or_else(|| "no code".to_owned())),
    };
    let came = Arrival { state: sent("state").unwrap_or_default(), code, issuer: sent("iss") };
    let browser = cookies::SIGN_ON.get(&headers, state.https()).unwrap_or_default();
    let mut response = match state.accounts().arrive(&caller, browser, came).await? {
        Ok(came) => {
            let next = safe_path(&came.next);
            entered((&state, &caller, &headers), &came.entered, &next, None).await?
        }
        Err(fault) => failed(&state, &caller, fault),
    };
    cookies::SIGN_ON.clear(response.headers_mut(), state.https());
    Ok(response)
}

fn failed(state: &State, caller: &Caller, fault: SignOnFault) -> Response {
    let status = StatusCode::from_u16(fault.status()).unwrap_or(StatusCode::BAD_GATEWAY);
    let model = SignOnFailedPage {
        provider: state.sign_on.as_ref().map(|provider| provider.name()).unwrap_or_default(),
        fault,
        own_ways: !state.settings.oidc.only,
    };
    let frame = Frame::new("You are not signed in", "/login").status(status);
    let wait = matches!(fault, SignOnFault::Unreachable | SignOnFault::NoSender).then_some(answer::SOON);
    page(state, caller, Frame { wait, ..frame }, || sign_on_failed_page(model))
}
