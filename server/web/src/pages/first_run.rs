//! The page of a portal without accounts: it makes the first one.

use super::sign_in_answer::opened;
use crate::pages::prelude::*;
use app::pages::first_run::first_run_page;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use portal::account::first;
use portal::account::sign_up::Typed;
use portal::records::setup_code;

/// Its address.
pub const PATH: &str = "/setup";

/// Whether the start of a visit leads here: nobody is signed in, and nobody could be.
pub async fn leads_there(state: &State, caller: &Caller) -> Outcome<bool> {
    if caller.actor.is_some() {
        return Ok(false);
    }
    state.read(async |c| first::is_needed(c).await).await
}

pub struct FirstRun;

impl Page for FirstRun {
    type Area = Open;
    type Id = ();
    type Beside = ();

    const ADDRESS: &'static str = PATH;

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        require_needed(&at.state).await?;
        at.page(Frame::new("Set up this portal", PATH), refused, first_run_page)
    }
}

/// `POST /setup`.
pub async fn post(_: Needed, sent: Post<FirstRun>) -> PageResult {
    let (state, caller) = (&sent.at.state, &sent.at.caller);
    let get = |name: &str| sent.get(name).to_owned();
    let typed =
        Typed { email: get("email"), name: get("name"), password: get("password"), next: String::new() };
    let right = setup_code::is_right(&state.signer, sent.get("code"));
    let made = state.accounts().make_first(caller, right, typed).await;
    match made {
        Ok(session) => Ok(opened(state, caller, &session, "/events/new", None).await?),
        Err(failure) => sent.again(failure).await,
    }
}

/// There is no account yet. Asked before a look at the form.
pub struct Needed;

impl FromRequestParts<State> for Needed {
    type Rejection = PageError;

    async fn from_request_parts(_: &mut Parts, state: &State) -> Result<Self, PageError> {
        require_needed(state).await?;
        Ok(Self)
    }
}

/// The same 404 as for any path that leads nowhere, once there is an account.
async fn require_needed(state: &State) -> Outcome<()> {
    if state.read(async |c| first::is_needed(c).await).await? {
        Ok(())
    } else {
        Err(Refusal::not_found().into())
    }
}
