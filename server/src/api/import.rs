//! `POST /api/events/import?slug=<new slug>`.

use crate::caller::Caller;
use crate::failure::Failure;
use crate::http::answer::{self, Answer};
use crate::http::query::Query;
use crate::http::upload;
use crate::portal::setup::import_bundle;
use crate::state::State;
use axum::Extension;
use axum::body::Body;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode};
use std::time::Duration;

/// Its path, the only one that takes a body in by itself.
pub const PATH: &str = "/api/events/import";
/// Most bytes of a bundle.
const BUNDLE: usize = 64 * 1024 * 1024;
/// How long it may take to come.
const DEADLINE: Duration = Duration::from_mins(10);

/// A bundle as a new event. Who may not is told before the file is read in.
pub async fn create(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let refused = upload::announced(&headers, BUNDLE).and_then(|()| import_bundle::permit(&caller).map(drop));
    if let Err(refusal) = refused {
        upload::drain(body, BUNDLE).await;
        return Err(refusal.into());
    }
    let bytes = upload::read(body, BUNDLE, DEADLINE).await?;
    let sent =
        tokio::task::spawn_blocking(move || import_bundle::read(&bytes)).await.map_err(Failure::broken)?;
    let slug = query.get("slug").to_owned();
    let imported = state
        .write(|c| Box::pin(async move { import_bundle::import(c, &caller, &slug, sent).await }))
        .await?;
    answer::json(StatusCode::CREATED, &imported)
}
