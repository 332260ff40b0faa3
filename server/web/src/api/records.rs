//! Signed documents, the keys they are checked with, and the check.

use super::document::params::{AuditHeadQuery, JudgeRecordQuery, RecordQuery};
use super::prelude::*;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::HeaderName;
use axum::response::IntoResponse;
use portal::publish::signed_results;
use portal::records::{head, judge, keys, log_tree, participant, verify};
use serde_json::json;
use shared::names::Slug as EventSlug;
use shared::refusal::RequestFault;

/// A document as it was signed, byte for byte.
fn document(text: String) -> Answer {
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer::private(response.headers_mut());
    Ok(response)
}

/// The published ranking, signed once. Everyone gets the same bytes.
#[utoipa::path(
    get, path = "/events/{slug}/results/signed", tag = "records", operation_id = "readSignedResults",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone once published"))), params(Slug),
    responses((status = OK, description = "The signed ranking.", body = bodies::Signed, example = examples::signed)),
)]
pub async fn results_signed(Asked(state, caller, slug): Asked<String>) -> Answer {
    document(state.read(async |c| signed_results::read(c, &caller, &slug).await).await?).map(answer::public)
}

/// The signed head of the event's audit log. Someone who keeps it can later show that rows were cut off or replaced.
///
/// This call logs nothing. `row` signs that row instead, such as the last row of an earlier export.
#[utoipa::path(
    get, path = "/events/{slug}/audit-head", tag = "records", operation_id = "readAuditHead",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers"))), params(Slug, AuditHeadQuery),
    responses((status = OK, description = "The signed head.", body = bodies::Signed, example = examples::signed)),
)]
pub async fn audit_head(Asked(state, caller, slug): Asked<String>, query: Query) -> Answer {
    let (signer, row) = (state.signer.clone(), head::asked(query.asked("row")));
    let signed =
        state.read_flushed(async |c| head::read(c, &caller, Some(&slug), row, &signer).await).await?;
    document(signed)
}

/// The event that a query names.
fn event(query: &Query) -> Result<String, Refusal> {
    let asked = query.asked("event").filter(|slug| EventSlug::parse(slug).is_some());
    asked.map(str::to_owned).ok_or_else(|| Refusal::field("event", RequestFault::EventSlug))
}

/// The header with the salt of the digest in a judge's own record. It is not part of the document: with the salt, anyone
/// who gets the document could find the scores by trying.
const RECORD_SALT: HeaderName = HeaderName::from_static("evenhand-record-salt");

/// A signed record of a judge's work in one event: how much, but no scores. Organizers may name a judge.
///
/// `reviews_digest` is the SHA-256 of a salt followed by the judge's reviews. Only the judge's own answer has the salt,
/// in the header `Evenhand-Record-Salt`, since with it the scores can be found by trying.
#[utoipa::path(
    get, path = "/judge/record", tag = "records", operation_id = "readJudgeRecord",
    security(("bearer" = [])), extensions(("x-caller" = json!("a judge for their own; organizers for judges of their event"))),
    params(JudgeRecordQuery),
    responses((
        status = OK, description = "The signed record.",
        headers(("Evenhand-Record-Salt" = String, description = "32 hex digits, in a judge's own answer only.")),
        body = bodies::Signed, example = examples::signed,
    )),
)]
pub async fn judge_record(SignedIn(state, caller, ()): SignedIn, query: Query) -> Answer {
    let (slug, signer) = (event(&query)?, state.signer.clone());
    let signed = state
        .read_flushed(async |c| judge::read(c, &caller, &slug, query.asked("judge"), &signer).await)
        .await?;
    let mut response = document(signed.document)?;
    if let Some(salt) = signed.salt.and_then(|salt| HeaderValue::from_str(&salt.to_hex()).ok()) {
        response.headers_mut().insert(RECORD_SALT, salt);
    }
    Ok(response)
}

/// A signed record of the caller's participation in one event, with ranks once results are published.
#[utoipa::path(
    get, path = "/participant/record", tag = "records", operation_id = "readParticipantRecord",
    security(("bearer" = [])), extensions(("x-caller" = json!("a participant, own record"))), params(RecordQuery),
    responses((status = OK, description = "The signed record.", body = bodies::Signed, example = examples::signed)),
)]
pub async fn participant_record(SignedIn(state, caller, ()): SignedIn, query: Query) -> Answer {
    let (slug, signer) = (event(&query)?, state.signer.clone());
    let signed = state.read_flushed(async |c| participant::read(c, &caller, &slug, &signer).await).await?;
    document(signed)
}

/// Checks a signed document with the keys of this portal. A wrong signature is a result, not an error.
#[utoipa::path(
    post, path = "/verify", tag = "records", operation_id = "verify",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone"))),
    request_body(content = bodies::Signed, example = examples::signed),
    responses((status = OK, description = "The result of the check.", body = bodies::Verified, example = examples::verified)),
)]
pub async fn check(Shared(state): Shared<State>, bytes: Bytes) -> Answer {
    let checked = state.read(async |c| verify::check(c, &bytes).await).await?;
    answer::json(StatusCode::OK, &bodies::Verified::of(checked))
}

/// `GET /.well-known/evenhand-signing-key`: every key that ever signed, as an RFC 7517 key set, and the keys of the
/// events' logs, which sign checkpoints and no document.
pub async fn well_known(Shared(state): Shared<State>) -> Answer {
    let (set, logs) = state.read(async |c| Ok((keys::all(c).await?, log_tree::keys(c).await?))).await?;
    let mut response = answer::json(StatusCode::OK, &json!({ "keys": set.keys, "logs": logs }))?;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jwk-set+json"));
    Ok(answer::public(response))
}
