//! Headers of every answer, whoever made it.

use crate::state::State;
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// A year, as browsers' preload lists ask for. Other names of this host's domain are not ours to speak for.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Nobody guesses another type than the one that is sent, nobody keeps an answer that does not allow it, and on https the
/// browser remembers to come by https.
pub async fn complete(Shared(state): Shared<State>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    if state.https() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
    }
    response
}
