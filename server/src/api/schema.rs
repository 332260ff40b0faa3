//! `GET /api/schema`.

use super::document::{DOCUMENT, params::SchemaQuery};
use crate::http::query::Query;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

/// This document.
///
/// YAML by default; JSON with `format=json` or an Accept header of `application/json`.
#[utoipa::path(
    get, path = "/schema", tag = "reference", operation_id = "readSchema", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone"))), params(SchemaQuery),
    responses((
        status = OK, description = "The document.",
        content((Object = "application/yaml", example = short), (Object = "application/json", example = short))
    )),
)]
pub async fn read(query: Query, headers: HeaderMap) -> Response {
    let json = match query.asked("format") {
        Some(format) => format.eq_ignore_ascii_case("json"),
        None => prefers_json(&headers),
    };
    let (kind, body) =
        if json { ("application/json", &DOCUMENT.json) } else { ("application/yaml", &DOCUMENT.yaml) };
    ([(header::CONTENT_TYPE, kind), (header::VARY, "Authorization, Cookie, Accept")], body.as_str())
        .into_response()
}

/// Whether JSON is accepted, and YAML not named before it.
fn prefers_json(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get_all(header::ACCEPT).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(','));
    let first = accepted
        .map(|kind| kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
        .find(|kind| matches!(kind.as_str(), "application/json" | "application/yaml"));
    first.as_deref() == Some("application/json")
}

fn short() -> serde_json::Value {
    serde_json::json!({ "openapi": "3.0.3", "info": { "title": "Evenhand", "version": env!("CARGO_PKG_VERSION") }, "paths": {} })
}
