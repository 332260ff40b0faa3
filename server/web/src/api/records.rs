//! Signed documents, the keys they are checked with, and the check.

use super::document::params::{BadgeQuery, RecordQuery};
use super::prelude::*;
use axum::http::HeaderName;
use portal::publish::signed_results;
use portal::records::badge::{self, Identity};
use portal::records::{head, judge, keys, log_tree, participant, verify};
use shared::names::Slug as EventSlug;
use shared::provenance::{KeySet, did_document};
use shared::refusal::RequestFault;

/// A document as it was signed, byte for byte.
fn document(text: String) -> Answer {
    Ok(answer::of_kind("application/json", text))
}

/// The published ranking, signed once. Everyone gets the same bytes.
#[utoipa::path(
    get, path = "/events/{slug}/results/signed", tag = "records", operation_id = "readSignedResults",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone once published"))), params(Slug),
    responses((status = OK, description = "The signed ranking.", body = bodies::Signed, example = examples::signed)),
)]
pub async fn results_signed(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    document(state.by(&caller).at(&slug).read(signed_results::read).await?).map(answer::public)
}

/// The signed head of the event's audit log. Someone who keeps it can later show that rows were cut off or replaced.
///
/// This call logs nothing. `row` signs that row instead, such as the last row of an earlier export. `bundle=1` signs the last row of the
/// bundle that you downloaded last, so that the two can be checked together, whatever was logged since.
#[utoipa::path(
    get, path = "/events/{slug}/audit-head", tag = "records", operation_id = "readAuditHead",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers"))),
    params(
        Slug,
        ("row" = Option<i64>, Query, description = "A row of the log, from 1; by default the last one.", minimum = 1, example = 1),
        ("bundle" = Option<String>, Query, description = "`1` signs the last row of the bundle that you downloaded last.", example = "0")
    ),
    responses((status = OK, description = "The signed head.", body = bodies::Signed, example = examples::signed)),
)]
pub async fn audit_head(ApiRequest(state, caller, slug): ApiRequest<String>, query: Query) -> Answer {
    let row = head::asked(query.asked("row"), query.get("bundle") == "1");
    let signer = state.signer.clone();
    let by = state.by(&caller);
    document(by.read_flushed(async |call| head::read(call, Some(&slug), row, &signer).await).await?)
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
    params(
        RecordQuery,
        ("judge" = Option<String>, Query, example = "judge1@demo.example",
            description = "A judge of the event, by fixture id, e-mail or user id; by default the caller. Only organizers may name others.")
    ),
    responses((
        status = OK, description = "The signed record.",
        headers(("Evenhand-Record-Salt" = String, description = "32 hex digits, in a judge's own answer only.")),
        body = bodies::Signed, example = examples::signed,
    )),
)]
pub async fn judge_record(SignedIn(state, caller, ()): SignedIn, query: Query) -> Answer {
    let (slug, signer) = (event(&query)?, state.signer.clone());
    let (by, of) = (state.by(&caller).at(&slug), query.asked("judge"));
    let signed = by.read_flushed(async |call| judge::read(call, of, &signer).await).await?;
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
    let by = state.by(&caller).at(&slug);
    document(by.read_flushed(async |call| participant::read(call, &signer).await).await?)
}

/// The type of a signed credential.
const CREDENTIAL: &str = "application/vc+jwt";

/// By what a query lets a badge name its owner.
fn identity(query: &Query) -> Identity {
    if query.get("email") == "true" { Identity::NameAndAddress } else { Identity::Name }
}

/// The caller's certificate of judging as an Open Badge (3.0): a JWT that programs of others read.
#[utoipa::path(
    get, path = "/judge/badge", tag = "records", operation_id = "readJudgeBadge",
    security(("bearer" = [])), extensions(("x-caller" = json!("a judge with a submitted review, own badge"))), params(BadgeQuery),
    responses((
        status = OK, description = "The badge.", body = String, content_type = "application/vc+jwt", example = examples::badge
    )),
)]
pub async fn judge_badge(SignedIn(state, caller, ()): SignedIn, query: Query) -> Answer {
    let (slug, signer) = (event(&query)?, state.signer.clone());
    let (by, who) = (state.by(&caller).at(&slug), identity(&query));
    let signed = by.read_flushed(async |call| badge::of_judge(call, who, &signer).await).await?;
    Ok(answer::attached(&format!("{slug}-judge-badge.jwt"), CREDENTIAL, signed))
}

/// The caller's certificate of participation as an Open Badge (3.0), with ranks once results are published.
#[utoipa::path(
    get, path = "/participant/badge", tag = "records", operation_id = "readParticipantBadge",
    security(("bearer" = [])), extensions(("x-caller" = json!("a participant with a submitted project, own badge"))),
    params(BadgeQuery),
    responses((
        status = OK, description = "The badge.", body = String, content_type = "application/vc+jwt", example = examples::badge
    )),
)]
pub async fn participant_badge(SignedIn(state, caller, ()): SignedIn, query: Query) -> Answer {
    let (slug, signer) = (event(&query)?, state.signer.clone());
    let (by, who) = (state.by(&caller).at(&slug), identity(&query));
    let signed = by.read_flushed(async |call| badge::of_participant(call, who, &signer).await).await?;
    Ok(answer::attached(&format!("{slug}-participant-badge.jwt"), CREDENTIAL, signed))
}

/// Which Open Badges of the event say a rank that was corrected since, as a signed Bitstring Status List.
///
/// A badge with ranks names this address and a place in the list for each of them.
#[utoipa::path(
    get, path = "/events/{slug}/badge-status", tag = "records", operation_id = "readBadgeStatus",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone once published"))), params(Slug),
    responses((
        status = OK, description = "The list.", body = String, content_type = "application/vc+jwt", example = examples::badge
    )),
)]
pub async fn badge_status(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let signer = state.signer.clone();
    let signed = state.by(&caller).at(&slug).read(async |call| badge::corrected(call, &signer).await).await?;
    open(([(header::CONTENT_TYPE, CREDENTIAL)], signed).into_response())
}

/// A file that pages of other sites may read, too: those that check badges.
fn open(mut response: Response) -> Answer {
    answer::private(response.headers_mut());
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(answer::public(response))
}

/// `GET /.well-known/did.json`: the keys whose signatures hold, as verifiers of badges look for them.
pub async fn did(Shared(state): Shared<State>) -> Answer {
    let keys: KeySet = state.read(async |c| keys::all(c).await).await?;
    open(answer::json(StatusCode::OK, &did_document(&state.signer.issuer(), &keys))?)
}

/// Checks a signed document with the keys of this portal, or an Open Badge as it was saved. A wrong signature is a result, not an error.
///
/// Whether a correction made a badge wrong is in the list that the badge names.
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
/// events' logs, which sign checkpoints and no document. `issuer` says whose keys they are.
pub async fn well_known(Shared(state): Shared<State>) -> Answer {
    let (set, logs) = state.read(async |c| Ok((keys::all(c).await?, log_tree::keys(c).await?))).await?;
    let issuer = state.signer.issuer();
    let mut response =
        answer::json(StatusCode::OK, &json!({ "issuer": issuer, "keys": set.keys, "logs": logs }))?;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jwk-set+json"));
    Ok(answer::public(response))
}
