//! `ETag` and 304 for answers that are the same for everybody. The tag is a digest of the bytes, so it tells nothing that
//! the bytes do not. Answers of routes that say so are kept on a shelf.

use super::path;
use super::route_terms::RouteTerms;
use super::shelf::{self, Place, Preconditions, PublicAnswer};
use crate::caller::{Caller, Via};
use crate::state::State;
use crate::store::freshness::PublicAddress;
use axum::extract::{FromRequestParts, RawPathParams, Request, State as Shared};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use shared::ids::ProjectId;

/// Tags what a handler has marked as public and nobody in particular asked for, and answers 304 where the asker has it.
pub async fn revalidate(Shared(state): Shared<State>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let anonymous = request.extensions().get::<Caller>().is_some_and(|c| c.via == Via::Nobody);
    if !reads || !anonymous {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    // Asked for the head alone, a handler's answer would lose its body before it is digested.
    parts.method = Method::GET;
    let asked = Preconditions::of(&parts.headers);
    let place = place(&state, &mut parts).await;
    let run = next.run(Request::from_parts(parts, body));
    match place {
        Some(place) => {
            let answer = state.shelf.answer(place, run).await;
            answer.map_or_else(|response| response, |answer| answer.answer(&asked))
        }
        None => {
            let answer = PublicAnswer::of(run.await).await;
            answer.map_or_else(|response| response, |answer| answer.answer(&asked))
        }
    }
}

/// The place of a request's answer on the shelf; none where it is not kept. The event's version and the clock are read here:
/// those of all events, where the address names none.
async fn place(state: &State, parts: &mut Parts) -> Option<Place> {
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
    let fresh = state.database.freshness(of).await.ok()??;
    Some(Place::new(parts.uri.path(), &query, keep, fresh))
}
