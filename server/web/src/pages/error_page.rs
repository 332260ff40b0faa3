//! The page that says what went wrong.

use super::page_result::ErrorBody;
use super::render::{Frame, page};
use app::pages::error::{ErrorPage, error_page, error_title};
use app::pages::unsent_form::ResendForm;
use axum::response::Response;
use portal::caller::Caller;
use web_http::answer::outcome_unknown;
use web_http::state::State;

/// What only some error pages show.
#[derive(Default)]
pub(super) struct ErrorParts<'a> {
    /// The request's number in the log.
    pub(super) request: String,
    pub(super) resend: Option<ResendForm>,
    /// The token of that form; empty for the session's.
    pub(super) csrf: &'a str,
}

pub(super) fn error_response(
    state: &State,
    caller: &Caller,
    error: &ErrorBody,
    path: String,
    ErrorParts { request, resend, csrf }: ErrorParts<'_>,
) -> Response {
    let status = error.status.as_u16();
    let saved_perhaps = error.saved_perhaps;
    let (sentence, event) = (error.detail.clone(), error.event.clone());
    let model = ErrorPage { status, sentence, event, request, resend, saved_perhaps };
    let frame = Frame {
        status: error.status,
        wait: error.wait,
        ..Frame::new(error_title(status, saved_perhaps), path)
    };
    let page = page(state, caller, frame.visitor(csrf), || error_page(model));
    if saved_perhaps { outcome_unknown(page) } else { page }
}
