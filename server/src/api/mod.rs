//! The JSON API: reads the request, calls the operation, answers in the specification's shapes.

pub mod events;
pub mod export;
pub mod import;
pub mod judge;
pub mod projects;
pub mod results;

use crate::http::answer;
use axum::extract::Request;
use axum::response::Response;
use shared::refusal::Refusal;

/// Any path under `/api` that names nothing.
pub async fn unknown() -> Response {
    answer::json_refusal(&Refusal::not_found())
}

/// A method that a path does not know; the router adds `Allow`.
pub async fn wrong_method(request: Request) -> Response {
    let body = serde_json::json!({ "detail": format!("Method {} is not allowed here.", request.method()) });
    let mut response = Response::new(body.to_string().into());
    *response.status_mut() = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    response
        .headers_mut()
        .insert(axum::http::header::CONTENT_TYPE, axum::http::HeaderValue::from_static("application/json"));
    response
}
