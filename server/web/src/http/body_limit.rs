//! Reads a body before the handler runs, within what its route allows. Nothing is looked up before that. A page shows such a
//! refusal itself, since it knows its reader.

use super::route_terms::RouteTerms;
use super::upload::{self, Taken};
use super::{answer, path};
use crate::http::prelude::*;
use hyper::body::Body as _;

/// A request to a page that failed before its handler: the page's middleware answers it.
#[derive(Clone, Debug)]
pub struct FailedEarly(pub Failure);

/// Reads the body, unless the route's handler reads it.
pub async fn read_body(Extension(terms): Extension<RouteTerms>, request: Request, next: Next) -> Response {
    if terms.body.by_handler || request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    // Boxed, since it is over before the answer is made.
    match Box::pin(upload::take(&parts.headers, body, terms.body)).await {
        Ok(Taken { bytes, held }) => {
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            drop(held);
            response
        }
        Err(failure) if path::is_api(parts.uri.path()) => answer::json_failure(failure),
        Err(Failure::Refused(refusal)) => {
            parts.extensions.insert(FailedEarly(refusal.into()));
            next.run(Request::from_parts(parts, Body::empty())).await
        }
        Err(failure) => answer::plain_failure(failure),
    }
}

/// Why no page may see this request: it failed before, or its path is not text.
pub fn failed_early(request: &Request) -> Option<Failure> {
    let failed = request.extensions().get::<FailedEarly>().map(|early| early.0.clone());
    failed.or_else(|| (!path::is_text(request.uri().path())).then(|| Refusal::not_found().into()))
}
