//! Reading an Open Badge: a credential as a compact JWT, which one of the site's keys signed.

use super::canonical::canonical;
use super::credential::did;
use super::json::{Json, parse};
use super::keys::{KeySet, from_base64url};
use super::signed::{About, DocumentFault, check_date, check_key};
use crate::prelude::*;

/// What a badge says, as far as a check tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The DID of its issuer.
    pub issuer: String,
    /// By what name it knows its owner.
    pub holder: String,
    /// What was achieved.
    pub achievement: String,
    /// What they did for it.
    pub evidence: Vec<String>,
    /// Where a list says whether it was corrected, if it says anything that can be.
    pub list: Option<String>,
    /// When it was signed, to the second.
    pub signed: DateTime<Utc>,
}

/// The result of checking a badge.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BadgeCheck {
    /// A known key of its issuer signed exactly this.
    Valid { about: About, badge: Badge },
    /// It has the form of a badge and proves nothing.
    Invalid { about: About, fault: DocumentFault },
    /// It is no badge.
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

/// Checks a badge with the keys that the caller trusts. A key in its own header is not read: anybody can write one there.
pub fn check(token: &[u8], keys: &KeySet, now: Option<DateTime<Utc>>) -> BadgeCheck {
    let token = match open(token) {
        Ok(token) => token,
        Err(fault) => return BadgeCheck::Malformed { fault },
    };
    let (issuer, kid) = match (text(&token.claims, "iss"), text(&token.header, "kid")) {
        (Ok(issuer), Ok(kid)) => (issuer, kid),
        (Err(fault), _) | (_, Err(fault)) => return BadgeCheck::Malformed { fault },
    };
    let (named, key_id) = kid.split_once('#').unwrap_or(("", &kid));
    let key_status = keys.find(key_id).map(|key| key.status);
    let about = About { kind: None, issuer: Some(issuer.clone()), key_id: key_id.to_owned(), key_status };
    if named != issuer {
        let fault = DocumentFault::KeyOfOtherIssuer { key: kid.clone(), issuer };
        return BadgeCheck::Malformed { fault };
    }
    match check_signature(&token, key_id, keys, now) {
        Ok(badge) => BadgeCheck::Valid { about, badge },
        Err(fault) => BadgeCheck::Invalid { about, fault },
    }
}

/// Takes a token apart, strictly: two readers never understand one badge differently.
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

/// The member at a path of names with dots between them.
fn member<'j>(of: &'j Json, path: &str) -> Option<&'j Json> {
    path.split('.').try_fold(of, |of, name| match of {
        Json::Object(members) => members.get(name),
        _ => None,
    })
}

/// The text there; none of another kind counts.
fn said<'j>(of: &'j Json, path: &str) -> Option<&'j str> {
    match member(of, path)? {
        Json::Text(text) => Some(text),
        _ => None,
    }
}

fn text(of: &Json, path: &str) -> Result<String, DocumentFault> {
    let missing = || DocumentFault::MissingMember { member: path.to_owned() };
    said(of, path).map(str::to_owned).ok_or_else(missing)
}

/// The entries of the list there; none where there is no list.
fn list<'j>(of: &'j Json, path: &str) -> &'j [Json] {
    match member(of, path) {
        Some(Json::List(entries)) => entries,
        _ => &[],
    }
}

/// The badge, or why it proves nothing. The signature is checked first, so that unsigned contents are never interpreted.
fn check_signature(
    token: &Token<'_>,
    key_id: &str,
    keys: &KeySet,
    now: Option<DateTime<Utc>>,
) -> Result<Badge, DocumentFault> {
    let Some(key) = keys.find(key_id) else {
        return Err(DocumentFault::UnknownKey { key_id: key_id.to_owned() });
    };
    let alg = text(&token.header, "alg")?;
    if alg != "EdDSA" {
        return Err(DocumentFault::UnknownAlgorithm { alg });
    }
    if member(&token.header, "crit").is_some() {
        return Err(DocumentFault::CriticalHeader);
    }
    check_key(key, token.text.as_bytes(), token.signature)?;
    let badge = read(&token.claims)?;
    check_date(key, badge.signed, now)?;
    Ok(badge)
}

/// What the claims say.
fn read(claims: &Json) -> Result<Badge, DocumentFault> {
    let unknown = |error: &str| DocumentFault::UnknownContents { error: error.to_owned() };
    let is = |kind: &str| list(claims, "type").contains(&Json::Text(kind.to_owned()));
    if is("BitstringStatusListCredential") {
        return Err(unknown(
            "it is a list that says which badges were corrected, and this check does not read it",
        ));
    }
    if !is("OpenBadgeCredential") {
        return Err(unknown("it is no Open Badge"));
    }
    let issuer = text(claims, "iss")?;
    if text(claims, "issuer.id")? != issuer {
        return Err(unknown("its two issuers differ"));
    }
    let from = text(claims, "validFrom")?;
    let from = DateTime::parse_from_rfc3339(&from).map_err(|_| unknown("validFrom is no moment"))?.to_utc();
    // The canonical form of a number is its shortest, so whole seconds have one spelling.
    let seconds = member(claims, "nbf").map(canonical);
    if seconds != Some(from.timestamp().to_string()) {
        return Err(unknown("nbf and validFrom differ"));
    }
    let named = |one: &&Json| said(one, "identityType") == Some("name");
    let holder = list(claims, "credentialSubject.identifier").iter().find(named);
    let holder =
        holder.and_then(|one| said(one, "identityHash")).ok_or_else(|| unknown("it names nobody"))?;
    let evidence = list(claims, "evidence")
        .iter()
        .filter_map(|shown| Some(format!("{}: {}", said(shown, "name")?, said(shown, "description")?)));
    let status = list(claims, "credentialStatus").first();
    Ok(Badge {
        issuer,
        holder: holder.to_owned(),
        achievement: text(claims, "credentialSubject.achievement.name")?,
        evidence: evidence.collect(),
        list: status.and_then(|entry| said(entry, "statusListCredential")).map(str::to_owned),
        signed: from,
    })
}

/// Whether this is the DID of the site with this address.
pub(super) fn is_of(issuer: &str, site: &str) -> bool {
    did(site.trim().trim_end_matches('/')).eq_ignore_ascii_case(issuer)
}

impl Badge {
    /// The name of the issuer's host, as a DID of the web holds it.
    pub(super) fn host(&self) -> String {
        self.issuer.strip_prefix("did:web:").unwrap_or(&self.issuer).replace("%3A", ":")
    }
}
