//! Refusals on pages: an error page in the frame of the site, or the way to the sign-in page.

use super::page_result::{ErrorBody, PageError};
use super::render::{Frame, page, see};
use super::sign_in;
use crate::caller::{Caller, Via};
use crate::failure::Failure;
use crate::http::body_limit;
use crate::http::log::RequestId;
use crate::http::resumed_form::ResumedForm;
use crate::http::route_terms::RouteTerms;
use crate::state::State;
use app::pages::{ErrorPage, error_page, error_title};
use axum::Extension;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::refusal::{Code, Refusal};

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
    ErrorBody { status: StatusCode::METHOD_NOT_ALLOWED, detail, wait: None }.into_response()
}

/// Renders the error page of a handler that failed. A browser that is not signed in goes to the sign-in page instead, which
/// carries the form that it sent.
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
        (Via::Nobody | Via::Session { .. }, false) if !terms.body.by_handler => keep_body(request).await,
        _ => (request, None),
    };
    let response = match body_limit::refused_early(&request) {
        Some(refusal) => PageError(refusal.into()).into_response(),
        None => next.run(request).await,
    };
    let Some(error) = response.extensions().get::<ErrorBody>().cloned() else { return response };
    let unauthenticated = error.status.as_u16() == Code::Unauthenticated.status();
    if unauthenticated && caller.via == Via::Nobody {
        let kept = sent.and_then(|(headers, bytes)| {
            Some((
                ResumedForm::of_request(&asked, &headers, &state.base_url, caller.csrf(), &bytes)?,
                headers,
            ))
        });
        if let Some((kept, headers)) = kept {
            match sign_in::lost(&state, &caller, &headers, kept) {
                Ok(page) => return page,
                Err(error) => tracing::error!(%error, "a form was not kept"),
            }
        }
        let back = if reads { asked } else { path };
        let next: String = url::form_urlencoded::byte_serialize(back.as_bytes()).collect();
        return see(&format!("/login?next={next}"));
    }
    if error.status == StatusCode::NOT_FOUND && matches!(caller.via, Via::Session { .. }) {
        let kept = sent.and_then(|(headers, bytes)| {
            ResumedForm::of_request(&asked, &headers, &state.base_url, caller.csrf(), &bytes)
        });
        if let Some(page) = kept.and_then(|kept| sign_in::not_theirs(&state, &caller, &kept)) {
            return page;
        }
    }
    let model = ErrorPage {
        status: error.status.as_u16(),
        sentence: error.detail,
        next: Vec::new(),
        // Elsewhere the page is the same for a thing that is missing and one that is hidden.
        request: if error.status.is_server_error() { id } else { String::new() },
    };
    let title = error_title(error.status.as_u16());
    let frame = Frame { status: error.status, wait: error.wait, ..Frame::new(title, path) };
    let mut page = page(&state, &caller, frame, || error_page(model));
    if let Some(allow) = response.headers().get(header::ALLOW) {
        page.headers_mut().insert(header::ALLOW, allow.clone());
    }
    page
}

/// The request again, and a copy of its body. The whole body was read before, so nothing waits here.
async fn keep_body(request: Request) -> (Request, Option<(HeaderMap, Bytes)>) {
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return (Request::from_parts(parts, Body::empty()), None);
    };
    let sent = (parts.headers.clone(), bytes.clone());
    (Request::from_parts(parts, Body::from(bytes)), Some(sent))
}
