//! An id for each request, and one log line: method, path, status, time. Never a query, token, cookie or text.

use super::metrics::UnderWay;
use super::{answer, headers};
use crate::prelude::*;
use crate::state::State;
use shared::audit::hex;
use std::any::Any;
use tower_http::catch_panic::ResponseForPanic;
use tracing::Instrument;

/// The header that carries a request's id.
const REQUEST_ID: &str = "x-request-id";
/// Asked by machines every few seconds.
const QUIET: [&str; 2] = ["/healthz", "/readyz"];
/// A segment of a path as long as this may be a secret: a link to join a team, or to sign in.
const SECRET: usize = 20;

/// A request's id: 16 hex digits, made here. What a client or proxy sends under the same name is not taken over:
/// the log holds nothing that somebody else wrote.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Numbers the request. Once it is answered, counts and logs it, and completes the answer's headers. What is logged meanwhile carries the
/// id too.
pub async fn log_request(Shared(state): Shared<State>, mut request: Request, next: Next) -> Response {
    let under_way = UnderWay::begin(&state.metrics, &request);
    let mut bytes = [0; 8];
    // Without random bytes the id is all zeros; the request is none the worse.
    let _ = getrandom::fill(&mut bytes);
    let id = hex(&bytes);
    request.extensions_mut().insert(RequestId(id.clone()));
    let method = request.method().clone();
    let path = loggable_path(
        request.uri().path(),
        request.extensions().get::<MatchedPath>().map(MatchedPath::as_str),
    );
    let span = tracing::info_span!(target: "evenhand::request", "request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let ms = format!("{:.1}", under_way.count(response.status()).as_secs_f64() * 1e3);
    let status = response.status().as_u16();
    span.in_scope(|| {
        if QUIET.contains(&path.as_str()) {
            tracing::debug!(target: "evenhand::request", %method, path, status, ms);
        } else {
            tracing::info!(target: "evenhand::request", %method, path, status, ms);
        }
    });
    headers::complete(response.headers_mut(), &state);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// A path as the log holds it: of a route with a secret in it, the route; else long segments are left out, but for slugs.
fn loggable_path(path: &str, matched: Option<&str>) -> String {
    match matched {
        Some(route) if route.contains("{code}") || route.contains("{token}") => route.to_owned(),
        Some(_) => path.to_owned(),
        None => {
            let segments = path.split('/').map(|s| if s.len() < SECRET { s } else { "…" });
            segments.collect::<Vec<_>>().join("/")
        }
    }
}

/// What a handler that panicked answers: the request fails, the service goes on.
#[derive(Clone, Copy, Debug)]
pub enum Panicked {
    /// In JSON.
    Api,
    /// In plain text.
    Page,
}

impl ResponseForPanic for Panicked {
    type ResponseBody = Body;

    fn response_for_panic(&mut self, _: Box<dyn Any + Send + 'static>) -> Response {
        let broken = Failure::broken("a handler panicked");
        match self {
            Self::Api => answer::json_failure(broken).into_response(),
            Self::Page => answer::plain_failure(broken).into_response(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::loggable_path;

    #[test]
    fn secrets_in_paths_stay_out_of_the_log() {
        let join = "/events/{slug}/team/join/{code}";
        assert_eq!(loggable_path("/events/demo/team/join/SECRET", Some(join)), join);
        assert_eq!(
            loggable_path("/events/demo-judging/projects", Some("/events/{slug}/projects")),
            "/events/demo-judging/projects"
        );
        assert_eq!(
            loggable_path("/event/demo/team/join/abcdefghijklmnopqrstuvwxyz", None),
            "/event/demo/team/join/…"
        );
    }
}
