//! `ETag` and 304 for answers that are the same for everybody. The tag is a digest of the bytes, so it tells nothing that
//! the bytes do not. Answers of routes that say so are kept on a shelf.

use super::answer::{self, Public};
use super::public_answer::{FOR_EVERYBODY, Preconditions, PublicAnswer, is_public};
use super::route_terms::RouteTerms;
use super::shelf::{self, Place};
use super::{compression, path};
use crate::prelude::*;
use crate::state::State;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use model::freshness::PublicState;
use portal::{PublicAddress, standby};
use shared::ids::ProjectId;
use shared::rules::{Actor, Facts, sees_what_is_public};

/// Tags what a handler has marked as public, and answers 304 where the asker has it. Signed-in people get the API's public answers
/// too, where they see no more than visitors; pages are their own. A long page is packed then.
pub async fn revalidate(Shared(state): Shared<State>, request: Request, next: Next) -> Response {
    let brotli = compression::takes_brotli(request.headers());
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let caller = request.extensions().get::<Caller>().filter(|_| reads);
    let anonymous = caller.is_some_and(|caller| caller.via == Via::Nobody);
    let actor = caller.and_then(|caller| caller.actor).filter(|actor| !actor.staff);
    let answered = if anonymous || (actor.is_some() && path::is_api(request.uri().path())) {
        // Boxed, or all other requests would take its memory too.
        Box::pin(answer_publicly(state, actor, request, next)).await
    } else {
        next.run(request).await
    };
    compression::pack_long_page(answered, brotli).await
}

/// Answers a visitor (no actor), or somebody who sees no more than visitors where that is found.
async fn answer_publicly(state: State, actor: Option<Actor>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let asked = Preconditions::of(&parts.method, &parts.headers);
    let Some((place, of)) = Box::pin(place(&state, &mut parts, actor.as_ref())).await else {
        if actor.is_some() {
            return next.run(Request::from_parts(parts, body)).await;
        }
        let answered = PublicAnswer::of(next.run(whole(parts, body)).await).await;
        return answered.map_or_else(|response| response, |answer| answer.answer(&asked));
    };
    let renew = async { Some(state.database.questions().public_state(of.clone(), None).await.ok()??.fresh) };
    let api = path::is_api(parts.uri.path());
    let refuse = if api { answer::json_failure } else { answer::plain_failure };
    if actor.is_none() {
        let make = run_where_it_is_current(&state, &of, parts, body, next);
        return state.shelf.answer(place, &asked, renew, make).await.unwrap_or_else(refuse);
    }
    let answered = state.shelf.answer(place, &asked, renew, run_as_nobody_first(parts, body, next)).await;
    let mut response = answered.unwrap_or_else(refuse);
    // A cache between would keep it for others, and answer this person from it.
    let kept = response.headers_mut().get_mut(header::CACHE_CONTROL);
    if let Some(kept) = kept.filter(|kept| **kept == FOR_EVERYBODY) {
        *kept = HeaderValue::from_static("private, no-cache");
    }
    response
}

/// What a visitor is answered: by the standby where that has come as far as the primary, and else by the primary.
async fn run_where_it_is_current(
    state: &State,
    of: &PublicAddress,
    parts: Parts,
    body: Body,
    next: Next,
) -> Response {
    if state.database.standby_is_current(of).await {
        let request = whole(parts.clone(), Body::empty());
        let answered = standby::reading(next.clone().run(request)).await;
        // The standby may end a read that its replay would have to wait for, or be away by now.
        if !answered.status().is_server_error() {
            return answered;
        }
        state.database.leave_standby_alone();
    }
    next.run(whole(parts, body)).await
}

/// The request for the answer with its body, which is digested even where the head alone is sent.
fn whole(mut parts: Parts, body: Body) -> Request {
    parts.method = Method::GET;
    Request::from_parts(parts, body)
}

/// What a visitor is answered, so that nothing of the caller's own is kept; where a visitor is refused, what the caller is answered.
async fn run_as_nobody_first(parts: Parts, body: Body, next: Next) -> Response {
    let mut of_nobody = whole(parts.clone(), Body::empty());
    let ip = parts.extensions.get::<Caller>().and_then(|caller| caller.ip.clone());
    of_nobody.extensions_mut().insert(Caller { ip, ..Caller::default() });
    let answered = next.clone().run(of_nobody).await;
    // What fails for a visitor would fail for the caller.
    if is_public(&answered) || answered.status().is_server_error() {
        return answered;
    }
    let mut own = next.run(Request::from_parts(parts, body)).await;
    own.extensions_mut().remove::<Public>();
    own
}

/// The place of a request's answer on the shelf, and what it is about; none where it is not kept, or the actor sees more than
/// visitors. The event's version and the clock are read here: those of all events, where the address names none. Of the home page's lists, the
/// first is kept.
async fn place(state: &State, parts: &mut Parts, actor: Option<&Actor>) -> Option<(Place, PublicAddress)> {
    let keep = parts.extensions.get::<RouteTerms>()?.keep.filter(|_| state.shelf.is_open())?;
    let query = parts.uri.query().unwrap_or_default().to_owned();
    // What is no text names nothing. The database would refuse it, and with it what others ask at the same moment.
    if !shelf::keeps_query(&query) || !path::is_text(parts.uri.path()) {
        return None;
    }
    let params = RawPathParams::from_request_parts(parts, state).await.ok()?;
    let param = |name: &str| params.iter().find(|(n, _)| *n == name).map(|(_, value)| value.to_owned());
    let of = match (param("slug"), param("id")) {
        (Some(slug), _) => PublicAddress::Event(slug),
        (None, Some(id)) => PublicAddress::Project(ProjectId(id.parse().ok()?)),
        (None, None) if params.iter().next().is_some() => return None,
        (None, None) if parts.uri.path() != "/" => PublicAddress::Portal,
        (None, None) if query.is_empty() => PublicAddress::Home,
        (None, None) => return None,
    };
    // Where the database fails, the handler says so.
    let person = actor.map(|actor| actor.person);
    let PublicState { fresh, standing } =
        state.database.questions().public_state(of.clone(), person).await.ok()??;
    let public = sees_what_is_public(actor, &Facts { standing, ..Facts::default() });
    public.then(|| (Place::new(parts.uri.path(), &query, keep, fresh), of))
}
