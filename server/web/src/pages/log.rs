//! The files of an event's log that witnesses and monitors read: [tlog-tiles](https://c2sp.org/tlog-tiles).

use crate::pages::prelude::*;
use portal::publish::results_proof;
use portal::records::log_tree;
use shared::fields::id;
use web_http::answer::attached;

/// `GET /events/<slug>/log/checkpoint`.
pub async fn checkpoint(PublicRequest(At { state, slug, .. }): PublicRequest) -> PageResult {
    send_checkpoint(&state, &slug, "").await
}

/// `GET /events/<slug>/log/<moment>/checkpoint`: of a log that began anew at this moment.
pub async fn later_checkpoint(
    PublicRequest(At { state, slug, id: moment, .. }): PublicRequest<String>,
) -> PageResult {
    send_checkpoint(&state, &slug, &moment).await
}

async fn send_checkpoint(state: &State, slug: &str, moment: &str) -> PageResult {
    let note = state.read(async |c| log_tree::checkpoint(c, slug, moment).await).await?;
    Ok(public(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], note).into_response()))
}

/// `GET /events/<slug>/log/tile/…`.
pub async fn tile(PublicRequest(At { state, slug, id, .. }): PublicRequest<String>) -> PageResult {
    send_tile(&state, &slug, "", &id).await
}

/// `GET /events/<slug>/log/<moment>/tile/…`: of a log that began anew at this moment.
pub async fn later_tile(
    PublicRequest(At { state, slug, id: (moment, id), .. }): PublicRequest<(String, String)>,
) -> PageResult {
    send_tile(&state, &slug, &moment, &id).await
}

/// A tile of this width never changes.
async fn send_tile(state: &State, slug: &str, moment: &str, id: &str) -> PageResult {
    let path = format!("tile/{id}");
    let hashes = state.read(async |c| log_tree::tile(c, slug, moment, &path).await).await?;
    let kept = "public, max-age=31536000, immutable";
    let headers = [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, kept)];
    Ok((headers, hashes).into_response())
}

/// `GET /events/<slug>/log/results.tlog-proof`: [tlog-proof](https://c2sp.org/tlog-proof), of the publication whose row is `row`.
pub async fn results_proof(
    PublicRequest(At { state, caller, slug, query, .. }): PublicRequest,
) -> PageResult {
    let row = query.asked("row").map(|row| id(row).ok_or_else(Refusal::not_found)).transpose()?;
    let proof = state.by(&caller).at(&slug).read(async |call| results_proof::read(call, row).await).await?;
    Ok(public(attached(&format!("{slug}-results.tlog-proof"), "text/plain; charset=utf-8", proof)))
}
