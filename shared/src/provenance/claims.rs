//! What a credential claims, member by member.

use super::canonical::canonical;
use super::json::Json;
use super::signed::DocumentFault;
use crate::prelude::*;

/// The member at a path of names with dots between them.
pub(super) fn member<'j>(of: &'j Json, path: &str) -> Option<&'j Json> {
    path.split('.').try_fold(of, |of, name| match of {
        Json::Object(members) => members.get(name),
        _ => None,
    })
}

/// The text there; none of another kind counts.
pub(super) fn said<'j>(of: &'j Json, path: &str) -> Option<&'j str> {
    match member(of, path)? {
        Json::Text(text) => Some(text),
        _ => None,
    }
}

/// The text there, or that it is missing.
pub(super) fn text(of: &Json, path: &str) -> Result<String, DocumentFault> {
    let missing = || DocumentFault::MissingMember { member: path.to_owned() };
    said(of, path).map(str::to_owned).ok_or_else(missing)
}

/// The entries of the list there; none where there is no list.
pub(super) fn list<'j>(of: &'j Json, path: &str) -> &'j [Json] {
    match member(of, path) {
        Some(Json::List(entries)) => entries,
        _ => &[],
    }
}

/// Refuses a member that no such credential of a portal has. It could say when the credential ends, or under what terms it holds. If it were
/// ignored, a credential that other programs refuse would hold here.
pub(super) fn only(claims: &Json, known: &[&str]) -> Result<(), DocumentFault> {
    let Json::Object(members) = claims else { return Ok(()) };
    match members.keys().find(|name| !known.contains(&name.as_str())) {
        Some(other) => Err(unknown(&format!("it has the unknown member “{other}”"))),
        None => Ok(()),
    }
}

/// Whether the credential is of this kind, among others.
pub(super) fn is(claims: &Json, kind: &str) -> bool {
    list(claims, "type").contains(&Json::Text(kind.to_owned()))
}

/// The moment there. The member `seconds` says the same to readers of JWTs.
pub(super) fn moment(claims: &Json, name: &str, seconds: &str) -> Result<DateTime<Utc>, DocumentFault> {
    let written = text(claims, name)?;
    let at = DateTime::parse_from_rfc3339(&written).map_err(|_| unknown(&format!("{name} is no moment")))?;
    // The canonical form of a number is its shortest, so whole seconds have one spelling.
    if member(claims, seconds).map(canonical) != Some(at.timestamp().to_string()) {
        return Err(unknown(&format!("{seconds} and {name} differ")));
    }
    Ok(at.to_utc())
}

/// A fault of the contents.
pub(super) fn unknown(error: &str) -> DocumentFault {
    DocumentFault::UnknownContents { error: error.to_owned() }
}
