//! The page of a portal without accounts: it makes the first one.

use super::page_result::{PageError, PageResult};
use super::render::{Frame, page};
use super::sign_in::{self, Token};
use crate::http::form::Form;
use crate::state::State;
use app::pages::{FirstRunPage, first_run_page};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::HeaderMap;
use axum::response::Response;
use portal::account::first;
use portal::account::sign_up::Typed;
use portal::caller::Caller;
use portal::failure::{Failure, Outcome};
use portal::records::setup_code;
use shared::refusal::Refusal;

/// Its address.
pub const PATH: &str = "/setup";

/// Whether the start of a visit leads here: nobody is signed in, and nobody could be.
///
/// # Errors
/// A lost database.
pub async fn leads_there(state: &State, caller: &Caller) -> Outcome<bool> {
    if caller.actor.is_some() {
        return Ok(false);
    }
    state.read(async |c| first::is_needed(c).await).await
}

/// `GET /setup`: 404 once there is an account.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> PageResult {
    require_needed(&state).await?;
    Ok(shown(&state, &caller, &headers, Typed::default(), None)?)
}

/// `POST /setup`.
pub async fn post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    require_needed(&state).await?;
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let get = |name: &str| form.get(name).to_owned();
    let typed =
        Typed { email: get("email"), name: get("name"), password: get("password"), next: String::new() };
    let right = setup_code::is_right(&state.signer, form.get("code"));
    match state.accounts().make_first(&caller, right, typed.clone()).await {
        Ok(session) => Ok(sign_in::opened(&state, &caller, &session, "/events/new", None).await?),
        Err(Failure::Refused(refusal)) if refusal.status() != 404 => {
            Ok(shown(&state, &caller, &headers, typed, Some(&refusal))?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

/// The same 404 as for any path that leads nowhere.
async fn require_needed(state: &State) -> Outcome<()> {
    if state.read(async |c| first::is_needed(c).await).await? {
        Ok(())
    } else {
        Err(Refusal::not_found().into())
    }
}

fn shown(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    typed: Typed,
    refused: Option<&Refusal>,
) -> Outcome<Response> {
    let token = Token::of(caller, headers)?;
    let model = FirstRunPage { name: typed.name, email: typed.email };
    let frame = Frame::new("Set up this portal", PATH).refused(refused).visitor(&token.csrf);
    Ok(token.set(state, page(state, caller, frame, || first_run_page(model))))
}
