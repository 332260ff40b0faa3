//! Signing a payload, and judging a document.

use super::documents::Payload;
use super::findings::without_place;
use super::json::{Json, parse};
use super::keys::{KeySet, KeyStatus, base64url, from_base64url, public_key, signature_holds, thumbprint};
use super::report_document::moment;
use super::{canonical, json::JsonError};
use crate::text::without_mark;
use chrono::{DateTime, TimeDelta, Utc};
use ed25519_dalek::{Signer, SigningKey};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A payload that cannot be signed: it holds a number that no JSON holds safely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignError(pub(super) String);

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this cannot be signed: {}", self.0)
    }
}

impl std::error::Error for SignError {}

impl From<JsonError> for SignError {
    fn from(error: JsonError) -> Self {
        Self(error.to_string())
    }
}

/// Signs a payload. The text is the whole document, in canonical form.
///
/// # Errors
/// A number in it that JSON cannot hold: not finite, or an integer beyond 2^53−1.
pub fn sign(payload: &Payload, secret: &[u8; 32]) -> Result<String, SignError> {
    let text = serde_json::to_vec(payload).map_err(|e| SignError(e.to_string()))?;
    let payload = parse(&text)?;
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

/// What a document says of itself, proven or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The payload's `type`, where it has one.
    pub kind: Option<String>,
    /// The payload's `issuer`, where it has one.
    pub issuer: Option<String>,
    /// The key it names.
    pub key_id: String,
    /// What the key set says of that key; `None` where it is unknown.
    pub key_status: Option<KeyStatus>,
}

/// What is to be thought of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The signature is a known key's, over exactly this payload.
    Valid {
        /// What it says of itself.
        about: About,
        /// The payload.
        payload: Box<Payload>,
    },
    /// A document by its form, and nothing to be believed.
    Invalid {
        /// What it says of itself.
        about: About,
        /// Why, in a sentence.
        reason: String,
    },
    /// No signed document at all.
    Malformed {
        /// Why, in a sentence.
        reason: String,
    },
}

/// A verdict as the API tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Whether it holds.
    pub valid: bool,
    /// The payload's `type`.
    pub r#type: Option<String>,
    /// The key it names.
    pub key_id: Option<String>,
    /// What is known of that key.
    pub key_status: Option<KeyStatus>,
    /// The run that took the place of this one.
    pub superseded_by: Option<i32>,
    /// Why it does not hold, or what took its place.
    pub reason: Option<String>,
}

impl Verdict {
    /// The API's answer; `superseded_by` is told by whoever knows. `Err` with the sentence for what is no document.
    ///
    /// # Errors
    /// [`Verdict::Malformed`].
    pub fn answer(&self, superseded_by: Option<i32>) -> Result<Answer, String> {
        let (valid, about, superseded_by, reason) = match self {
            Self::Valid { about, .. } => {
                let told = superseded_by.map(|run| {
                    format!(
                        "The signature holds, but these results were corrected: run {run} took their place."
                    )
                });
                (true, about, superseded_by, told)
            }
            Self::Invalid { about, reason } => (false, about, None, Some(reason.clone())),
            Self::Malformed { reason } => return Err(reason.clone()),
        };
        let key_id = Some(about.key_id.clone());
        Ok(Answer {
            valid,
            r#type: about.kind.clone(),
            key_id,
            key_status: about.key_status,
            superseded_by,
            reason,
        })
    }
}

/// The three members of a signature.
struct Envelope {
    payload: Json,
    alg: String,
    key_id: String,
    value: String,
}

/// How far the clocks of a site's machines may be apart: a document may be dated so long before its key was made.
const SKEW: TimeDelta = TimeDelta::minutes(5);

/// How far a document may be dated ahead of the clock of whoever checks it, which may be wrong by hours.
const AHEAD: TimeDelta = TimeDelta::days(1);

/// Judges a document by the keys that the caller trusts.
#[must_use]
pub fn verify(document: &[u8], keys: &KeySet) -> Verdict {
    verify_at(document, keys, None)
}

/// As [`verify`], where the present is known: a document that is dated in the future does not hold.
#[must_use]
pub fn verify_at(document: &[u8], keys: &KeySet, now: Option<DateTime<Utc>>) -> Verdict {
    let document = without_mark(document);
    let envelope =
        match parse(document).map_err(|e| format!("This JSON is ambiguous or broken: {e}.")).and_then(open) {
            Ok(envelope) => envelope,
            Err(reason) => return Verdict::Malformed { reason },
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
    match judge(&envelope, keys, now) {
        Ok(payload) => Verdict::Valid { about, payload: Box::new(payload) },
        Err(reason) => Verdict::Invalid { about, reason },
    }
}

/// Takes the envelope apart; it has exactly its members.
fn open(document: Json) -> Result<Envelope, String> {
    let Json::Object(mut members) = document else { return Err("A signed document is an object.".into()) };
    let missing = |name: &str| format!("A signed document has the member {name}, of the right kind.");
    let payload = match members.remove("payload") {
        Some(payload @ Json::Object(_)) => payload,
        _ => return Err(missing("payload")),
    };
    let Some(Json::Object(mut signature)) = members.remove("signature") else {
        return Err(missing("signature"));
    };
    let mut text = |name: &str| match signature.remove(name) {
        Some(Json::Text(text)) => Ok(text),
        _ => Err(missing(&format!("signature.{name}"))),
    };
    let (alg, key_id, value) = (text("alg")?, text("key_id")?, text("value")?);
    if let Some(name) = members.keys().chain(signature.keys()).next() {
        let keys = if name == "keys" { " Keys that come inside the same file prove nothing." } else { "" };
        return Err(format!("A signed document has no member {name:?}: nobody signed it.{keys}"));
    }
    Ok(Envelope { payload, alg, key_id, value })
}

/// The payload, or why it is not to be believed. The signature comes first: nothing that nobody signed is looked at.
fn judge(envelope: &Envelope, keys: &KeySet, now: Option<DateTime<Utc>>) -> Result<Payload, String> {
    let Some(key) = keys.find(&envelope.key_id) else {
        return Err(format!(
            "It names the key {:?}, which is not among the keys known here.",
            envelope.key_id
        ));
    };
    if envelope.alg != "Ed25519" {
        return Err(format!("It names the algorithm {:?}, and only Ed25519 is trusted.", envelope.alg));
    }
    let Some(public) = key.bytes() else { return Err("The key it names cannot be used.".into()) };
    let Some(value) = from_base64url(&envelope.value).filter(|value| value.len() == 64) else {
        return Err("Its signature is no base64url of 64 bytes.".into());
    };
    let text = canonical(&envelope.payload);
    if !signature_holds(&public, text.as_bytes(), &value) {
        return Err("The signature does not belong to this content: one of them was changed.".into());
    }
    if key.status == KeyStatus::Revoked {
        return Err("The key was revoked: whatever it signed proves nothing any more.".into());
    }
    let payload: Payload = serde_json::from_str(&text).map_err(|error| {
        format!(
            "The signature holds, but this is none of the documents known here: {}.",
            without_place(&error)
        )
    })?;
    let issued_at = payload.issued_at();
    if let Some(made) =
        key.created_at.filter(|made| issued_at.checked_add_signed(SKEW).is_some_and(|at| at < *made))
    {
        let (issued_at, made) = (moment(issued_at), moment(made));
        return Err(format!("It says that it was signed on {issued_at}, before its key was made on {made}."));
    }
    if key.retired_at.is_some_and(|at| issued_at > at) {
        return Err("It says that it was signed after its key was retired.".into());
    }
    if now.and_then(|now| now.checked_add_signed(AHEAD)).is_some_and(|latest| issued_at > latest) {
        return Err(format!("It says that it was signed on {}, which is in the future.", moment(issued_at)));
    }
    Ok(payload)
}
