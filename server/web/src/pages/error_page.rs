//! The page that says what went wrong.

use super::page_result::ErrorBody;
use crate::pages::prelude::*;
use app::pages::{ErrorPage, ResendForm, error_page, error_title};

/// What only some error pages show.
#[derive(Default)]
pub(super) struct ErrorParts<'a> {
    /// The request's number in the log.
    pub(super) request: String,
    /// The form that was not acted on.
    pub(super) resend: Option<ResendForm>,
    /// The token of that form; empty for the session's.
    pub(super) csrf: &'a str,
}

/// The error page at a path.
pub(super) fn error_response(
    state: &State,
    caller: &Caller,
    error: &ErrorBody,
    path: String,
    ErrorParts { request, resend, csrf }: ErrorParts<'_>,
) -> Response {
    let status = error.status.as_u16();
    let model = ErrorPage { status, sentence: error.detail.clone(), request, resend };
    let frame = Frame { status: error.status, wait: error.wait, ..Frame::new(error_title(status), path) };
    page(state, caller, frame.visitor(csrf), || error_page(model))
}
