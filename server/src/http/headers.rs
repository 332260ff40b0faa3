//! Headers that every answer has.

use crate::state::State;
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// A year, as browsers' preload lists ask for. It leaves out subdomains, which belong to somebody else.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Without these, browsers guess types, caches keep what no handler marked as public, and a visitor of an https site can be
/// led to http.
pub async fn complete_headers(Shared(state): Shared<State>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    if state.https() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
    }
    response
}
