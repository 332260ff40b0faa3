//! Headers that every answer has.

use crate::prelude::*;
use crate::state::State;

/// A year, as browsers' preload lists ask for. It leaves out subdomains, which may belong to somebody else.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// The same with them, where the operator says that they may be had by https only.
const ALL_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");

/// An answer that is no page loads nothing and is shown in nobody's frame, should a browser open it by itself.
const NOTHING_LOADS: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
/// Types that no page of ours loads as a part of itself: a policy on a worker's script would be the worker's.
const ALONE: [&str; 12] = [
    "application/atom+xml",
    "application/json",
    "application/jwk-set+json",
    "application/vc+jwt",
    "application/xml",
    "application/yaml",
    "image/png",
    "image/webp",
    "text/plain",
    "text/calendar",
    "text/csv",
    "text/event-stream",
];

/// Without these, browsers guess types, caches keep what no handler marked as public, and a visitor of an https site can be
/// led to http.
pub(super) fn complete(headers: &mut HeaderMap, state: &State) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    // A 304 has no type. A browser would put its headers in place of those of the page that it keeps.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| ALONE.iter().any(|alone| kind.starts_with(alone))) {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(NOTHING_LOADS);
    }
    if state.https() {
        let all = state.settings.hsts_subdomains;
        headers.insert(header::STRICT_TRANSPORT_SECURITY, if all { ALL_HTTPS } else { ONLY_HTTPS });
    }
}
