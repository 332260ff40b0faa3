//! Style, fonts, icon and islands, from inside the binary.
//!
//! `build.rs` embeds them. Under `cargo leptos watch`, which builds the islands beside the server, the
//! islands are read from its site folder instead.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// One embedded file.
pub struct Asset {
    /// Path below `/assets/` or `/pkg/`.
    pub path: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Whether the islands were built into this binary, or stand in cargo-leptos's site folder.
#[must_use]
pub fn has_islands() -> bool {
    PKG.iter().any(|a| a.path == "evenhand.wasm") || site_folder().is_some()
}

fn site_folder() -> Option<std::path::PathBuf> {
    std::env::var_os("LEPTOS_SITE_ROOT").map(|root| std::path::PathBuf::from(root).join("pkg"))
}

/// `/assets/<path>`.
pub async fn asset(headers: HeaderMap, Path(path): Path<String>) -> Response {
    serve(ASSETS, &path, &headers)
}

/// `/pkg/<path>`: the islands' script and WASM.
pub async fn pkg(headers: HeaderMap, Path(path): Path<String>) -> Response {
    if let Some(folder) = site_folder() {
        let known = matches!(path.as_str(), "evenhand.js" | "evenhand.wasm" | "evenhand.css");
        return match tokio::fs::read(folder.join(&path)).await {
            Ok(bytes) if known => ([(header::CONTENT_TYPE, content_type(&path))], bytes).into_response(),
            _ => StatusCode::NOT_FOUND.into_response(),
        };
    }
    serve(PKG, &path, &headers)
}

/// `/favicon.ico`, which browsers ask for unasked.
pub async fn favicon(headers: HeaderMap) -> Response {
    serve(ASSETS, "favicon.svg", &headers)
}

fn serve(files: &[Asset], path: &str, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let brotli = accepted.split(',').any(|e| e.split(';').next().unwrap_or_default().trim() == "br");
    let packed = format!("{path}.br");
    let (file, encoding) = match files.iter().find(|a| brotli && a.path == packed) {
        Some(file) => (Some(file), Some("br")),
        None => (files.iter().find(|a| a.path == path && !a.path.ends_with(".br")), None),
    };
    let Some(file) = file else { return (StatusCode::NOT_FOUND, "Not found.\n").into_response() };
    let mut response = (
        [
            (header::CONTENT_TYPE, content_type(path)),
            // Pages ask with the version in the query, so the bytes behind one address never change.
            (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            (header::VARY, "Accept-Encoding"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ],
        file.bytes,
    )
        .into_response();
    if let Some(encoding) = encoding {
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, axum::http::HeaderValue::from_static(encoding));
    }
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
