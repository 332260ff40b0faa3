//! Checks a signed document with this portal's keys.

use crate::prelude::*;
use shared::provenance::{
    About, Badge, BadgeStatus, Credential, CredentialCheck, Currency, DocumentCheck, DocumentFault, Payload,
    Replacement, is_credential, verify_at, verify_credential,
};
use store::{facts, publication, signing_key};
use words::findings::document_fault;

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
        return Ok(match verify_credential(document, &keys, Some(now)) {
            CredentialCheck::Valid { about, credential: Credential::Badge(badge) } => {
                became(about, badge_currency(conn, &badge).await?)
            }
            CredentialCheck::Valid { about, credential: Credential::StatusList(_) } => became(about, None),
            CredentialCheck::Invalid { about, fault } => became(about, Some(Currency::Never(fault))),
            CredentialCheck::Malformed { fault } => return Err(malformed(&fault)),
        });
    }
    Ok(match verify_at(document, &keys, Some(now)) {
        DocumentCheck::Valid { about, payload } => became(about, currency(conn, &payload).await?),
        DocumentCheck::Invalid { about, fault } => became(about, Some(Currency::Never(fault))),
        DocumentCheck::Malformed { fault } => return Err(malformed(&fault)),
    })
}

/// What is said of a document that proves nothing, or of which this is known.
fn became(about: About, currency: Option<Currency>) -> CheckedDocument {
    let (mut fault, mut replacement, mut final_since) = (None, None, None);
    match currency {
        Some(Currency::Never(why)) => fault = Some(why),
        Some(Currency::Replaced(by)) => replacement = Some(by),
        Some(Currency::Final(at)) => final_since = Some(at),
        Some(Currency::Current | Currency::Unknown) | None => {}
    }
    CheckedDocument { about, fault, replacement, final_since }
}

fn malformed(fault: &DocumentFault) -> Failure {
    Refusal::field("body", Fault::Sentence(document_fault(fault))).into()
}

/// What became of the ranks on a badge.
async fn badge_currency(conn: &mut Conn, badge: &Badge) -> Outcome<Option<Currency>> {
    let Some(slug) = badge.status.as_ref().and_then(BadgeStatus::slug) else { return Ok(None) };
    let newest = publication::newest_of(conn, slug).await?;
    Ok(newest.map(|newest| badge.currency(&newest)))
}

/// What became of a document that says something of a ranking.
async fn currency(conn: &mut Conn, payload: &Payload) -> Outcome<Option<Currency>> {
    let Some(event) = payload.event() else { return Ok(None) };
    let published = publication::newest_of(conn, &event.slug).await?;
    Ok(payload.currency(published.as_ref()))
}
