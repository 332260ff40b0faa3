//! What the signed records of people are made of.

use shared::provenance::{AssignmentCounts, PersonName, ReviewRecord};
use shared::record_salt::RecordSalt;

/// A judge's work in one event.
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
