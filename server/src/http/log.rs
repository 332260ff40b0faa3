//! One log line per request: method, path, status, time. Never a query, token, cookie or text.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::time::Instant;

/// Logs the request once it is answered.
pub async fn log_request(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let begun = Instant::now();
    let response = next.run(request).await;
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    tracing::info!(target: "evenhand::request", %method, path, status = response.status().as_u16(), ms = format!("{ms:.1}"));
    response
}

/// A handler that panicked: the request fails, the service goes on.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    let broken = crate::failure::Failure::broken("a handler panicked");
    super::answer::json_failure(broken).into_response()
}
