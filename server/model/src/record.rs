//! What the signed records of people are made of.

use shared::provenance::{AssignmentCounts, Payload, PersonName, ReviewRecord};
use shared::record_salt::RecordSalt;

#[derive(Clone, Debug)]
pub struct JudgeWork {
    pub person: PersonName,
    /// Their assignments by status.
    pub assignments: AssignmentCounts,
    /// Their submitted reviews by project.
    pub reviews: Vec<ReviewRecord>,
    /// The salt of the digest of these.
    pub salt: RecordSalt,
}

/// A record, and how anybody checks it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The document, byte for byte as it was signed.
    pub document: String,
    /// What the document says, read back out of it by a check of its signature: a certificate can say nothing else.
    pub payload: Payload,
    /// Fingerprint of the key that signed it.
    pub fingerprint: String,
    /// The link that a QR code carries: the page that checks, with the document itself behind its `#`.
    pub link: String,
    /// Whether it is the caller's own.
    pub own: bool,
}
