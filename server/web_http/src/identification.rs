//! Recognizing the caller of every request, before anything else happens.

use super::body_limit::FailedEarly;
use super::path::is_api;
use super::rate_limits::{Counted, count_request};
use super::route_terms::RouteTerms;
use super::{answer, client, cookies, csrf};
use crate::state::State;
use axum::extract::{FromRequestParts, Request, State as Shared};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use model::assignment::ListedAssignment;
use portal::account::identification::{self, IdentifiedCaller};
use portal::caller::{Caller, Via};
use portal::failure::{Failure, Outcome};
use portal::limits::{self, Limit, PersonQuotas};
use shared::ids::PersonId;
use shared::refusal::{CODE_HEADER, Reason};
use std::convert::Infallible;
use std::net::IpAddr;

/// A bearer token that writes outside `/api` is 403 before it is looked at, whatever the path.
pub async fn refuse_bearer_writes(request: Request, next: Next) -> Response {
    if bearer(request.headers()).is_some() && !is_api(request.uri().path()) && !reads(&request) {
        let sentence = "bearer tokens read pages, they do not write to them: use the API\n";
        return log_refused((StatusCode::FORBIDDEN, sentence).into_response(), None, None);
    }
    next.run(request).await
}

/// Whether an answer keeps somebody from what they tried: who they are, what they may, how much and how often.
fn is_refused(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::UNAUTHORIZED
            | StatusCode::FORBIDDEN
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::TOO_MANY_REQUESTS
    )
}

/// Gives what was refused a line of the log: why, whose request it was, and from where. The request's own line, with the same id, says what
/// it was.
fn log_refused(response: Response, person: Option<PersonId>, ip: Option<IpAddr>) -> Response {
    let status = response.status();
    if is_refused(status) {
        let reason = response.headers().get(CODE_HEADER).and_then(|code| code.to_str().ok());
        let (person, from) = (person.map(|person| person.0), ip.map(|ip| ip.to_string()));
        let (status, from) = (status.as_u16(), from.as_deref());
        tracing::info!(target: "evenhand::refused", status, reason, person, from);
    }
    response
}

fn reads(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Puts the [`Caller`] into the request and counts it, or answers at once: a bad token is 401, a forged cookie request to the API 403, and what
/// comes too often 429.
pub async fn identify_caller(Shared(state): Shared<State>, mut request: Request, next: Next) -> Response {
    let api = is_api(request.uri().path());
    let bearer = bearer(request.headers()).map(str::to_owned);
    let ip = client::address(&request, &state);
    let (quotas, api_write) = (quotas(&state, &request), api && !reads(&request));
    let demo = state.settings.demo;
    // Boxed, since what finds out takes many times the memory of a request, and is over long before the answer is there.
    let found = match &bearer {
        Some(token) if brings_assignments(&request) => {
            let found = identification::by_token_with_assignments(&state.database, token, demo);
            Box::pin(found).await.map(|found| {
                found.map(|(identified, listed)| {
                    request.extensions_mut().insert(BroughtAssignments(Some(listed)));
                    identified
                })
            })
        }
        Some(token) => {
            Box::pin(identification::by_token_counted(&state.database, token, demo, &quotas)).await
        }
        None => Box::pin(recognise_session(&state, request.headers(), api_write, quotas)).await,
    };
    let (mut caller, counted) = match found {
        Ok(Some(IdentifiedCaller { caller, exceeded })) => (caller, Some(Counted(exceeded))),
        Ok(None) if bearer.is_some() => {
            return log_refused(Box::pin(bad_token(&state, api, ip)).await, None, ip);
        }
        Ok(None) => (Caller::default(), None),
        // A form must not lose what was typed: its page answers, with the form again.
        Err(failure @ (Failure::Busy(_) | Failure::Full(_)))
            if !api && bearer.is_none() && !reads(&request) =>
        {
            request.extensions_mut().insert(FailedEarly(failure));
            (Caller::default(), None)
        }
        Err(failure) => {
            return if api { answer::json_failure(failure) } else { answer::plain_failure(failure) };
        }
    };
    caller.ip = ip.map(|ip| ip.to_string());
    if api_write && matches!(caller.via, Via::Session { .. }) {
        let sent = sent_token(request.headers());
        let checked = csrf::check(&caller, request.headers(), &state.base_url, sent)
            .and_then(|()| csrf::check_person(&caller, request.headers()));
        if let Err(refusal) = checked {
            return log_refused(answer::json_refusal(&refusal), caller.person(), ip);
        }
    }
    let person = caller.person();
    request.extensions_mut().insert(caller);
    log_refused(count_request(&state, counted, request, next).await, person, ip)
}

/// The answer to a bad token; too many from one address read when to go on. Good ones are taken meanwhile.
async fn bad_token(state: &State, api: bool, ip: Option<IpAddr>) -> Response {
    let refuse = if api { answer::json_refusal } else { answer::plain };
    if let Some(ip) = ip {
        match state.counters().count(Limit::BadTokens, &limits::place(&ip.to_string())).await {
            Ok(None) => {}
            Ok(Some(exceeded)) => return refuse(&exceeded.refusal()),
            Err(error) => tracing::warn!(%error, "a bad token was not counted"),
        }
    }
    refuse(&Reason::BadToken.into())
}

/// The token of a request, if it is a token's: one among its Authorization headers says Bearer. Where there are several
/// headers, nobody can know which is meant: that is a bad token.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let tokens: Vec<Option<&str>> = headers.get_all(header::AUTHORIZATION).iter().map(token).collect();
    match tokens[..] {
        [one] => one,
        _ => tokens.iter().any(Option::is_some).then_some(""),
    }
}

/// The token of one Authorization header. Bytes that are no text cannot be a good token, but they are an attempt at one.
fn token(value: &HeaderValue) -> Option<&str> {
    let Ok(value) = value.to_str() else { return Some("") };
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// What a request counts against if its caller is a person: the same statement finds who it is and counts.
fn quotas(state: &State, request: &Request) -> PersonQuotas {
    let limits = request.extensions().get::<RouteTerms>().map_or(&[][..], |terms| terms.limits);
    PersonQuotas::new(limits, &state.settings.limits)
}

/// What the statement that found who calls brought of their assignments: the first part of the whole list.
#[derive(Clone, Debug, Default)]
pub struct BroughtAssignments(pub Option<Vec<ListedAssignment>>);

impl<S: Send + Sync> FromRequestParts<S> for BroughtAssignments {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.remove().unwrap_or_default())
    }
}

/// Whether a request asks for the whole list of its caller's assignments, on a route that counts against no limit.
fn brings_assignments(request: &Request) -> bool {
    let lists = |terms: &RouteTerms| terms.lists_assignments && terms.limits.is_empty();
    request.extensions().get::<RouteTerms>().is_some_and(lists) && request.uri().query().is_none()
}

async fn recognise_session(
    state: &State,
    headers: &HeaderMap,
    api_write: bool,
    quotas: PersonQuotas,
) -> Outcome<Option<IdentifiedCaller>> {
    let Some(id) = cookies::SESSION.get(headers, state.https()).filter(|id| !id.is_empty()) else {
        return Ok(None);
    };
    // What another site forged is refused, and counts against nobody: it could use up a person's limit.
    let unknown = || Caller { via: identification::session(id), ..Caller::default() };
    let forged = api_write && csrf::check(&unknown(), headers, &state.base_url, sent_token(headers)).is_err();
    let quotas = if forged { PersonQuotas::default() } else { quotas };
    let demo = state.settings.demo;
    identification::by_session_counted(&state.database, id, demo, &quotas).await
}

fn sent_token(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-csrftoken").and_then(|v| v.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_has_a_line_and_what_is_mistyped_has_none() {
        for (status, refused) in
            [(401, true), (403, true), (413, true), (429, true), (200, false), (303, false)]
        {
            assert_eq!(is_refused(StatusCode::from_u16(status).unwrap()), refused, "{status}");
        }
        for status in [400, 404, 409, 422, 500, 503] {
            assert!(!is_refused(StatusCode::from_u16(status).unwrap()), "{status}");
        }
    }
}
