//! Payloads about one person: a judge's record and a participant's record.

use super::audit_head::AuditHead;
use super::canonical::{SignError, canonical, strict_json};
use super::subjects::{EventName, PersonName};
use crate::audit::sha256_hex;
use crate::record_salt::RecordSalt;
use crate::rubric::Scores;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// `evenhand/judge-record/1`: a person judged, and how much. It holds no scores and no comments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgeRecord {
    /// The site's address.
    pub issuer: String,
    /// When it was signed.
    pub issued_at: DateTime<Utc>,
    /// The event.
    pub event: EventName,
    /// The judge.
    pub judge: PersonName,
    /// Their assignments by status.
    pub assignments: AssignmentCounts,
    /// The day (UTC) of their first submitted review; null without any.
    pub first_submitted_on: Option<NaiveDate>,
    /// The day (UTC) of the last one. It is a day and not a moment: somebody who read moments again and again could tell which
    /// review was submitted when.
    pub last_submitted_on: Option<NaiveDate>,
    /// [`reviews_digest`] of their submitted reviews, with a salt that the record does not hold.
    pub reviews_digest: String,
}

/// How many assignments have each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssignmentCounts {
    /// Not reviewed.
    pub pending: u32,
    /// Reviewed.
    pub done: u32,
    /// Stepped aside from.
    pub recused: u32,
}

/// `evenhand/participant-record/1`: a person took part, and with which projects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParticipantRecord {
    /// The site's address.
    pub issuer: String,
    /// When it was signed.
    pub issued_at: DateTime<Utc>,
    /// The event.
    pub event: EventName,
    /// The participant.
    pub person: PersonName,
    /// Their team's name; null without one.
    pub team: Option<String>,
    /// Their team's submitted projects, by id.
    pub projects: Vec<ProjectRecord>,
    /// The ranks are provisional until then; missing where they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provisional_until: Option<DateTime<Utc>>,
    /// The log's row of the publication that the ranks are of; missing without ranks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit_head: Option<AuditHead>,
}

/// A project in a participant's record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectRecord {
    /// Project id.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// When it was submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Its place, once results are published; missing where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Among how many ranked projects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
}

/// One submitted review as [`reviews_digest`] reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewRecord {
    /// Project id.
    pub project: i64,
    /// When it was submitted.
    pub submitted_at: DateTime<Utc>,
    /// Criterion key to score.
    pub scores: Scores,
}

/// SHA-256 (hex) of the salt's bytes followed by the canonical JSON of `[{project, submitted_at, scores}…]` by project
/// id. With the salt and the reviews, anyone can check that a record was made from them. Without a salt, the scores could be
/// guessed: they are a few small numbers.
///
/// # Errors
/// A number that JSON cannot hold.
pub fn reviews_digest(salt: &RecordSalt, mut reviews: Vec<ReviewRecord>) -> Result<String, SignError> {
    reviews.sort_by_key(|review| review.project);
    let text = canonical(&strict_json(&reviews)?);
    Ok(sha256_hex(&[salt.bytes(), text.as_bytes()].concat()))
}
