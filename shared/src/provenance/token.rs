//! Checking a credential as a compact JWT, which one of the site's keys signed: an Open Badge, or a status list of them.

use super::badge::{self, Badge};
use super::claims::{is, member, text};
use super::json::{Json, parse};
use super::keys::{KeySet, PublicKey, from_base64url};
use super::signed::{About, DocumentFault, check_date, check_key};
use super::status_list::{self, StatusList};
use crate::prelude::*;

/// What a credential says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Credential {
    Badge(Badge),
    StatusList(StatusList),
}

/// The result of checking a credential.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum CredentialCheck {
    /// A known key of its issuer signed exactly this.
    Valid { about: About, credential: Credential },
    /// It has the form of a credential and proves nothing.
    Invalid { about: About, fault: DocumentFault },
    /// It is no credential.
    Malformed { fault: DocumentFault },
}

/// The parts of a token.
struct Token<'t> {
    header: Json,
    claims: Json,
    /// What was signed.
    text: &'t str,
    signature: &'t str,
}

/// Whether a file may be a compact JWT: three parts, and nothing else.
pub fn is_token(bytes: &[u8]) -> bool {
    let token = bytes.trim_ascii();
    let known = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    token.starts_with(b"ey")
        && token.iter().filter(|byte| **byte == b'.').count() == 2
        && token.iter().all(known)
}

/// Whether a token says that it is a status list. Nothing proves that yet.
pub(super) fn is_status_list(token: &[u8]) -> bool {
    open(token).is_ok_and(|token| is(&token.claims, status_list::TYPE))
}

/// Checks a credential with the keys that the caller trusts. A key in its own header is not read: anybody can write one there.
pub fn check(token: &[u8], keys: &KeySet, now: Option<DateTime<Utc>>) -> CredentialCheck {
    let token = match open(token) {
        Ok(token) => token,
        Err(fault) => return CredentialCheck::Malformed { fault },
    };
    let (issuer, kid) = match (text(&token.claims, "iss"), text(&token.header, "kid")) {
        (Ok(issuer), Ok(kid)) => (issuer, kid),
        (Err(fault), _) | (_, Err(fault)) => return CredentialCheck::Malformed { fault },
    };
    let (named, key_id) = kid.split_once('#').unwrap_or(("", &kid));
    let key_status = keys.find(key_id).map(|key| key.status);
    let about = About { kind: None, issuer: Some(issuer.clone()), key_id: key_id.to_owned(), key_status };
    if named != issuer {
        let fault = DocumentFault::KeyOfOtherIssuer { key: kid.clone(), issuer };
        return CredentialCheck::Malformed { fault };
    }
    match check_signature(&token, key_id, keys, now) {
        Ok(credential) => CredentialCheck::Valid { about, credential },
        Err(fault) => CredentialCheck::Invalid { about, fault },
    }
}

/// Takes a token apart, strictly: two readers never understand one credential differently.
fn open(token: &[u8]) -> Result<Token<'_>, DocumentFault> {
    let token = std::str::from_utf8(token).unwrap_or_default().trim();
    let (text, signature) = token.rsplit_once('.').ok_or(DocumentFault::NotAToken)?;
    let (header, claims) = text.split_once('.').ok_or(DocumentFault::NotAToken)?;
    let part = |part: &str| {
        let json = from_base64url(part).ok_or(DocumentFault::NotAToken)?;
        match parse(&json).map_err(DocumentFault::Json)? {
            json @ Json::Object(_) => Ok(json),
            _ => Err(DocumentFault::NotAnObject),
        }
    };
    Ok(Token { header: part(header)?, claims: part(claims)?, text, signature })
}

/// The credential, or why it proves nothing. The signature is checked first, so that unsigned contents are never interpreted.
fn check_signature(
    token: &Token<'_>,
    key_id: &str,
    keys: &KeySet,
    now: Option<DateTime<Utc>>,
) -> Result<Credential, DocumentFault> {
    let Some(key) = keys.find(key_id) else {
        return Err(DocumentFault::UnknownKey { key_id: key_id.to_owned() });
    };
    let alg = text(&token.header, "alg")?;
    ensure(alg == "EdDSA", DocumentFault::UnknownAlgorithm { alg })?;
    ensure(member(&token.header, "crit").is_none(), DocumentFault::CriticalHeader)?;
    check_key(key, token.text.as_bytes(), token.signature)?;
    let credential = if is(&token.claims, status_list::TYPE) {
        Credential::StatusList(status_list::read(&token.claims)?)
    } else {
        Credential::Badge(badge::read(&token.claims)?)
    };
    check_date(key, credential.signed(key), now)?;
    Ok(credential)
}

impl Credential {
    /// When this key signed it. A list is dated by its day alone, and the key may have been made on that day.
    fn signed(&self, key: &PublicKey) -> DateTime<Utc> {
        match self {
            Self::Badge(badge) => badge.signed,
            Self::StatusList(list) => {
                key.created_at.filter(|made| (list.day..list.end()).contains(made)).unwrap_or(list.day)
            }
        }
    }
}
