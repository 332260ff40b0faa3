//! Checks a signed document with this portal's keys.

use crate::prelude::*;
use shared::provenance::{
    About, Badge, Credential, CredentialCheck, Currency, DocumentCheck, DocumentFault, Payload, Replacement,
    is_credential, verify_at, verify_credential,
};
use store::{facts, publication, signing_key};
use words::findings::document_fault;

/// A signed document that was checked.
#[derive(Clone, Debug)]
pub struct CheckedDocument {
    pub about: About,
    /// Why it proves nothing; none if it is valid.
    pub fault: Option<DocumentFault>,
    pub replacement: Option<Replacement>,
    /// Since when what it says is final; none where it was not provisional, or is not final as it was.
    pub final_since: Option<DateTime<Utc>>,
}

/// Checks a document, and looks for what took its place.
/// Errors: 400 for what is neither a signed document nor a badge.
pub async fn check(conn: &mut Conn, document: &[u8]) -> Outcome<CheckedDocument> {
    let now = facts::now(conn).await?;
    let keys = signing_key::all(conn).await?;
    if is_credential(document) {
        let (about, fault, replacement) = match verify_credential(document, &keys, Some(now)) {
            CredentialCheck::Valid { about, credential: Credential::Badge(badge) } => {
                (about, None, correction(conn, &badge).await?)
            }
            CredentialCheck::Valid { about, credential: Credential::StatusList(_) } => (about, None, None),
            CredentialCheck::Invalid { about, fault } => (about, Some(fault), None),
            CredentialCheck::Malformed { fault } => return Err(malformed(&fault)),
        };
        return Ok(CheckedDocument { about, fault, replacement, final_since: None });
    }
    Ok(match verify_at(document, &keys, Some(now)) {
        DocumentCheck::Valid { about, payload } => {
            let (replacement, final_since) = match currency(conn, &payload).await? {
                Some(Currency::Replaced(replacement)) => (Some(replacement), None),
                Some(Currency::Final(at)) => (None, Some(at)),
                _ => (None, None),
            };
            CheckedDocument { about, fault: None, replacement, final_since }
        }
        DocumentCheck::Invalid { about, fault } => {
            CheckedDocument { about, fault: Some(fault), replacement: None, final_since: None }
        }
        DocumentCheck::Malformed { fault } => {
            return Err(malformed(&fault));
        }
    })
}

fn malformed(fault: &DocumentFault) -> Failure {
    Refusal::field("body", Fault::Sentence(document_fault(fault))).into()
}

/// What took the place of the ranks on a badge, if a correction did.
async fn correction(conn: &mut Conn, badge: &Badge) -> Outcome<Option<Replacement>> {
    let Some((status, slug)) = badge.status.as_ref().and_then(|status| Some((status, status.slug()?))) else {
        return Ok(None);
    };
    let published = publication::newest_of(conn, slug).await?;
    let corrected = published.filter(|newest| status.places.iter().any(|at| newest.corrected.contains(at)));
    Ok(corrected.map(|newest| Replacement { run: newest.run, at: newest.published_at, place: None }))
}

/// What became of a document that says something of a ranking.
async fn currency(conn: &mut Conn, payload: &Payload) -> Outcome<Option<Currency>> {
    let Some(event) = payload.event() else { return Ok(None) };
    let published = publication::newest_of(conn, &event.slug).await?;
    Ok(payload.currency(published.as_ref()))
}
