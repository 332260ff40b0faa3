//! Gives a request the terms of its route, and reads its body before the handler runs, within what they allow. Nothing is looked up before
//! that. A page shows such a refusal itself, since it knows its reader.

use super::route_terms::RouteTable;
use super::upload::{self, Taken};
use super::{answer, deadline, path};
use crate::prelude::*;
use hyper::body::Body as _;

/// A request to a page that failed before its handler: the page's middleware answers it.
#[derive(Clone, Debug)]
pub struct FailedEarly(pub Failure);

/// Reads the body, unless the route's handler reads it. What follows has the route's deadline.
pub async fn read_body(Shared(table): Shared<RouteTable>, mut request: Request, next: Next) -> Response {
    let terms = table.attach(&mut request);
    if terms.body.by_handler || request.body().is_end_stream() {
        return deadline::enforce(terms, request, next).await;
    }
    let (mut parts, body) = request.into_parts();
    // Boxed, since it is over before the answer is made.
    match Box::pin(upload::take(&parts.headers, body, terms.body)).await {
        Ok(Taken { bytes, held }) => {
            let request = Request::from_parts(parts, Body::from(bytes));
            let response = deadline::enforce(terms, request, next).await;
            drop(held);
            response
        }
        Err(failure) if path::is_api(parts.uri.path()) => answer::json_failure(failure),
        Err(Failure::Refused(refusal)) => {
            parts.extensions.insert(FailedEarly(refusal.into()));
            deadline::enforce(terms, Request::from_parts(parts, Body::empty()), next).await
        }
        Err(failure) => answer::plain_failure(failure),
    }
}

/// Why no page may see this request: it failed before, or its path is not text.
pub fn failed_early(request: &Request) -> Option<Failure> {
    let failed = request.extensions().get::<FailedEarly>().map(|early| early.0.clone());
    failed.or_else(|| (!path::is_text(request.uri().path())).then(|| Refusal::not_found().into()))
}
