//! `ETag` and 304 for answers that are the same for everybody. The tag is a digest of the bytes, so it tells nothing that
//! the bytes do not.

use super::answer::Public;
use crate::caller::{Caller, Via};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::audit::sha256_hex;

/// Tags what a handler has marked as public and nobody in particular asked for, and answers 304 where the asker has it.
pub async fn revalidate(mut request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let anonymous = request.extensions().get::<Caller>().is_some_and(|c| c.via == Via::Nobody);
    if !reads || !anonymous {
        return next.run(request).await;
    }
    // Asked for the head alone, a handler's answer would lose its body before it is digested.
    *request.method_mut() = Method::GET;
    let known: Vec<HeaderValue> = request.headers().get_all(header::IF_NONE_MATCH).iter().cloned().collect();
    let response = next.run(request).await;
    let public = response.extensions().get::<Public>().is_some();
    // A page that sets a cookie carries a token of its own.
    let own = response.headers().contains_key(header::SET_COOKIE);
    if response.status() != StatusCode::OK || !public || own {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let digest = sha256_hex(&bytes);
    // Weak: the same answer may travel compressed or not.
    let tag = format!("W/\"{}\"", digest.get(..32).unwrap_or(&digest));
    let Ok(value) = HeaderValue::from_str(&tag) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.insert(header::ETAG, value);
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if !matches(&known, &tag) {
        return Response::from_parts(parts, Body::from(bytes));
    }
    let mut unchanged = StatusCode::NOT_MODIFIED.into_response();
    for name in [header::ETAG, header::CACHE_CONTROL, header::VARY] {
        if let Some(value) = parts.headers.remove(&name) {
            unchanged.headers_mut().insert(name, value);
        }
    }
    unchanged
}

/// Whether one of the tags that the asker has is this one: the weak comparison of RFC 9110, 8.8.3.2.
fn matches(known: &[HeaderValue], tag: &str) -> bool {
    let tags = known.iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(','));
    let mut tags = tags.map(|t| t.trim());
    let opaque = |t: &str| t.strip_prefix("W/").unwrap_or(t).to_owned();
    tags.any(|t| t == "*" || opaque(t) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_among_others_weak_or_strong() {
        let sent = |text: &'static str| vec![HeaderValue::from_static(text)];
        for yes in ["\"a\"", "\"b\", W/\"a\"", "*"] {
            assert!(matches(&sent(yes), "W/\"a\""), "{yes}");
        }
        for no in ["\"b\"", "a", ""] {
            assert!(!matches(&sent(no), "W/\"a\""), "{no}");
        }
    }
}
