//! How long a handler may work on a request, and how long it may wait for the database.

use super::answer;
use super::path::is_api;
use super::route_terms::RouteTerms;
use crate::prelude::*;
use portal::wait_budget;

/// Ends a request that takes longer than its route allows.
pub(super) async fn enforce(terms: RouteTerms, request: Request, next: Next) -> Response {
    let api = is_api(request.uri().path());
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let long = terms.deadline > RouteTerms::READ.deadline;
    let answered = tokio::time::timeout(terms.deadline, wait_budget::with(long, next.run(request)));
    if let Ok(response) = answered.await {
        return response;
    }
    let why = format!("no answer within {} s", terms.deadline.as_secs());
    // A write may have been at its commit.
    let failure = if reads { Failure::Busy(why) } else { Failure::Unknown(why) };
    if api { answer::json_failure(failure) } else { answer::plain_failure(failure) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::middleware::from_fn;
    use axum::routing::any;
    use tokio::time::Instant;
    use tower::ServiceExt;

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_is_given_up() {
        for (method, path, status, retry, seconds) in [
            ("GET", "/api/events", 503, true, 20),
            ("GET", "/events/demo", 503, true, 20),
            // What it was to write may be written: the client must look, and not just repeat it.
            ("POST", "/api/events/demo/projects", 500, false, 20),
            ("POST", "/events/demo/submit", 500, false, 20),
            ("GET", "/api/events/demo/export/bundle.json", 503, true, 300),
            ("POST", "/verify", 500, false, 300),
        ] {
            let terms = RouteTerms { deadline: Duration::from_secs(seconds), ..RouteTerms::READ };
            let router = Router::new().fallback(any(std::future::pending::<()>));
            let ending = from_fn(move |request: Request, next: Next| enforce(terms, request, next));
            let router = router.layer(ending);
            let begun = Instant::now();
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            let response = router.oneshot(request).await.unwrap();
            let found = (response.status().as_u16(), response.headers().contains_key("retry-after"));
            assert_eq!((found, begun.elapsed().as_secs()), ((status, retry), seconds), "{method} {path}");
        }
    }
}
