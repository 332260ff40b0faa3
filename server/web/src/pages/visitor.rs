//! Pages whose forms need no session.

use super::render::{self, Frame};
use axum::http::HeaderMap;
use axum::response::Response;
use leptos::prelude::AnyView;
use portal::caller::Caller;
use portal::failure::Outcome;
use portal::secrets;
use web_http::cookies;
use web_http::state::State;

/// A page whose forms carry the visitor's token.
/// Errors: broken, where the machine has no randomness.
pub fn page(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    frame: Frame,
    view: impl FnOnce() -> AnyView,
) -> Outcome<Response> {
    let token = Token::of(caller, headers)?;
    Ok(token.set(state, render::page(state, caller, frame.visitor(&token.csrf), view)))
}

/// The token of a form that needs no session: the session's where there is one, else that of the readable cookie.
pub struct Token {
    /// The token.
    pub csrf: String,
    fresh: bool,
}

impl Token {
    /// The visitor's token, or a new one.
    /// Errors: broken, where the machine has no randomness.
    pub fn of(caller: &Caller, headers: &HeaderMap) -> Outcome<Self> {
        let kept = match caller.csrf() {
            "" => cookies::csrf(headers).unwrap_or_default(),
            session => session,
        };
        if kept.len() == 43 {
            return Ok(Self { csrf: kept.to_owned(), fresh: false });
        }
        Ok(Self { csrf: secrets::random()?, fresh: true })
    }

    /// Keeps a new token in the visitor's browser.
    pub fn set(&self, state: &State, mut response: Response) -> Response {
        if self.fresh {
            cookies::CSRF.set(response.headers_mut(), state.https(), &self.csrf);
        }
        response
    }
}
