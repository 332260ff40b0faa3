//! What the API's handlers begin with: the state, who asks, what the path names, and what the body says.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use portal::caller::Caller;
use shared::fields::JsonFields;
use shared::refusal::Refusal;
use web_http::answer::AnswerFailure;
use web_http::body;
use web_http::path::PathId;
use web_http::state::State;

/// A request of anybody. Where its operation is for people who are signed in, the operation says so.
pub struct ApiRequest<I = ()>(pub State, pub Caller, pub I);

/// A request of somebody who is signed in. That comes before what the path names, and before what the body says.
pub struct SignedIn<I = ()>(pub State, pub Caller, pub I);

fn caller(parts: &Parts) -> Caller {
    parts.extensions.get::<Caller>().cloned().unwrap_or_default()
}

impl<I: PathId> FromRequestParts<State> for ApiRequest<I> {
    type Rejection = AnswerFailure;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, AnswerFailure> {
        let named =
            RawPathParams::from_request_parts(parts, state).await.map_err(|_| Refusal::not_found())?;
        let segments: Vec<&str> = named.iter().map(|(_, segment)| segment).collect();
        Ok(Self(state.clone(), caller(parts), I::read(&segments)?))
    }
}

impl<I: PathId> FromRequestParts<State> for SignedIn<I> {
    type Rejection = AnswerFailure;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, AnswerFailure> {
        caller(parts).signed_in()?;
        let ApiRequest(state, caller, id) = ApiRequest::<I>::from_request_parts(parts, state).await?;
        Ok(Self(state, caller, id))
    }
}

/// A body as it arrived. It is read after its operation's rule has spoken.
pub struct JsonBody {
    pub headers: HeaderMap,
    pub bytes: Bytes,
}

impl JsonBody {
    /// Its members.
    /// Errors: 400 where it is no JSON object, or not said to be JSON.
    pub fn fields(&self) -> Result<JsonFields<'_>, Refusal> {
        body::fields(&self.headers, &self.bytes)
    }
}

impl FromRequest<State> for JsonBody {
    type Rejection = BytesRejection;

    async fn from_request(request: Request, state: &State) -> Result<Self, BytesRejection> {
        let headers = request.headers().clone();
        Ok(Self { headers, bytes: Bytes::from_request(request, state).await? })
    }
}
