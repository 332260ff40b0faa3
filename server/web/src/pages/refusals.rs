//! Refusals on pages: an error page in the frame of the site, or the way to the sign-in page.

use super::error_page::{ErrorParts, error_response};
use super::page_result::ErrorBody;
use super::sent_form::SentForm;
use crate::pages::prelude::*;
use axum::http::Method;
use axum::middleware::Next;
use web_http::body_limit;
use web_http::log::RequestId;
use web_http::route_terms::RouteTerms;

/// Any path that names nothing.
pub async fn unknown() -> PageError {
    PageError(Failure::Refused(Refusal::not_found()))
}

/// A method that a page does not know; the router adds `Allow`, which is all that OPTIONS asks for.
pub async fn wrong_method(method: Method) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    let detail = "This page does not support that kind of request.".into();
    let status = StatusCode::METHOD_NOT_ALLOWED;
    ErrorBody { status, detail, ..ErrorBody::default() }.into_response()
}

/// Renders the error page of a handler that failed. A browser that is not signed in goes to the sign-in
/// page instead, and one without the passkey that an event asks for to where it is used. A form
/// that could not be acted on now is shown again.
pub async fn show_refusals(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Extension(terms): Extension<RouteTerms>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    let asked = request.uri().path_and_query().map_or_else(|| path.clone(), ToString::to_string);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let (request, sent) = match (&caller.via, reads) {
        (Via::Nobody | Via::Session { .. }, false) if !terms.body.by_handler => SentForm::keep(request).await,
        _ => (request, None),
    };
    let response = match body_limit::failed_early(&request) {
        Some(failure) => PageError(failure).into_response(),
        None => next.run(request).await,
    };
    let Some(error) = response.extensions().get::<ErrorBody>().cloned() else { return response };
    if let Some(page) = sent.and_then(|sent| sent.answer(&state, &caller, &error)) {
        return page;
    }
    let way_in = match (&caller.via, error.code) {
        (Via::Nobody, _) if error.status == StatusCode::UNAUTHORIZED => Some("/login"),
        (Via::Session { .. }, Some(Code::PasskeyNeeded)) => Some("/login/passkey"),
        _ => None,
    };
    if let Some(way_in) = way_in {
        let back = if reads { asked } else { path };
        let next: String = url::form_urlencoded::byte_serialize(back.as_bytes()).collect();
        return see(&format!("{way_in}?next={next}"));
    }
    // Elsewhere the page is the same for a thing that is missing and one that is hidden.
    let request = if error.status.is_server_error() { id } else { String::new() };
    let mut page =
        error_response(&state, &caller, &error, path, ErrorParts { request, ..ErrorParts::default() });
    if let Some(allow) = response.headers().get(header::ALLOW) {
        page.headers_mut().insert(header::ALLOW, allow.clone());
    }
    page
}
