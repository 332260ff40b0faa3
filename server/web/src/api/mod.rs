//! The JSON API: reads the request, calls the operation, answers in the specification's shapes.

pub mod asked;
pub mod ballot;
pub mod calls;
pub mod comments;
pub mod confirmations;
pub mod docs;
pub mod document;
pub mod events;
pub mod evidence;
pub mod export;
pub mod feedback;
pub mod import;
pub mod judge;
pub mod me;
pub mod pictures;
mod prelude;
pub mod prizes;
pub mod projects;
pub mod proposals;
pub mod questions;
pub mod records;
pub mod results;
pub mod schema;
pub mod score_lists;
pub mod teams;
pub mod winners;

use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::refusal::Refusal;
use web_http::{answer, path};

/// Any path under `/api` that names nothing.
pub async fn unknown() -> Response {
    answer::json_refusal(&Refusal::not_found())
}

/// Answers 404 for a path that is not text, as for any other that names nothing.
pub async fn refuse_unreadable_path(request: Request, next: Next) -> Response {
    if path::is_text(request.uri().path()) { next.run(request).await } else { unknown().await }
}

/// A method that a path does not know; the router adds `Allow`, which is all that OPTIONS asks for.
pub async fn wrong_method(request: Request) -> Response {
    if request.method() == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    let body = serde_json::json!({ "detail": format!("Method {} is not allowed here.", request.method()) });
    answer::of_kind("application/json", (StatusCode::METHOD_NOT_ALLOWED, body.to_string()))
}
