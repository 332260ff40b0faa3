//! Checks a signed document with this portal's keys.

use shared::provenance::{About, DocumentCheck, DocumentFault, Payload, verify_at};
use shared::refusal::{Fault, Refusal};
use store::failure::Outcome;
use store::{Conn, facts, publication, signing_key};
use words::findings::document_fault;

/// A signed document that was checked.
#[derive(Clone, Debug)]
pub struct CheckedDocument {
    /// What it claims about itself.
    pub about: About,
    /// Why it proves nothing; none if it is valid.
    pub fault: Option<DocumentFault>,
    /// The run that replaced this ranking.
    pub superseded_by: Option<i32>,
}

/// Checks a document, and looks for the run that replaced its ranking.
///
/// # Errors
/// 400 for what is not a signed document.
pub async fn check(conn: &mut Conn, document: &[u8]) -> Outcome<CheckedDocument> {
    let now = facts::now(conn).await?;
    Ok(match verify_at(document, &signing_key::all(conn).await?, Some(now)) {
        DocumentCheck::Valid { about, payload } => {
            let superseded_by = superseded_by(conn, &payload).await?;
            CheckedDocument { about, fault: None, superseded_by }
        }
        DocumentCheck::Invalid { about, fault } => {
            CheckedDocument { about, fault: Some(fault), superseded_by: None }
        }
        DocumentCheck::Malformed { fault } => {
            return Err(Refusal::field("body", Fault::Sentence(document_fault(&fault))).into());
        }
    })
}

/// The run that replaced a ranking.
async fn superseded_by(conn: &mut Conn, payload: &Payload) -> Outcome<Option<i32>> {
    let Payload::Results(signed) = payload else { return Ok(None) };
    let newest = publication::newest_run(conn, &signed.event.slug).await?;
    Ok(newest.filter(|run| *run > signed.results.run))
}
