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
    let of_event =
        path.starts_with("/api/events/") && (path.contains("/export/") || path.ends_with("/audit-head"));
    let certificate = path.starts_with("/events/") && path.contains("/certificate/");
    let file = of_event
        || certificate
        || matches!(path, "/api/events/import" | "/api/judge/record" | "/api/participant/record")
        || matches!(path, "/admin/audit/audit.csv" | "/admin/audit/head.json")
        || matches!(path, "/me/data.json" | "/verify/evenhand-verify.html");
    let checks = matches!(path, "/api/verify" | "/verify");
    match *method {
        Method::GET | Method::HEAD if file => &[Limit::Files],
        Method::GET | Method::HEAD | Method::OPTIONS => &[],
        _ if file || checks => &[Limit::Files],
        // Signing out must always work.
        _ if path == "/logout" => &[],
        // A person's sign-ins are counted by the operation, which knows whether they failed.
        _ if path == "/login" => &[Limit::AnonymousForms],
        _ if path.ends_with("/comments") => &[Limit::Writes, Limit::Comments],
        _ => &[Limit::Writes],
    }
}

/// What a request is counted under: a person, or for files and forms the address of somebody who is not signed in.
fn counter(limit: Limit, caller: &Caller, api: bool) -> Option<(Limit, String)> {
    match (caller.person(), &caller.ip, limit) {
        (Some(_), _, Limit::AnonymousForms) => None,
        (Some(person), _, _) => Some((limit, format!("person {person}"))),
        (None, Some(ip), Limit::Files) => Some((limit, limits::place(ip))),
        // The page that answers shows the form again, with up to 900 KiB of fields.
        (None, Some(ip), Limit::Writes | Limit::AnonymousForms) if !api => {
            Some((Limit::AnonymousForms, limits::place(ip)))
        }
        // The API answers 401, which costs less than a count.
        (None, _, _) => None,
    }
}

/// Counts the request of a known caller, or of an address where a file is asked for or a form is sent; refuses it where
/// that is once too often. It comes before every look-up but that of the caller.
pub async fn count(Shared(state): Shared<State>, mut request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>().cloned().unwrap_or_default();
    let api = identify::is_api(request.uri().path());
    for limit in counted(request.method(), request.uri().path()) {
        let Some((limit, subject)) = counter(*limit, &caller, api) else { continue };
        match limits::count(&state, limit, &subject).await {
            Ok(None) => {}
            Ok(Some(exceeded)) if api => {
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
        for path in ["/admin/audit/audit.csv", "/admin/audit/head.json", "/me/data.json", "/api/judge/record"]
        {
            assert_eq!(of(Method::GET, path), [Limit::Files], "{path}");
        }
        for path in
            ["/events/demo/certificate/judge", "/api/participant/record", "/api/events/demo/audit-head"]
        {
            assert_eq!(of(Method::GET, path), [Limit::Files], "{path}");
        }
    }

    #[test]
    fn a_form_of_nobody_counts_under_their_address() {
        let nobody = Caller { ip: Some("192.0.2.7".into()), ..Caller::default() };
        let place = |limit| Some((limit, "ip 192.0.2.7".to_owned()));
        assert_eq!(counter(Limit::Writes, &nobody, false), place(Limit::AnonymousForms));
        assert_eq!(counter(Limit::AnonymousForms, &nobody, false), place(Limit::AnonymousForms));
        assert_eq!(counter(Limit::Files, &nobody, true), place(Limit::Files));
        assert_eq!(counter(Limit::Writes, &nobody, true), None);
        assert_eq!(counter(Limit::AnonymousForms, &Caller::shell(), false), None);
    }
}
