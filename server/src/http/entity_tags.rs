//! `ETag` and 304 for answers that are the same for everybody. The tag is a digest of the bytes, so it tells nothing that
//! the bytes do not. Answers of routes that say so are kept on a shelf.

use super::shelf::{self, Asked, PublicAnswer};
use crate::caller::{Caller, Via};
use crate::state::State;
use axum::extract::{Request, State as Shared};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

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
    let asked = Asked::of(&parts.headers);
    let place = shelf::place(&state, &mut parts).await;
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
