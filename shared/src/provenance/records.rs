//! Payloads about one person: that they judged, or took part.

use super::canonical;
use super::documents::{EventName, PersonName};
use super::json::parse;
use super::signed::SignError;
use crate::audit::sha256_hex;
use crate::record_salt::RecordSalt;
use crate::rubric::Scores;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// `evenhand/judge-record/1`: that somebody judged, and how much; no scores, no comments.
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
    /// The day (UTC) of the last one. Days, since whoever reads moments again and again learns which review came when.
    pub last_submitted_on: Option<NaiveDate>,
    /// [`reviews_digest`] of their submitted reviews, under a salt that the record does not hold.
    pub reviews_digest: String,
}

/// How many assignments stand where.
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

/// `evenhand/participant-record/1`: that somebody took part, and with what.
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
/// id. Whoever has the salt and the reviews can check that a record was made of them. Without the salt the scores,
/// which are a few small numbers, could be found by trying.
///
/// # Errors
/// A number that JSON cannot hold.
pub fn reviews_digest(salt: &RecordSalt, mut reviews: Vec<ReviewRecord>) -> Result<String, SignError> {
    reviews.sort_by_key(|review| review.project);
    let text = serde_json::to_vec(&reviews).map_err(|e| SignError(e.to_string()))?;
    let value = parse(&text).map_err(|e| SignError(e.to_string()))?;
    Ok(sha256_hex(&[salt.bytes(), canonical(&value).as_bytes()].concat()))
}
