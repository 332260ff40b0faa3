//! Changing one's password.

use super::forms::{self, Posted};
use super::page_result::PageResult;
use super::render::{Frame, page, see};
use crate::http::cookies;
use crate::state::State;
use app::pages::{PasswordPage, password_page};
use axum::Extension;
use axum::extract::State as Shared;
use axum::response::Response;
use portal::account::password as op;
use portal::caller::Caller;
use portal::failure::Outcome;
use portal::secrets;
use shared::refusal::Refusal;

/// `GET /me/password`.
pub async fn show(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    state.accounts().allow_own_ways()?;
    Ok(show_page(&state, &caller, None).await?)
}

/// `POST /me/password`.
pub async fn post(Shared(state): Shared<State>, Posted { caller, form, .. }: Posted) -> PageResult {
    state.accounts().allow_own_ways()?;
    match state.accounts().change_password(&caller, form.get("old_password"), form.get("new_password")).await
    {
        Ok(id) => {
            let mut response = see("/me?done=password");
            cookies::set_session(response.headers_mut(), state.https(), &id, &secrets::csrf_token(&id));
            Ok(response)
        }
        Err(failure) => {
            forms::show_again(failure, async |refusal| show_page(&state, &caller, Some(refusal)).await).await
        }
    }
}

async fn show_page(state: &State, caller: &Caller, refused: Option<Refusal>) -> Outcome<Response> {
    let password_state = state.read(async |c| op::password_state(c, caller).await).await?;
    let op::PasswordState { has_one, forgotten, tokens } = password_state;
    let model = PasswordPage { has_one, forgotten, tokens };
    let frame = Frame::new("Your password", "/me/password").refused(refused.as_ref());
    Ok(page(state, caller, frame, || password_page(model)))
}
