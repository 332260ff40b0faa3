//! `POST /api/events/import?slug=<new slug>`.

use super::prelude::*;
use portal::heavy::{self, Class};
use portal::setup::import_bundle;
use shared::bundle::Imported;
use web_http::body::require_json;
use web_http::route_terms::{BodyTerms, RouteTerms};
use web_http::upload;

/// Imports a bundle as a new event.
///
/// As a whole or not at all. People are matched by e-mail address; new ones are created without a password. The file's
/// runs and log are read and left aside; the rest may have 64 MiB.
#[utoipa::path(
    post, path = "/events/import", tag = "records", operation_id = "importEvent", security(("bearer" = [])),
    extensions(("x-caller" = json!("site admins"))),
    params(("slug" = String, Query, description = "The new event's slug.", example = "lamp-night", pattern = "^[a-z0-9][a-z0-9-]{0,62}$")),
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
    // A file with a long log may be far larger than what is kept of it.
    let most = usize::try_from(state.settings.import_mib).unwrap_or(usize::MAX).saturating_mul(1024 * 1024);
    let allowed = BodyTerms { most, ..allowed };
    let refused =
        upload::announced(&headers, allowed).and_then(|()| import_bundle::permit(&caller).map(drop));
    let refused = refused.and_then(|()| require_json(&headers));
    if let Err(refusal) = refused {
        upload::refuse(&headers, body, allowed.most).await;
        return Err(refusal.into());
    }
    let mut file = import_bundle::Incoming::default();
    let taken = upload::read_parts(body, allowed, |part| {
        file.take(part)?;
        Ok(file.kept())
    });
    let (sent, held) = match taken.await? {
        Ok(held) => (heavy::run_as(Class::Event, move || file.finish()).await?, Some(held)),
        Err(refusal) => (Err(refusal), None),
    };
    let slug = query.get("slug").to_owned();
    let imported =
        state.by(&caller).at(&slug).write(async |call| import_bundle::import(call, sent).await).await?;
    // The parsed bundle takes at least as much memory as what was kept of its bytes, until it is in the database.
    drop(held);
    answer::json(StatusCode::CREATED, &imported)
}
