//! Taking a request in: its body whole and within the limit, its path as text, before anything is looked up.
//! A page shows the refusal itself, since a page knows its reader.

use super::upload::{self, Taken};
use super::{answer, identify, path};
use crate::api::import;
use crate::failure::Failure;
use crate::pages::verify;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;
use shared::refusal::Refusal;
use std::time::Duration;

/// Most bytes of a body, where a route allows no more.
pub const BODY: usize = 1024 * 1024;
/// How long such a body may take to come.
const DEADLINE: Duration = Duration::from_secs(60);

/// A refusal that a page is to show instead of itself.
#[derive(Clone, Debug)]
pub struct Untaken(pub Refusal);

/// Whether a path takes its bodies in by itself, since they may be larger: the import, after it has seen who sends it, and
/// the page that checks files.
#[must_use]
pub fn takes_its_own(path: &str) -> bool {
    path == import::PATH || path == verify::PATH
}

/// Takes the body in.
pub async fn take_in(request: Request, next: Next) -> Response {
    if takes_its_own(request.uri().path()) || request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let taken = match upload::announced(&parts.headers, BODY) {
        Ok(()) => upload::read(body, BODY, DEADLINE).await,
        Err(refusal) => {
            upload::drain(body, BODY).await;
            Err(refusal.into())
        }
    };
    match taken {
        Ok(Taken { bytes, held }) => {
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            drop(held);
            response
        }
        Err(failure) if identify::is_api(parts.uri.path()) => answer::json_failure(failure),
        Err(failure @ (Failure::Busy(_) | Failure::Unknown(_) | Failure::Broken(_))) => {
            answer::plain_failure(failure)
        }
        Err(Failure::Refused(refusal)) => {
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
