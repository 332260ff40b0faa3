//! How long a request may be worked on.

use super::{answer, identify};
use crate::api::import;
use crate::failure::Failure;
use crate::pages::verify;
use axum::extract::Request;
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::time::Duration;

/// Most requests are done in milliseconds: who waits longer than this has given up.
const USUAL: Duration = Duration::from_secs(20);
/// What reads or computes all of an event, or takes in a file.
const LONG: Duration = Duration::from_mins(5);
/// A bundle may take ten minutes to come.
const IMPORT: Duration = Duration::from_mins(15);

/// Ends a request that takes too long.
pub async fn keep(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let (api, allowed) = (identify::is_api(path), allowed(path));
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if let Ok(response) = tokio::time::timeout(allowed, next.run(request)).await {
        return response;
    }
    let why = format!("no answer within {} s", allowed.as_secs());
    // A write may have been at its commit.
    let failure = if reads { Failure::Busy(why) } else { Failure::Unknown(why) };
    if api { answer::json_failure(failure) } else { answer::plain_failure(failure) }
}

fn allowed(path: &str) -> Duration {
    let long = path == verify::PATH
        || path.contains("/export/")
        || path.ends_with("/calibration")
        || path.ends_with(".csv")
        || path.ends_with("/data.json");
    match path {
        import::PATH => IMPORT,
        _ if long => LONG,
        _ => USUAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn;
    use axum::routing::any;
    use tokio::time::Instant;
    use tower::ServiceExt;

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_is_given_up() {
        let router = Router::new().fallback(any(std::future::pending::<()>)).layer(from_fn(keep));
        for (method, path, status, retry, seconds) in [
            ("GET", "/api/events", 503, true, 20),
            ("GET", "/events/demo", 503, true, 20),
            // What it was to write may be written: the client must look, and not just repeat it.
            ("POST", "/api/events/demo/projects", 500, false, 20),
            ("POST", "/events/demo/submit", 500, false, 20),
            ("GET", "/api/events/demo/export/bundle.json", 503, true, 300),
            ("POST", "/verify", 500, false, 300),
            ("POST", "/api/events/import", 500, false, 900),
        ] {
            let begun = Instant::now();
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            let response = router.clone().oneshot(request).await.unwrap();
            let found = (response.status().as_u16(), response.headers().contains_key("retry-after"));
            assert_eq!((found, begun.elapsed().as_secs()), ((status, retry), seconds), "{method} {path}");
        }
    }
}
