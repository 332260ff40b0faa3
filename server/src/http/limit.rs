//! Which requests count against which limit, and the answer to who asks too often.

use super::{answer, identify};
use crate::caller::Caller;
use crate::portal::limits::{self, Limit};
use crate::state::State;
use axum::extract::{Request, State as Shared};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

/// The limits that a request counts against. Reads are not counted, but for those that make a file.
fn counted(method: &Method, path: &str) -> &'static [Limit] {
    let file = path.starts_with("/api/events/") && path.contains("/export/")
        || path == "/api/events/import"
        || path == "/verify/evenhand-verify.html";
    let checks = matches!(path, "/api/verify" | "/verify");
    match *method {
        Method::GET | Method::HEAD if file => &[Limit::Files],
        Method::GET | Method::HEAD | Method::OPTIONS => &[],
        _ if file || checks => &[Limit::Files],
        // Whoever signs in is counted where it fails; signing out must always work.
        _ if path == "/login" || path == "/logout" => &[],
        _ if path.ends_with("/comments") => &[Limit::Writes, Limit::Comments],
        _ => &[Limit::Writes],
    }
}

/// Counts the request of a known caller, or of an address where a file is asked for; refuses it where that
/// is once too often. It comes before every look-up but that of the caller.
pub async fn count(Shared(state): Shared<State>, mut request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>().cloned().unwrap_or_default();
    for limit in counted(request.method(), request.uri().path()) {
        let subject = match (caller.person(), &caller.ip) {
            (Some(person), _) => format!("person {person}"),
            (None, Some(ip)) if *limit == Limit::Files => limits::place(ip),
            // Nobody writes nothing: their 401 costs less than a count.
            (None, _) => continue,
        };
        match limits::count(&state, *limit, &subject).await {
            Ok(None) => {}
            Ok(Some(exceeded)) if identify::is_api(request.uri().path()) => {
                return answer::json_refusal(&exceeded.refusal());
            }
            Ok(Some(exceeded)) => {
                request.extensions_mut().insert(super::intake::Untaken(exceeded.refusal()));
                return next.run(request).await;
            }
            // A counter that cannot be kept stops nobody: what it guards will say by itself that the database is lost.
            Err(error) => tracing::warn!(%error, "a limit was not counted"),
        }
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_writes_counts_and_what_reads_does_not() {
        let of = |method, path| counted(&method, path);
        assert_eq!(of(Method::GET, "/api/events"), []);
        assert_eq!(of(Method::HEAD, "/api/events"), []);
        assert_eq!(of(Method::GET, "/api/events/demo/export/scores.csv"), [Limit::Files]);
        assert_eq!(of(Method::POST, "/api/events/import"), [Limit::Files]);
        assert_eq!(of(Method::POST, "/api/verify"), [Limit::Files]);
        assert_eq!((of(Method::GET, "/verify"), of(Method::POST, "/verify")), (&[][..], &[Limit::Files][..]));
        assert_eq!(of(Method::GET, "/verify/evenhand-verify.html"), [Limit::Files]);
        assert_eq!(of(Method::PATCH, "/api/projects/1"), [Limit::Writes]);
        assert_eq!(of(Method::POST, "/api/projects/1/comments"), [Limit::Writes, Limit::Comments]);
        assert_eq!(of(Method::POST, "/judge/assignments/1"), [Limit::Writes]);
        assert_eq!(of(Method::POST, "/logout"), []);
    }
}
