//! Style, fonts, icon and islands, from inside the binary.
//!
//! `build.rs` embeds them. Under `cargo leptos watch`, which builds the islands beside the server, the
//! islands are read from its site folder instead.

use super::compression::takes_brotli;
use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// One embedded file.
pub struct Asset {
    /// Path below `/assets/` or `/pkg/`.
    pub path: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// A worker loads its module from here, compiles it, and asks for nothing else.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Whether the islands were built into this binary, or are in cargo-leptos's site folder.
#[must_use]
pub fn has_islands() -> bool {
    PKG.iter().any(|a| a.path == "evenhand.wasm") || under_cargo_leptos()
}

/// The embedded file of the site, such as `verify.wasm`, where it was built.
#[must_use]
pub fn embedded(name: &str) -> Option<&'static [u8]> {
    PKG.iter().find(|a| a.path == name).map(|a| a.bytes)
}

/// An embedded asset as text; empty where there is none.
#[must_use]
pub fn text(name: &str) -> &'static str {
    let found = ASSETS.iter().find(|a| a.path == name);
    found.and_then(|a| std::str::from_utf8(a.bytes).ok()).unwrap_or_default()
}

/// Whether `cargo leptos` started this process and builds the islands beside it.
#[must_use]
pub fn under_cargo_leptos() -> bool {
    std::env::var_os("LEPTOS_SITE_ROOT").is_some()
}

/// `/pkg/…`, the islands' script and WASM: embedded, or from cargo-leptos's site folder.
pub fn pkg_routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    match leptos::config::get_configuration(None) {
        Ok(found) if under_cargo_leptos() => {
            let options = found.leptos_options;
            let path = leptos_axum::site_pkg_dir_service_route_path(&options);
            Router::new().route_service(&path, leptos_axum::site_pkg_dir_service(&options))
        }
        _ => Router::new().route("/pkg/{*path}", get(pkg)),
    }
}

/// What was asked for. A path that is no text (`%ff`) names no file.
type Asked = Result<Path<String>, PathRejection>;

/// `/assets/<path>`.
pub async fn asset(headers: HeaderMap, path: Asked) -> Response {
    path.map_or_else(|_| missing(), |Path(path)| serve(ASSETS, &path, &headers))
}

async fn pkg(headers: HeaderMap, path: Asked) -> Response {
    path.map_or_else(|_| missing(), |Path(path)| serve(PKG, &path, &headers))
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "Not found.\n").into_response()
}

/// `/favicon.ico`, which browsers ask for unasked.
pub async fn favicon(headers: HeaderMap) -> Response {
    serve(ASSETS, "favicon.svg", &headers)
}

fn serve(files: &[Asset], path: &str, headers: &HeaderMap) -> Response {
    let brotli = takes_brotli(headers);
    let packed = format!("{path}.br");
    let (file, encoding) = match files.iter().find(|a| brotli && a.path == packed) {
        Some(file) => (Some(file), Some("br")),
        None => (files.iter().find(|a| a.path == path && !a.path.ends_with(".br")), None),
    };
    let Some(file) = file else { return missing() };
    let mut response = (
        [
            (header::CONTENT_TYPE, content_type(path)),
            // Pages ask with the version in the query, so the bytes behind one address never change.
            (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            (header::VARY, "Accept-Encoding"),
        ],
        file.bytes,
    )
        .into_response();
    if path.ends_with("-worker.js") {
        // A worker runs under its own file's policy, not its page's.
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, axum::http::HeaderValue::from_static(WORKER_POLICY));
    }
    if path == "offline-worker.js" {
        // Else it could only answer for what lies beside it.
        response
            .headers_mut()
            .insert("service-worker-allowed", axum::http::HeaderValue::from_static("/judge"));
    }
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
