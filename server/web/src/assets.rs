//! Style, fonts, icon and islands, from inside the binary.
//!
//! Pages ask for a file with [`VERSION`] in the query, so that a browser keeps it for as long as it likes. While one server is
//! upgraded before another, a page of the one asks the other for its files. That one has files of another version, and says so.
//!
//! `build.rs` embeds them. Under `cargo leptos watch`, which builds the islands beside the server, the
//! islands are read from its site folder instead.

use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use web_http::compression::takes_brotli;

/// One embedded file.
pub struct Asset {
    /// Path below `/assets/` or `/pkg/`.
    pub path: &'static str,
    pub bytes: &'static [u8],
}

/// A worker loads its module from here, compiles it, and asks for nothing else.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Whether the islands were built into this binary, or are in cargo-leptos's site folder.
pub fn has_islands() -> bool {
    PKG.iter().any(|a| a.path == "evenhand.wasm") || under_cargo_leptos()
}

/// The embedded file of the site, such as `verify.wasm`, where it was built.
pub fn embedded(name: &str) -> Option<&'static [u8]> {
    PKG.iter().find(|a| a.path == name).map(|a| a.bytes)
}

/// An embedded asset as text; empty where there is none.
pub fn text(name: &str) -> &'static str {
    let found = ASSETS.iter().find(|a| a.path == name);
    found.and_then(|a| std::str::from_utf8(a.bytes).ok()).unwrap_or_default()
}

/// Whether `cargo leptos` started this process and builds the islands beside it.
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
pub async fn asset(headers: HeaderMap, uri: Uri, path: Asked) -> Response {
    path.map_or_else(|_| missing(), |Path(path)| serve(ASSETS, &path, uri.query(), &headers))
}

async fn pkg(headers: HeaderMap, uri: Uri, path: Asked) -> Response {
    path.map_or_else(|_| missing(), |Path(path)| serve(PKG, &path, uri.query(), &headers))
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], "Not found.\n").into_response()
}

/// `/favicon.ico`, which browsers ask for unasked.
pub async fn favicon(headers: HeaderMap) -> Response {
    serve(ASSETS, "favicon.svg", None, &headers)
}

/// The version that a query asks for, if any.
fn asked_version(query: Option<&str>) -> Option<&str> {
    query?.split('&').find_map(|pair| pair.strip_prefix("v="))
}

fn serve(files: &[Asset], path: &str, query: Option<&str>, headers: &HeaderMap) -> Response {
    let version = asked_version(query);
    let is_script = [".js", ".wasm"].iter().any(|ending| path.ends_with(ending));
    if is_script && version.is_some_and(|version| version != VERSION) {
        // A script and a module of two builds would not start. Without its script a page works.
        return missing();
    }
    let brotli = takes_brotli(headers);
    let packed = format!("{path}.br");
    let (file, encoding) = match files.iter().find(|a| brotli && a.path == packed) {
        Some(file) => (Some(file), Some("br")),
        None => (files.iter().find(|a| a.path == path && !a.path.ends_with(".br")), None),
    };
    let Some(file) = file else { return missing() };
    // Without its version, an address says nothing of the bytes behind it.
    let (caching, tag) = if version == Some(VERSION) {
        ("public, max-age=31536000, immutable", None)
    } else {
        ("no-cache", Some(ETAG))
    };
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    let mut response = match tag {
        Some(tag) if known.contains(tag) => StatusCode::NOT_MODIFIED.into_response(),
        _ => ([(header::CONTENT_TYPE, content_type(path))], file.bytes).into_response(),
    };
    let said = response.headers_mut();
    said.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    said.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Some(tag) = tag {
        said.insert(header::ETAG, HeaderValue::from_static(tag));
    }
    if path.ends_with("-worker.js") {
        // A worker runs under its own file's policy, not its page's.
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(WORKER_POLICY));
    }
    if path == "offline-worker.js" {
        // Else it could only answer for what lies beside it.
        response.headers_mut().insert("service-worker-allowed", HeaderValue::from_static("/judge"));
    }
    if let Some(encoding) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
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
