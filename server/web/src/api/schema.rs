//! `GET /api/schema`.

use super::document::Document;
use super::prelude::*;
use std::sync::Arc;
use web_http::accept::prefers_json;
use web_http::answer::public;

/// This document.
///
/// YAML by default; JSON with `format=json` or an Accept header of `application/json`.
#[utoipa::path(
    get, path = "/schema", tag = "reference", operation_id = "readSchema", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone"))),
    params(("format" = Option<String>, Query, description = "`json` for JSON.", example = "json")),
    responses((
        status = OK, description = "The document.",
        content((Object = "application/yaml", example = short), (Object = "application/json", example = short))
    )),
)]
pub async fn read(
    Extension(document): Extension<Arc<Document>>,
    query: Query,
    headers: HeaderMap,
) -> Response {
    let json = match query.asked("format") {
        Some(format) => format.eq_ignore_ascii_case("json"),
        None => prefers_json(&headers),
    };
    let (kind, body) =
        if json { ("application/json", &document.json) } else { ("application/yaml", &document.yaml) };
    let vary = (header::VARY, "Authorization, Cookie, Accept");
    public(([(header::CONTENT_TYPE, kind), vary], body.clone()).into_response())
}

fn short() -> serde_json::Value {
    serde_json::json!({ "openapi": "3.0.3", "info": { "title": "Evenhand", "version": env!("CARGO_PKG_VERSION") }, "paths": {} })
}
