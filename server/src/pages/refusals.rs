//! Refusals on pages: an error page in the frame of the site, or the way to the sign-in page.

use super::render::{Frame, page, see};
use super::sign_in;
use crate::caller::{Caller, Via};
use crate::failure::Failure;
use crate::http::answer::{self, BROKEN, BUSY, UNKNOWN};
use crate::http::intake;
use crate::http::kept::Kept;
use crate::http::log::RequestId;
use crate::state::State;
use app::pages::{ErrorPage, error_page, error_title};
use axum::Extension;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::refusal::{Code, Refusal, Wait};

/// What a page handler returns.
pub type Shown = Result<Response, Unshown>;

/// A failure on its way to the error page.
pub struct Unshown(pub Failure);

impl<F: Into<Failure>> From<F> for Unshown {
    fn from(failure: F) -> Self {
        Self(failure.into())
    }
}

/// Carries the refusal to [`show_refusals`], which knows the caller.
#[derive(Clone)]
struct Carried {
    status: StatusCode,
    detail: String,
    wait: Option<Wait>,
}

impl Carried {
    fn unavailable(sentence: &str) -> Self {
        Self { status: StatusCode::SERVICE_UNAVAILABLE, detail: sentence.into(), wait: Some(answer::SOON) }
    }
}

impl IntoResponse for Unshown {
    fn into_response(self) -> Response {
        let carried = match self.0 {
            Failure::Refused(refusal) => {
                Carried { status: answer::status(&refusal), detail: refusal.detail, wait: refusal.wait }
            }
            Failure::Busy(why) => {
                tracing::warn!(%why, "too busy");
                Carried::unavailable(BUSY)
            }
            Failure::Unknown(why) => {
                tracing::error!(%why, "a commit ended without an answer");
                Carried { status: StatusCode::INTERNAL_SERVER_ERROR, detail: UNKNOWN.into(), wait: None }
            }
            Failure::Broken(why) => {
                tracing::error!(%why, "request failed");
                Carried { status: StatusCode::INTERNAL_SERVER_ERROR, detail: BROKEN.into(), wait: None }
            }
        };
        let mut response = carried.status.into_response();
        response.extensions_mut().insert(carried);
        response
    }
}

/// Any path that names nothing.
pub async fn unknown() -> Unshown {
    Unshown(Failure::Refused(Refusal::not_found()))
}

/// A method that a page does not know; the router adds `Allow`, which is all that OPTIONS asks for.
pub async fn wrong_method(method: Method) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    let carried = Carried {
        status: StatusCode::METHOD_NOT_ALLOWED,
        detail: "This page cannot be asked in that way.".into(),
        wait: None,
    };
    let mut response = carried.status.into_response();
    response.extensions_mut().insert(carried);
    response
}

/// Turns what handlers carried into pages. A browser that is not signed in is led to the sign-in page; a form that it
/// sent is kept there.
pub async fn show_refusals(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    let asked = request.uri().path_and_query().map_or_else(|| path.clone(), ToString::to_string);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let (request, sent) = match (&caller.via, reads) {
        (Via::Nobody | Via::Session { .. }, false) if !intake::takes_its_own(&path) => {
            keep_body(request).await
        }
        _ => (request, None),
    };
    let response = match intake::untaken(&request) {
        Some(refusal) => Unshown(refusal.into()).into_response(),
        None => next.run(request).await,
    };
    let Some(carried) = response.extensions().get::<Carried>().cloned() else { return response };
    let unauthenticated = carried.status.as_u16() == Code::Unauthenticated.status();
    if unauthenticated && caller.via == Via::Nobody {
        let kept = sent.and_then(|(headers, bytes)| {
            Some((Kept::of_request(&asked, &headers, &state.base_url, caller.csrf(), &bytes)?, headers))
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
    if carried.status == StatusCode::NOT_FOUND && matches!(caller.via, Via::Session { .. }) {
        let kept = sent.and_then(|(headers, bytes)| {
            Kept::of_request(&asked, &headers, &state.base_url, caller.csrf(), &bytes)
        });
        if let Some(page) = kept.and_then(|kept| sign_in::not_theirs(&state, &caller, &kept)) {
            return page;
        }
    }
    let model = ErrorPage {
        status: carried.status.as_u16(),
        sentence: carried.detail,
        next: Vec::new(),
        // Elsewhere the page is the same for a thing that is missing and one that is hidden.
        request: if carried.status.is_server_error() { id } else { String::new() },
    };
    let title = error_title(carried.status.as_u16());
    let mut page = page(&state, &caller, carried.status, Frame::new(title, path), || error_page(model));
    if let Some(wait) = carried.wait {
        answer::retry_after(page.headers_mut(), wait);
    }
    if let Some(allow) = response.headers().get(header::ALLOW) {
        page.headers_mut().insert(header::ALLOW, allow.clone());
    }
    page
}

/// The request again, and a copy of what it sends. The intake has taken the whole body in: nothing is waited for.
async fn keep_body(request: Request) -> (Request, Option<(HeaderMap, Bytes)>) {
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return (Request::from_parts(parts, Body::empty()), None);
    };
    let sent = (parts.headers.clone(), bytes.clone());
    (Request::from_parts(parts, Body::from(bytes)), Some(sent))
}
