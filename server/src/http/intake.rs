//! Taking a request in: its body whole and within the limit, its path as text, before anything is looked up.
//! A page shows the refusal itself, since a page knows its reader.

use super::{answer, identify, path, upload};
use crate::api::import;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;
use shared::refusal::Refusal;
use std::time::Duration;

/// Most bytes of a body, where a route allows no more.
const BODY: usize = 1024 * 1024;
/// How long such a body may take to come.
const DEADLINE: Duration = Duration::from_secs(60);

/// A refusal that a page is to show instead of itself.
#[derive(Clone, Debug)]
pub struct Untaken(pub Refusal);

/// Takes the body in; the import takes its own, which is larger, after it has seen who sends it.
pub async fn take_in(request: Request, next: Next) -> Response {
    if request.uri().path() == import::PATH || request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let taken = match upload::announced(&parts.headers, BODY) {
        Ok(()) => upload::read(body, BODY, DEADLINE).await,
        Err(refusal) => {
            upload::drain(body, BODY).await;
            Err(refusal)
        }
    };
    match taken {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(refusal) if identify::is_api(parts.uri.path()) => answer::json_refusal(&refusal),
        Err(refusal) => {
            parts.extensions.insert(Untaken(refusal));
            next.run(Request::from_parts(parts, Body::empty())).await
        }
    }
}

/// Why a page does not come to see this request, if so.
#[must_use]
pub fn untaken(request: &Request) -> Option<Refusal> {
    let refused = request.extensions().get::<Untaken>().map(|u| u.0.clone());
    refused.or_else(|| (!path::is_text(request.uri().path())).then(Refusal::not_found))
}
