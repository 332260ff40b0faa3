//! Signing a payload, and checking a signed document.

use super::canonical::{SignError, canonical, strict_json};
use super::documents::Payload;
use super::json::{Json, JsonError, parse};
use super::keys::{
    KeySet, KeyStatus, PublicKey, base64url, from_base64url, public_key, signature_holds, thumbprint,
};
use super::serde_text::without_place;
use crate::prelude::*;
use crate::text::without_mark;
use chrono::TimeDelta;
use ed25519_dalek::{Signer, SigningKey};

/// Signs a payload. The result is the text of the whole document, in canonical form.
///
/// # Errors
/// A number in it that JSON cannot hold: not finite, or an integer beyond 2^53−1.
pub fn sign(payload: &Payload, secret: &[u8; 32]) -> Result<String, SignError> {
    let payload = strict_json(payload)?;
    let value = SigningKey::from_bytes(secret).sign(canonical(&payload).as_bytes());
    let member = |name: &str, value: String| (name.to_owned(), Json::Text(value));
    let signature = Json::Object(BTreeMap::from([
        member("alg", "Ed25519".into()),
        member("key_id", thumbprint(&public_key(secret))),
        member("value", base64url(&value.to_bytes())),
    ]));
    Ok(canonical(&Json::Object(BTreeMap::from([
        ("payload".to_owned(), payload),
        ("signature".to_owned(), signature),
    ]))))
}

/// What a document claims about itself, whether or not that is proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// The payload's `type`, if it has one.
    pub kind: Option<String>,
    /// The payload's `issuer`, if it has one.
    pub issuer: Option<String>,
    /// The key it names.
    pub key_id: String,
    /// That key's status in the key set; `None` for an unknown key.
    pub key_status: Option<KeyStatus>,
}

/// The result of checking one document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum DocumentCheck {
    /// A known key signed exactly this payload.
    Valid { about: About, payload: Box<Payload> },
    /// It has the form of a document and proves nothing.
    Invalid { about: About, fault: DocumentFault },
    /// It is not a signed document.
    Malformed { fault: DocumentFault },
}

/// Why a document or a badge is malformed or invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum DocumentFault {
    Json(JsonError),
    NotAnObject,
    MissingMember { member: String },
    UnknownMember { member: String },
    UnknownKey { key_id: String },
    UnknownAlgorithm { alg: String },
    UnusableKey,
    BadSignatureEncoding,
    WrongSignature,
    RevokedKey,
    UnknownContents { error: String },
    SignedBeforeKey { signed: DateTime<Utc>, key_made: DateTime<Utc> },
    SignedAfterRetirement,
    SignedInFuture { signed: DateTime<Utc> },
    // Results say that they were published after they were signed.
    SignedBeforePublished { signed: DateTime<Utc>, published: DateTime<Utc> },
    // A badge is no token of three parts.
    NotAToken,
    // The key that a badge names is not one of the issuer that it names.
    KeyOfOtherIssuer { key: String, issuer: String },
    // A badge asks its readers for what no badge of ours needs.
    CriticalHeader,
}

/// The parts of a document.
struct Envelope {
    payload: Json,
    alg: String,
    key_id: String,
    value: String,
}

/// How far the clocks of one site's machines may differ: a document may be dated this long before its key was made, or before what it
/// is about.
const SKEW: TimeDelta = TimeDelta::minutes(5);

/// How far a document may be dated ahead of the reader's clock, which may be wrong by hours.
const AHEAD: TimeDelta = TimeDelta::days(1);

/// Checks a document with the keys that the caller trusts, without asking for the present time.
pub fn verify(document: &[u8], keys: &KeySet) -> DocumentCheck {
    verify_at(document, keys, None)
}

/// Checks a document with the keys that the caller trusts. With `now`, a document dated more than a day ahead is invalid.
pub fn verify_at(document: &[u8], keys: &KeySet, now: Option<DateTime<Utc>>) -> DocumentCheck {
    let document = without_mark(document);
    let envelope = match parse(document).map_err(DocumentFault::Json).and_then(open) {
        Ok(envelope) => envelope,
        Err(fault) => return DocumentCheck::Malformed { fault },
    };
    let text = |name: &str| match &envelope.payload {
        Json::Object(members) => match members.get(name) {
            Some(Json::Text(text)) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    };
    let key_status = keys.find(&envelope.key_id).map(|key| key.status);
    let (kind, issuer) = (text("type"), text("issuer"));
    let about = About { kind, issuer, key_id: envelope.key_id.clone(), key_status };
    match check_signature(&envelope, keys, now) {
        Ok(payload) => DocumentCheck::Valid { about, payload: Box::new(payload) },
        Err(fault) => DocumentCheck::Invalid { about, fault },
    }
}

/// Takes a document apart. It has exactly the members of the format.
fn open(document: Json) -> Result<Envelope, DocumentFault> {
    let Json::Object(mut members) = document else { return Err(DocumentFault::NotAnObject) };
    let missing = |member: &str| DocumentFault::MissingMember { member: member.to_owned() };
    let payload = match members.remove("payload") {
        Some(payload @ Json::Object(_)) => payload,
        _ => return Err(missing("payload")),
    };
    let Some(Json::Object(mut signature)) = members.remove("signature") else {
        return Err(missing("signature"));
    };
    let mut text = |name: &'static str, path: &str| match signature.remove(name) {
        Some(Json::Text(text)) => Ok(text),
        _ => Err(missing(path)),
    };
    let alg = text("alg", "signature.alg")?;
    let key_id = text("key_id", "signature.key_id")?;
    let value = text("value", "signature.value")?;
    if let Some(member) = members.into_keys().chain(signature.into_keys()).next() {
        return Err(DocumentFault::UnknownMember { member });
    }
    Ok(Envelope { payload, alg, key_id, value })
}

/// The payload, or why it proves nothing. The signature is checked first, so that unsigned contents are never interpreted.
fn check_signature(
    envelope: &Envelope,
    keys: &KeySet,
    now: Option<DateTime<Utc>>,
) -> Result<Payload, DocumentFault> {
    let Some(key) = keys.find(&envelope.key_id) else {
        return Err(DocumentFault::UnknownKey { key_id: envelope.key_id.clone() });
    };
    ensure(envelope.alg == "Ed25519", DocumentFault::UnknownAlgorithm { alg: envelope.alg.clone() })?;
    let text = canonical(&envelope.payload);
    check_key(key, text.as_bytes(), &envelope.value)?;
    let payload: Payload = serde_json::from_slice(text.as_bytes())
        .map_err(|error| DocumentFault::UnknownContents { error: without_place(&error) })?;
    let signed = payload.issued_at();
    check_date(key, signed, now)?;
    // Dated back to when a retired key signed, results could otherwise pass for newer ones than those of the present key.
    match payload.published_at().filter(|published| is_before(signed, *published)) {
        Some(published) => Err(DocumentFault::SignedBeforePublished { signed, published }),
        None => Ok(payload),
    }
}

/// Whether a key that counts signed this text. `value` is the signature in base64url.
pub(super) fn check_key(key: &PublicKey, text: &[u8], value: &str) -> Result<(), DocumentFault> {
    let Some(public) = key.bytes() else { return Err(DocumentFault::UnusableKey) };
    let Some(value) = from_base64url(value).filter(|value| value.len() == 64) else {
        return Err(DocumentFault::BadSignatureEncoding);
    };
    ensure(signature_holds(&public, text, &value), DocumentFault::WrongSignature)?;
    ensure(key.status != KeyStatus::Revoked, DocumentFault::RevokedKey)?;
    Ok(())
}

/// Whether something was signed before this moment, by more than the clocks of one site may differ.
pub(super) fn is_before(signed: DateTime<Utc>, moment: DateTime<Utc>) -> bool {
    signed.checked_add_signed(SKEW).is_some_and(|latest| latest < moment)
}

/// Whether a key may have signed at this moment.
pub(super) fn check_date(
    key: &PublicKey,
    signed: DateTime<Utc>,
    now: Option<DateTime<Utc>>,
) -> Result<(), DocumentFault> {
    if let Some(key_made) = key.created_at.filter(|made| is_before(signed, *made)) {
        return Err(DocumentFault::SignedBeforeKey { signed, key_made });
    }
    ensure(key.retired_at.is_none_or(|at| signed <= at), DocumentFault::SignedAfterRetirement)?;
    if now.and_then(|now| now.checked_add_signed(AHEAD)).is_some_and(|latest| signed > latest) {
        return Err(DocumentFault::SignedInFuture { signed });
    }
    Ok(())
}
