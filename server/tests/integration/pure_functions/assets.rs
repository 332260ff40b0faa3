//! How long a browser keeps the embedded files.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use web::assets::{VERSION, asset};

/// What a request for a file below `/assets/` is answered.
async fn answered(path: &str, query: Option<&str>, headers: HeaderMap) -> Response {
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let uri: Uri = format!("/assets/{path}{query}").parse().unwrap();
    asset(headers, uri, Ok(Path(path.to_owned()))).await
}

fn said(response: &Response, name: header::HeaderName) -> &str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn only_the_files_of_this_version_are_kept_for_ever() {
    let ours = format!("v={VERSION}");
    for (path, query, caching) in [
        ("main.css", Some(ours.as_str()), "public, max-age=31536000, immutable"),
        ("islands.js", Some(ours.as_str()), "public, max-age=31536000, immutable"),
        ("main.css", Some("v=0123456789abcdef"), "no-cache"),
        ("main.css", Some("x=1"), "no-cache"),
        ("favicon.svg", None, "no-cache"),
        ("islands.js", None, "no-cache"),
        ("islands.js", Some("v=0123456789abcdef"), "no-store"),
        ("offline-worker.js", Some("v="), "no-store"),
        ("none.css", Some(ours.as_str()), "no-store"),
    ] {
        let response = answered(path, query, HeaderMap::new()).await;
        assert_eq!(said(&response, header::CACHE_CONTROL), caching, "{path} {query:?}");
        assert_eq!(response.status() == StatusCode::NOT_FOUND, caching == "no-store", "{path} {query:?}");
    }
}

#[tokio::test]
async fn a_file_without_its_version_is_asked_for_again_and_known_by_its_tag() {
    let first = answered("favicon.svg", None, HeaderMap::new()).await;
    let tag = HeaderValue::from_str(said(&first, header::ETAG)).unwrap();
    let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
    assert_eq!(answered("favicon.svg", None, known).await.status(), StatusCode::NOT_MODIFIED);
    let older = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static("\"older\""))]);
    assert_eq!(answered("favicon.svg", None, older).await.status(), StatusCode::OK);
}
