//! `POST /api/events/import?slug=<new slug>`.

use super::document::params::ImportQuery;
use super::document::{bodies, examples};
use crate::caller::Caller;
use crate::failure::Failure;
use crate::http::answer::{self, Answer};
use crate::http::query::Query;
use crate::http::route_terms::RouteTerms;
use crate::http::upload::{self, Taken};
use crate::portal::setup::import_bundle;
use crate::state::State;
use axum::Extension;
use axum::body::Body;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode};
use shared::bundle::Imported;

/// Imports a bundle as a new event.
///
/// As a whole or not at all. People are matched by e-mail address; new ones are created without a password.
#[utoipa::path(
    post, path = "/events/import", tag = "records", operation_id = "importEvent", security(("bearer" = [])),
    extensions(("x-caller" = json!("site admins"))), params(ImportQuery),
    request_body(content = bodies::BundleFile, example = examples::bundle),
    responses((status = CREATED, description = "What was imported.", body = Imported, example = examples::imported)),
)]
pub async fn create(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Extension(RouteTerms { body: allowed, .. }): Extension<RouteTerms>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let refused =
        upload::announced(&headers, allowed).and_then(|()| import_bundle::permit(&caller).map(drop));
    if let Err(refusal) = refused {
        upload::drain(body, allowed.most).await;
        return Err(refusal.into());
    }
    let Taken { bytes, held } = upload::read(body, allowed).await?;
    let sent =
        tokio::task::spawn_blocking(move || import_bundle::read(&bytes)).await.map_err(Failure::broken)?;
    let slug = query.get("slug").to_owned();
    let imported = state.write(async |c| import_bundle::import(c, &caller, &slug, sent).await).await?;
    // The parsed bundle takes at least as much memory as its bytes did, until it is in the database.
    drop(held);
    answer::json(StatusCode::CREATED, &imported)
}
