//! Changing one's password.

use super::forms::{self, Posted};
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::{answer, cookies};
use crate::portal::account::{password as op, secrets};
use crate::state::State;
use app::pages::{PasswordPage, password_page};
use axum::Extension;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::Response;
use shared::refusal::Refusal;

/// `GET /me/password`.
pub async fn show(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    Ok(shown(&state, &caller, None).await?)
}

/// `POST /me/password`.
pub async fn post(Shared(state): Shared<State>, Posted { caller, form, .. }: Posted) -> PageResult {
    match state.accounts().change_password(&caller, form.get("old_password"), form.get("new_password")).await
    {
        Ok(id) => {
            let mut response = see("/me?done=password");
            cookies::set_session(response.headers_mut(), state.https(), &id, &secrets::csrf_token(&id));
            Ok(response)
        }
        Err(Failure::Refused(refusal)) => Ok(shown(&state, &caller, Some(refusal)).await?),
        Err(broken) => Err(PageError(broken)),
    }
}

async fn shown(state: &State, caller: &Caller, refused: Option<Refusal>) -> Outcome<Response> {
    let who = caller.clone();
    let standing = state.read(async |c| op::standing(c, &who).await).await?;
    let errors = refused.as_ref().map(forms::errors).unwrap_or_default();
    let op::Standing { has_one, tokens } = standing;
    let model = PasswordPage { csrf: caller.csrf().to_owned(), has_one, tokens, errors };
    let status = refused.as_ref().map_or(StatusCode::OK, answer::status);
    let frame = Frame { error: refused.is_some(), ..Frame::new("Your password", "/me/password") };
    let page = page(state, caller, status, frame, || password_page(model));
    Ok(answer::refused_page(page, refused.as_ref()))
}
