//! `GET /api/schema`.

use super::document::Document;
use super::prelude::*;
use crate::http::answer::public;
use std::sync::Arc;

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

/// Whether JSON is accepted, and YAML not preferred or named before it (RFC 9110, 12.5.1).
fn prefers_json(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get_all(header::ACCEPT).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(','));
    let mut best: (&str, f32) = ("", 0.0);
    for entry in accepted {
        let mut parts = entry.split(';').map(str::trim);
        let kind = match parts.next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "application/json" => "json",
            "application/yaml" => "yaml",
            _ => continue,
        };
        let weight = parts.find_map(|p| p.strip_prefix("q=")).map_or(1.0, |q| q.parse().unwrap_or(0.0));
        if weight > best.1 {
            best = (kind, weight);
        }
    }
    best.0 == "json"
}

fn short() -> serde_json::Value {
    serde_json::json!({ "openapi": "3.0.3", "info": { "title": "Evenhand", "version": env!("CARGO_PKG_VERSION") }, "paths": {} })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_preferred_is_given() {
        let asked = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, header::HeaderValue::from_static(text));
            prefers_json(&headers)
        };
        for json in [
            "application/json",
            "text/html, application/json;q=0.5",
            "application/yaml;q=0.1, application/json",
        ] {
            assert!(asked(json), "{json}");
        }
        for yaml in [
            "*/*",
            "application/json;q=0",
            "application/yaml, application/json",
            "text/html",
            "application/json;q=x",
        ] {
            assert!(!asked(yaml), "{yaml}");
        }
    }
}
