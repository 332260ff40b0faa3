//! The four payloads that are signed. Their forms are frozen, because every later version must read a document signed today.
//! A new member must be optional, and a change of the wire's types changes nothing here.

use super::audit_head::AuditHead;
use super::evidence_digest::EvidenceDigest;
use super::records::{JudgeRecord, ParticipantRecord};
use super::subjects::EventName;
use crate::calibration::{Chance, Panels};
use crate::prelude::*;
use crate::results_question::QuestionOutcome;
use crate::strictness::Strictness;
use crate::wire::{AwardedPrize, Correction, MoreTime, PrizeWinner, ResultEntry, Results, WinnersWithout};

/// A document's contents, by its `type`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
#[allow(
    clippy::large_enum_variant,
    reason = "a check holds a handful of documents, each once; with pointers of 32 bits none is large"
)]
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
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Results(_) => "evenhand/results/1",
            Self::Judge(_) => "evenhand/judge-record/1",
            Self::Participant(_) => "evenhand/participant-record/1",
            Self::AuditHead(_) => "evenhand/audit-head/1",
        }
    }

    /// The address of the site that signed.
    pub fn issuer(&self) -> &str {
        self.common().0
    }

    /// When it was signed.
    pub fn issued_at(&self) -> DateTime<Utc> {
        self.common().1
    }

    /// The event; `None` for the head of the log of what belongs to no event.
    pub fn event(&self) -> Option<&EventName> {
        self.common().2
    }

    /// How far the event's log reached, if the document holds that.
    pub fn audit_head(&self) -> Option<&AuditHead> {
        self.common().3
    }

    /// When the results in it were published.
    pub(super) fn published_at(&self) -> Option<DateTime<Utc>> {
        let Self::Results(SignedResults { results, .. }) = self else { return None };
        results.published_at
    }

    fn common(&self) -> (&str, DateTime<Utc>, Option<&EventName>, Option<&AuditHead>) {
        match self {
            Self::Results(d) => (d.issuer.as_str(), d.issued_at, Some(&d.event), Some(&d.audit_head)),
            Self::Judge(d) => (d.issuer.as_str(), d.issued_at, Some(&d.event), None),
            Self::Participant(d) => (d.issuer.as_str(), d.issued_at, Some(&d.event), d.audit_head.as_ref()),
            Self::AuditHead(d) => (d.issuer.as_str(), d.issued_at, d.event.as_ref(), Some(&d.audit_head)),
        }
    }
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
    /// What was found on the submissions; absent where the event did not want that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceDigest>,
    /// The questions about the results that were asked until then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<SignedQuestion>,
}

/// A question about published results, with its answer. What both say has its digest here; their texts are in the bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedQuestion {
    /// Its number in the event, from 1 without a gap.
    pub number: i32,
    /// The project that it is about; none for the ranking as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<i64>,
    /// When it was asked.
    pub raised_at: DateTime<Utc>,
    /// SHA-256 of its text, in hex.
    pub question_sha256: String,
    /// What the answer came to; none while there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<QuestionOutcome>,
    /// When it was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<DateTime<Utc>>,
    /// SHA-256 of the answer's text, in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_sha256: Option<String>,
    /// The publication that corrected the results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publication: Option<i32>,
}

/// A signed ranking: member for member what the API answered when it was published. Members that an older ranking lacks have a
/// default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedRanking {
    /// Event's slug.
    pub event: String,
    /// When it was published.
    pub published_at: Option<DateTime<Utc>>,
    /// The publication's number in the event, from 1.
    pub publication: Option<i32>,
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
    /// Winners are provisional until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provisional_until: Option<DateTime<Utc>>,
    /// What each winner owes until then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<String>,
    /// The number of the provisional publication that this one makes final.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_of: Option<i32>,
    /// Whether the calculation finished.
    pub converged: Option<bool>,
    /// Whether the more generous judges saw the better projects, and whether the ranking takes it into account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panels: Option<Panels>,
    /// Judges whose reviews the run read.
    pub judges: u32,
    /// Submitted projects left out because they repeat an earlier one.
    pub duplicates: u32,
    /// Submitted projects left out because they have no usable review.
    pub unreviewed: u32,
    /// The fewest projects that hold the best one with a chance of 95 %.
    #[serde(default)]
    pub contenders: Vec<i64>,
    /// Whether the winners rest on a single review or judge.
    #[serde(default)]
    pub winners_without: Vec<WinnersWithout>,
    /// The prizes whose winners were confirmed as it was published, in their order.
    #[serde(default)]
    pub prizes: Vec<SignedPrize>,
    /// The corrections since the first publication, this one among them, the newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<SignedCorrection>,
    /// The teams that had more time to submit than the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_time: Vec<SignedMoreTime>,
    /// Ranked entries.
    pub projects: Vec<SignedEntry>,
}

/// A prize and its winners, in a signed ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedPrize {
    /// Prize id.
    pub id: Option<i64>,
    /// Its name, of which an event has no two.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// How the winners were found: `rank`, `panel`, `vote` or `choice`.
    pub rule: String,
    /// What decided instead of the rule: `organizers` or `earlier_ranking`; empty where the rule decided.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub decided: String,
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
    /// It was flagged as a repeat since it won.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
}

/// A publication that replaced an earlier one, in a signed ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedCorrection {
    /// The run that became public.
    pub run: i32,
    /// When.
    pub published_at: DateTime<Utc>,
    /// Why.
    pub reason: String,
}

/// More time to submit that one team got, in a signed ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedMoreTime {
    /// The team's name.
    pub team: String,
    /// When submissions closed for it.
    pub until: DateTime<Utc>,
    /// Why.
    pub reason: String,
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
    #[serde(default)]
    pub chances: Vec<Chance>,
    /// The chance that it is better than the next entry.
    pub better_than_next: Option<f64>,
    /// How strict its judges are together.
    pub strictness: Option<Strictness>,
}

/// What is signed of an object of the wire: the members that are the same, and those that are signed in another form.
macro_rules! signed {
    ($of:ident as $signed:ident: $($same:ident),+ $(; $($other:ident: $value:expr),+)?) => {
        impl From<$of> for $signed {
            fn from(of: $of) -> Self {
                // Taken apart without `..`, so that what the wire gains does not compile until it is signed too.
                let $of { $($same,)+ $($($other),+)? } = of;
                Self { $($same,)+ $($($other: $value),+)? }
            }
        }
    };
}

signed! { Results as SignedRanking:
    event, published_at, publication, run, input_digest, method, reason, supersedes, provisional_until, owed, final_of, panels, judges,
    duplicates, unreviewed, winners_without;
    converged: Some(converged),
    contenders: contenders.iter().map(|id| id.0).collect(),
    prizes: prizes.into_iter().map(SignedPrize::from).collect(),
    corrections: corrections.into_iter().map(SignedCorrection::from).collect(),
    more_time: more_time.into_iter().map(SignedMoreTime::from).collect(),
    projects: projects.into_iter().map(SignedEntry::from).collect()
}

signed! { AwardedPrize as SignedPrize:
    name, sponsor, rule, decided, reason;
    id: Some(id.0),
    winners: winners.into_iter().map(SignedWinner::from).collect()
}

signed! { PrizeWinner as SignedWinner: title, team, repeats; project: project.0 }
signed! { Correction as SignedCorrection: run, published_at, reason }
signed! { MoreTime as SignedMoreTime: team, until, reason }
signed! { ResultEntry as SignedEntry:
    rank, raw_rank, title, team, calibrated, se, raw_mean, reviews, rank_interval, chances, better_than_next, strictness;
    project: project.0
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
