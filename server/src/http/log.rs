//! An id for each request, and one log line: method, path, status, time. Never a query, token, cookie or text.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::audit::hex;
use std::any::Any;
use std::time::Instant;
use tracing::Instrument;

/// The header that carries a request's id.
pub const REQUEST_ID: &str = "x-request-id";

/// A request's id: 16 hex digits, made here. What a client or proxy sends under the same name is not taken over:
/// the log holds nothing that somebody else wrote.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Numbers the request, and logs it once it is answered. What is logged meanwhile carries the id too.
pub async fn log_request(mut request: Request, next: Next) -> Response {
    let mut bytes = [0; 8];
    // Without random bytes the id is all zeros; the request is none the worse.
    let _ = getrandom::fill(&mut bytes);
    let id = hex(&bytes);
    request.extensions_mut().insert(RequestId(id.clone()));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let begun = Instant::now();
    let span = tracing::info_span!(target: "evenhand::request", "request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    span.in_scope(|| {
        tracing::info!(target: "evenhand::request", %method, path, status = response.status().as_u16(), ms = format!("{ms:.1}"));
    });
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// A handler that panicked: the request fails, the service goes on.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    let broken = crate::failure::Failure::broken("a handler panicked");
    super::answer::json_failure(broken).into_response()
}
