//! The four payloads that are signed. Their forms are frozen, because every later version must read a document signed today.
//! A new member must be optional, and a change of the wire's types changes nothing here.

use super::records::{JudgeRecord, ParticipantRecord};
use super::subjects::EventName;
use crate::calibration::Chance;
use crate::wire::{AwardedPrize, PrizeWinner, ResultEntry, Results, WinnersWithout};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A document's contents, by its `type`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Payload {
    /// A published ranking.
    #[serde(rename = "evenhand/results/1")]
    Results(SignedResults),
    /// A judge's record.
    #[serde(rename = "evenhand/judge-record/1")]
    Judge(JudgeRecord),
    /// A participant's record.
    #[serde(rename = "evenhand/participant-record/1")]
    Participant(ParticipantRecord),
    /// The head of an audit log.
    #[serde(rename = "evenhand/audit-head/1")]
    AuditHead(AuditHeadDocument),
}

impl Payload {
    /// The member `type`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Results(_) => "evenhand/results/1",
            Self::Judge(_) => "evenhand/judge-record/1",
            Self::Participant(_) => "evenhand/participant-record/1",
            Self::AuditHead(_) => "evenhand/audit-head/1",
        }
    }

    /// The address of the site that signed.
    #[must_use]
    pub fn issuer(&self) -> &str {
        match self {
            Self::Results(d) => &d.issuer,
            Self::Judge(d) => &d.issuer,
            Self::Participant(d) => &d.issuer,
            Self::AuditHead(d) => &d.issuer,
        }
    }

    /// When it was signed.
    #[must_use]
    pub fn issued_at(&self) -> DateTime<Utc> {
        match self {
            Self::Results(d) => d.issued_at,
            Self::Judge(d) => d.issued_at,
            Self::Participant(d) => d.issued_at,
            Self::AuditHead(d) => d.issued_at,
        }
    }

    /// The event; `None` for the head of the log of what belongs to no event.
    #[must_use]
    pub fn event(&self) -> Option<&EventName> {
        match self {
            Self::Results(d) => Some(&d.event),
            Self::Judge(d) => Some(&d.event),
            Self::Participant(d) => Some(&d.event),
            Self::AuditHead(d) => d.event.as_ref(),
        }
    }

    /// How far the event's log reached, if the document holds that.
    #[must_use]
    pub fn audit_head(&self) -> Option<&AuditHead> {
        match self {
            Self::Results(d) => Some(&d.audit_head),
            Self::AuditHead(d) => Some(&d.audit_head),
            Self::Judge(_) | Self::Participant(_) => None,
        }
    }
}

/// A row of an audit chain. Signed, it shows later whether rows were removed from the end of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditHead {
    /// The row's number in its chain.
    pub seq: i64,
    /// Its hash.
    pub row_hash: String,
}

/// `evenhand/results/1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedResults {
    /// The site's address.
    pub issuer: String,
    /// When it was signed.
    pub issued_at: DateTime<Utc>,
    /// The event.
    pub event: EventName,
    /// The ranking.
    pub results: SignedRanking,
    /// The run it replaces; null for the first publication.
    pub supersedes: Option<i32>,
    /// The log's end just after the publication.
    pub audit_head: AuditHead,
}

/// A signed ranking: the members of the API's Results object. Rankings that were signed before
/// chances and prizes were signed have none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedRanking {
    /// Event's slug.
    pub event: String,
    /// When it was published.
    pub published_at: Option<DateTime<Utc>>,
    /// Calibration run's number.
    pub run: i32,
    /// Fingerprint of the scores the run read, SHA-256 in hex.
    pub input_digest: String,
    /// `<method-name>/v<integer>`.
    pub method: String,
    /// Why it replaces an earlier one; null for the first.
    pub reason: Option<String>,
    /// The run it replaces; null for the first.
    pub supersedes: Option<i32>,
    /// Judges whose reviews the run read.
    pub judges: u32,
    /// Submitted projects left out because they repeat an earlier one.
    pub duplicates: u32,
    /// Submitted projects left out because they have no usable review.
    pub unreviewed: u32,
    /// Whether the calculation finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub converged: Option<bool>,
    /// The fewest projects that hold the best one with a chance of 95 %.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contenders: Vec<i64>,
    /// Whether the winners rest on a single review or judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners_without: Vec<WinnersWithout>,
    /// The prizes whose winners were confirmed as it was published, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<SignedPrize>,
    /// Ranked entries.
    pub projects: Vec<SignedEntry>,
}

/// A prize and its winners, in a signed ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedPrize {
    /// Its name, of which an event has no two.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// How the winners were found: `rank`, `panel`, `vote` or `choice`.
    pub rule: String,
    /// Why these won; may be empty.
    pub reason: String,
    /// The projects that won, the first one first.
    pub winners: Vec<SignedWinner>,
}

/// A project that won a prize, in a signed ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedWinner {
    /// Project id.
    pub project: i64,
    /// Its title.
    pub title: String,
    /// Its team.
    pub team: String,
}

/// One project in a signed ranking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedEntry {
    /// Place by calibrated score.
    pub rank: u32,
    /// Place by plain mean.
    pub raw_rank: u32,
    /// Project id.
    pub project: i64,
    /// Its title.
    pub title: String,
    /// Its team.
    pub team: String,
    /// What an average judge would give.
    pub calibrated: f64,
    /// Standard error.
    pub se: f64,
    /// Plain mean.
    pub raw_mean: f64,
    /// Usable reviews.
    pub reviews: u32,
    /// Low and high, a 90 % range.
    pub rank_interval: [u32; 2],
    /// Chances to be among the first, by ascending places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Chance>,
    /// The chance that it is better than the next entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better_than_next: Option<f64>,
}

impl From<Results> for SignedRanking {
    // Member by member: what the wire gains is not signed until it is added here.
    fn from(results: Results) -> Self {
        Self {
            event: results.event,
            published_at: results.published_at,
            run: results.run,
            input_digest: results.input_digest,
            method: results.method,
            reason: results.reason,
            supersedes: results.supersedes,
            judges: results.judges,
            duplicates: results.duplicates,
            unreviewed: results.unreviewed,
            converged: Some(results.converged),
            contenders: results.contenders.iter().map(|id| id.0).collect(),
            winners_without: results.winners_without,
            prizes: results.prizes.into_iter().map(SignedPrize::from).collect(),
            projects: results.projects.into_iter().map(SignedEntry::from).collect(),
        }
    }
}

impl From<AwardedPrize> for SignedPrize {
    fn from(prize: AwardedPrize) -> Self {
        let AwardedPrize { name, sponsor, rule, reason, winners, .. } = prize;
        Self { name, sponsor, rule, reason, winners: winners.into_iter().map(SignedWinner::from).collect() }
    }
}

impl From<PrizeWinner> for SignedWinner {
    fn from(PrizeWinner { project, title, team }: PrizeWinner) -> Self {
        Self { project: project.0, title, team }
    }
}

impl From<ResultEntry> for SignedEntry {
    fn from(entry: ResultEntry) -> Self {
        Self {
            rank: entry.rank,
            raw_rank: entry.raw_rank,
            project: entry.project.0,
            title: entry.title,
            team: entry.team,
            calibrated: entry.calibrated,
            se: entry.se,
            raw_mean: entry.raw_mean,
            reviews: entry.reviews,
            rank_interval: entry.rank_interval,
            chances: entry.chances,
            better_than_next: entry.better_than_next,
        }
    }
}

/// `evenhand/audit-head/1`: how far a log reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditHeadDocument {
    /// The site's address.
    pub issuer: String,
    /// When it was signed.
    pub issued_at: DateTime<Utc>,
    /// The event; null for the log of what belongs to no event.
    pub event: Option<EventName>,
    /// The log's end.
    pub audit_head: AuditHead,
}
