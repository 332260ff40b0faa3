//! Signing keys: Ed25519 (RFC 8032), named by their RFC 7638 thumbprint, published as an RFC 7517 key set.

use super::canonical::canonical;
use super::json::{Json, JsonError, parse};
use super::serde_text::without_place;
use crate::audit::hex;
use crate::prelude::*;
use crate::text::without_mark;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signature, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};

/// Whether a key signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyStatus {
    /// It signs now.
    Current,
    /// Another key replaced it. What it signed before still holds.
    Retired,
    /// Nothing that it signed counts any more, whatever the date.
    Revoked,
}

named! { KeyStatus, word, from_word: Current = "current", Retired = "retired", Revoked = "revoked" }

/// A public key as the key set shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicKey {
    /// `OKP`.
    pub kty: String,
    /// `Ed25519`.
    pub crv: String,
    /// The 32 bytes, base64url without padding.
    pub x: String,
    /// [`thumbprint`] of the bytes.
    pub kid: String,
    /// `sig`.
    #[serde(rename = "use", default)]
    pub usage: String,
    /// `EdDSA`.
    #[serde(default)]
    pub alg: String,
    /// Whether it signs.
    #[serde(default = "current")]
    pub status: KeyStatus,
    /// Since when it signs; null where the set does not say.
    pub created_at: Option<DateTime<Utc>>,
    /// When it stopped signing; null while current.
    pub retired_at: Option<DateTime<Utc>>,
    /// The sites whose key it is, by address or DID, as the sets say that hold it; empty where none does. A site that moved has two.
    #[serde(skip)]
    pub issuers: Vec<String>,
}

fn current() -> KeyStatus {
    KeyStatus::Current
}

impl PublicKey {
    /// The entry of a key from its 32 bytes.
    pub fn new(
        bytes: &[u8; 32],
        status: KeyStatus,
        created_at: Option<DateTime<Utc>>,
        retired_at: Option<DateTime<Utc>>,
    ) -> Self {
        Self {
            kty: "OKP".into(),
            crv: "Ed25519".into(),
            x: base64url(bytes),
            kid: thumbprint(bytes),
            usage: "sig".into(),
            alg: "EdDSA".into(),
            status,
            created_at,
            retired_at,
            issuers: Vec::new(),
        }
    }

    /// The 32 bytes; `None` if `x` is not their canonical base64url.
    pub fn bytes(&self) -> Option<[u8; 32]> {
        from_base64url(&self.x)?.try_into().ok()
    }

    /// The SHA-256 behind the thumbprint, for two people to compare by eye: 16 groups of four hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let digest = hex(&from_base64url(&self.kid).unwrap_or_default());
        let groups: Vec<&str> =
            (0..digest.len() / 4).filter_map(|at| digest.get(4 * at..4 * at + 4)).collect();
        groups.join(" ")
    }

    /// Why the entry cannot be used.
    fn fault(&self) -> Option<KeyFault> {
        let Some(bytes) = self.bytes() else {
            return Some(KeyFault::BadEncoding);
        };
        if thumbprint(&bytes) != self.kid {
            return Some(KeyFault::WrongKid);
        }
        if usable(&bytes).is_none() {
            return Some(KeyFault::Unsafe);
        }
        (self.status == KeyStatus::Retired && self.retired_at.is_none()).then_some(KeyFault::NoRetirementDate)
    }

    /// Whether this entry trusts the same key less than `other` does: it is revoked, or retired earlier.
    pub(super) fn is_stricter_than(&self, other: &Self) -> bool {
        let revoked = |key: &Self| key.status == KeyStatus::Revoked;
        match (revoked(self), revoked(other)) {
            (true, here) => !here,
            (false, true) => false,
            (false, false) => match (self.retired_at, other.retired_at) {
                (Some(at), Some(here)) => at < here,
                (at, None) => at.is_some(),
                (None, Some(_)) => false,
            },
        }
    }
}

/// Why a key set cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum KeySetFault {
    Json(JsonError),
    NotAnObject,
    KeysNotAList,
    NoEd25519Key,
    // The `nth` key of the set, from 1.
    Key { nth: usize, fault: KeyFault },
}

/// Why a key of a set cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum KeyFault {
    NotAnObject,
    Private,
    Unreadable { error: String },
    BadEncoding,
    WrongKid,
    Unsafe,
    NoRetirementDate,
    Repeated,
}

/// Public keys with which documents are checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KeySet {
    /// The keys, in the file's order.
    pub keys: Vec<PublicKey>,
}

impl KeySet {
    /// Reads a key set (`{"keys": […]}`), the document of a DID, or a single key. Keys of other kinds and unknown members are ignored, as RFC 7517
    /// asks. The set's `issuer`, or the DID, says whose keys they are.
    ///
    /// # Errors
    /// The first fault, such as a private key, a `kid` of another key, or an unsafe key.
    pub fn read(bytes: &[u8]) -> Result<Self, KeySetFault> {
        let bytes = without_mark(bytes);
        let Json::Object(mut members) = parse(bytes).map_err(KeySetFault::Json)? else {
            return Err(KeySetFault::NotAnObject);
        };
        let issuer = match (members.remove("issuer"), members.get("verificationMethod"), members.get("id")) {
            (Some(Json::Text(issuer)), ..) => Some(issuer),
            (None, Some(_), Some(Json::Text(did))) => Some(did.clone()),
            _ => None,
        };
        let entries = match (members.remove("keys"), members.remove("verificationMethod")) {
            (Some(Json::List(entries)), _) => entries,
            (Some(_), _) => return Err(KeySetFault::KeysNotAList),
            (None, Some(Json::List(methods))) => methods.into_iter().map(key_of_method).collect(),
            (None, Some(_)) => return Err(KeySetFault::KeysNotAList),
            (None, None) => vec![Json::Object(members)],
        };
        let mut keys: Vec<PublicKey> = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let wrong = |fault| Err(KeySetFault::Key { nth: at + 1, fault });
            let Json::Object(members) = entry else { return wrong(KeyFault::NotAnObject) };
            let says = |name: &str, value: &str| members.get(name) == Some(&Json::Text(value.into()));
            if !says("kty", "OKP") || !says("crv", "Ed25519") {
                continue;
            }
            if members.contains_key("d") {
                return wrong(KeyFault::Private);
            }
            let key: PublicKey = match serde_json::from_slice(canonical(entry).as_bytes()) {
                Ok(key) => key,
                Err(error) => return wrong(KeyFault::Unreadable { error: without_place(&error) }),
            };
            if let Some(fault) = key.fault() {
                return wrong(fault);
            }
            if keys.iter().any(|k| k.kid == key.kid) {
                return wrong(KeyFault::Repeated);
            }
            keys.push(key);
        }
        ensure(!keys.is_empty(), KeySetFault::NoEd25519Key)?;
        let set = Self { keys };
        Ok(match issuer {
            Some(issuer) => set.of_site(&issuer),
            None => set,
        })
    }

    /// The same keys, as those of the site with this address or DID.
    #[must_use]
    pub fn of_site(mut self, issuer: &str) -> Self {
        for key in &mut self.keys {
            key.issuers = vec![issuer.to_owned()];
        }
        self
    }

    /// The key with this name.
    pub fn find(&self, kid: &str) -> Option<&PublicKey> {
        self.keys.iter().find(|key| key.kid == kid)
    }

    /// The keys of this set, then those of `other` that it does not hold. A key that both hold is the key of each one's site.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut keys = self.keys.clone();
        for key in &mut keys {
            let more = other.find(&key.kid).into_iter().flat_map(|same| same.issuers.iter());
            key.issuers.extend(more.cloned());
        }
        keys.extend(other.keys.iter().filter(|key| self.find(&key.kid).is_none()).cloned());
        Self { keys }
    }

    /// The keys of both sets, both trusted. Of a key that both hold, the entry counts that trusts it less, whichever set came first: one of
    /// them may be from before the key was retired or revoked.
    #[must_use]
    pub fn trusting_both(&self, other: &Self) -> Self {
        let mut both = self.and(other);
        for key in &mut both.keys {
            let Some(same) = other.find(&key.kid) else { continue };
            if same.is_stricter_than(key) {
                (key.status, key.retired_at) = (same.status, same.retired_at);
            }
            key.created_at = key.created_at.max(same.created_at);
        }
        both
    }
}

/// The key of a method in the document of a DID, with the name that its bytes give it.
fn key_of_method(method: Json) -> Json {
    let Json::Object(mut method) = method else { return method };
    let Some(Json::Object(mut key)) = method.remove("publicKeyJwk") else { return Json::Object(method) };
    let bytes = match key.get("x") {
        Some(Json::Text(x)) => from_base64url(x).and_then(|x| <[u8; 32]>::try_from(x).ok()),
        _ => None,
    };
    let kid = bytes.map(|bytes| thumbprint(&bytes)).unwrap_or_default();
    key.insert("kid".to_owned(), Json::Text(kid));
    Json::Object(key)
}

/// The public key of a secret.
pub fn public_key(secret: &[u8; 32]) -> [u8; 32] {
    SigningKey::from_bytes(secret).verifying_key().to_bytes()
}

/// RFC 7638 thumbprint of an Ed25519 key: base64url of SHA-256 of `{"crv":"Ed25519","kty":"OKP","x":"…"}`.
pub fn thumbprint(public: &[u8; 32]) -> String {
    let members = format!("{{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"{}\"}}", base64url(public));
    base64url(&Sha256::digest(members.as_bytes()))
}

/// Whether this key made the signature over this message. The check is strict: the key, R and S are in their canonical
/// encodings, and neither the key nor R is of small order.
#[must_use]
pub fn signature_holds(public: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    let Some(key) = usable(public) else { return false };
    let Ok(signature) = Signature::from_slice(signature) else { return false };
    key.verify_strict(message, &signature).is_ok()
}

/// The key, if it is a canonically encoded point that is not of small order.
fn usable(public: &[u8; 32]) -> Option<VerifyingKey> {
    // A y of 2^255 − 19 or more is not canonical, but the library would read it modulo the prime.
    let [first, middle @ .., last] = public;
    if *first >= 0xed && middle.iter().all(|byte| *byte == 0xff) && last & 0x7f == 0x7f {
        return None;
    }
    VerifyingKey::from_bytes(public).ok().filter(|key| !key.is_weak())
}

/// Bytes in base64url without padding.
pub(super) fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The bytes of canonical base64url without padding.
pub(super) fn from_base64url(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
