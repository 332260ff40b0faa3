//! `ETag` and 304 for answers that are the same for everybody. The tag is a digest of the bytes, so it tells nothing that
//! the bytes do not. Answers of routes that say so are kept on a shelf.

use super::answer::Public;
use super::path;
use super::public_answer::{Preconditions, PublicAnswer};
use super::route_terms::RouteTerms;
use super::shelf::{self, Place};
use crate::caller::{Caller, Via};
use crate::model::freshness::PublicState;
use crate::state::State;
use crate::store::freshness::PublicAddress;
use axum::body::Body;
use axum::extract::{FromRequestParts, RawPathParams, Request, State as Shared};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use shared::ids::ProjectId;
use shared::rules::{Actor, Facts, sees_what_is_public};
use std::sync::Arc;

/// Tags what a handler has marked as public, and answers 304 where the asker has it. Who is signed in gets the API's public
/// answers from here too, where they see in the event what everybody sees; pages are their own.
pub async fn revalidate(Shared(state): Shared<State>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let caller = request.extensions().get::<Caller>().filter(|_| reads);
    let anonymous = caller.is_some_and(|caller| caller.via == Via::Nobody);
    let actor = caller.and_then(|caller| caller.actor);
    if !anonymous && (actor.is_none() || !path::is_api(request.uri().path())) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let asked = Preconditions::of(&parts.headers);
    let place = place(&state, &mut parts, actor.as_ref()).await;
    match place {
        Some(place) if anonymous => state.shelf.answer(place, &asked, next.run(whole(parts, body))).await,
        Some(place) => state.shelf.answer(place, &asked, run_as_nobody_first(parts, body, next)).await,
        None if anonymous => {
            let answer = PublicAnswer::of(next.run(whole(parts, body)).await).await;
            answer.map_or_else(|response| response, |answer| Arc::new(answer).answer(&asked))
        }
        None => next.run(Request::from_parts(parts, body)).await,
    }
}

/// The request for the answer with its body, which is digested even where the head alone is sent.
fn whole(mut parts: Parts, body: Body) -> Request {
    parts.method = Method::GET;
    Request::from_parts(parts, body)
}

/// What everybody is answered, so that nothing of the caller's own is kept; where that is not public, what the caller is answered.
async fn run_as_nobody_first(parts: Parts, body: Body, next: Next) -> Response {
    let mut of_nobody = whole(parts.clone(), Body::empty());
    let ip = parts.extensions.get::<Caller>().and_then(|caller| caller.ip.clone());
    of_nobody.extensions_mut().insert(Caller { ip, ..Caller::default() });
    let answer = next.clone().run(of_nobody).await;
    if answer.status() == StatusCode::OK && answer.extensions().get::<Public>().is_some() {
        return answer;
    }
    let mut own = next.run(Request::from_parts(parts, body)).await;
    own.extensions_mut().remove::<Public>();
    own
}

/// The place of a request's answer on the shelf; none where it is not kept, or the actor sees more than everybody. The event's
/// version and the clock are read here: those of all events, where the address names none.
async fn place(state: &State, parts: &mut Parts, actor: Option<&Actor>) -> Option<Place> {
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
        (None, None) if params.iter().next().is_none() => PublicAddress::Portal,
        (None, None) => return None,
    };
    // Where the database fails, the handler says so.
    let person = actor.map(|actor| actor.person);
    let PublicState { fresh, standing } = state.database.public_state(of, person).await.ok()??;
    let public = sees_what_is_public(actor, &Facts { standing, ..Facts::default() });
    public.then(|| Place::new(parts.uri.path(), &query, keep, fresh))
}
