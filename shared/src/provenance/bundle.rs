//! The runs and the log in a bundle.

use super::log_row::Link;
use super::serde_text::without_place;
use crate::audit::{AuditRow, from_hex};
use crate::bundle::{self, Bundle};
use crate::calibration::{JudgeOutcome, Panels, ProjectOutcome, Review};
use crate::prelude::*;
use crate::text::without_mark;
use transparency::blinded::LogSecret;

/// A calibration run in a bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Its number.
    pub run: i32,
    /// Its method.
    pub method: String,
    /// Fingerprint of what it read, SHA-256 in hex.
    pub input_digest: String,
    /// Whether all reviews were dealt, and what that made of the ranking; none for plain means, and before the third version of the
    /// model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panels: Option<Panels>,
    /// What it read.
    pub input: Vec<InputLine>,
    /// Ranked projects.
    pub results: Vec<ProjectOutcome>,
    /// Offset, scale, noise and flags of each judge.
    pub judges: Vec<JudgeOutcome>,
    /// Submitted projects that it does not rank, by id, and why: `duplicate` or `no_reviews`.
    #[serde(default, deserialize_with = "bundle::excluded")]
    pub excluded: BTreeMap<i64, String>,
    /// When it was published; null if it was not.
    pub pinned_at: Option<DateTime<Utc>>,
    /// Why it replaced an earlier one.
    pub reason: Option<String>,
}

impl Run {
    /// The projects that it read, ranks or leaves out.
    pub(super) fn projects(&self) -> impl Iterator<Item = i64> {
        let read = self.input.iter().map(|line| line.0);
        read.chain(self.results.iter().map(|entry| entry.project)).chain(self.excluded.keys().copied())
    }
}

/// A review that a run read: `[project, track, judge, total]`, the total from 0 to 1 with six decimals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputLine(pub i64, pub Option<i64>, pub String, pub f64);

impl From<&Review> for InputLine {
    fn from(review: &Review) -> Self {
        let total = crate::rubric::Total(review.total_micro).as_f64();
        Self(review.project, review.track, review.judge.clone(), total)
    }
}

impl InputLine {
    /// The review; `None` if the total is not between 0 and 1 with at most six decimals.
    pub fn review(&self) -> Option<Review> {
        let Self(project, track, judge, total) = self;
        if !(0.0..=1.0).contains(total) {
            return None;
        }
        let total_micro = crate::calibration::ranking::micro(*total);
        let exact = crate::rubric::Total(total_micro).as_f64().to_bits() == (total + 0.0).to_bits();
        exact.then(|| Review { project: *project, track: *track, judge: judge.clone(), total_micro })
    }
}

/// A row of the log in a bundle: the CSV's columns, without the guard against formulas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditLine {
    /// Position in the chain, from 1.
    pub seq: i64,
    /// `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
    pub ts: String,
    /// An e-mail address, or `system`.
    pub actor: String,
    /// `noun.verb`.
    pub action: String,
    /// What was changed.
    pub object_type: String,
    /// Its id.
    pub object_id: String,
    /// The caller's address.
    pub ip: Option<String>,
    /// JSON text before the change.
    pub before: Option<String>,
    /// JSON text after it.
    pub after: Option<String>,
    /// Hash of the row before.
    pub prev_hash: String,
    /// The row's own hash.
    pub row_hash: String,
}

impl From<AuditLine> for Link {
    fn from(line: AuditLine) -> Self {
        let AuditLine {
            seq,
            ts,
            actor,
            action,
            object_type,
            object_id,
            ip,
            before,
            after,
            prev_hash,
            row_hash,
        } = line;
        let [ip, before, after] = [ip, before, after].map(Option::unwrap_or_default);
        let row = AuditRow { prev_hash, seq, ts, actor, action, object_type, object_id, ip, before, after };
        Self { row, row_hash }
    }
}

/// A bundle with its runs and its log.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredBundle {
    /// The event.
    pub event: Bundle,
    /// Its runs.
    pub runs: Vec<Run>,
    /// Its log.
    pub audit: Vec<Link>,
    /// What blinds the leaves of the log's tree; none where the log had no tree.
    pub log_secret: Option<LogSecret>,
    /// When it was saved, as the file says.
    pub exported_at: Option<DateTime<Utc>>,
}

/// Why a bundle cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFault {
    /// The first faulty place.
    pub place: String,
    /// What is wrong there.
    pub faults: Vec<Fault>,
}

/// Reads a bundle, with the runs and the log that an import ignores.
///
/// # Errors
/// The first faulty place, and what is wrong there.
pub fn read(bytes: &[u8]) -> Result<StoredBundle, BundleFault> {
    #[derive(Deserialize)]
    struct Rest {
        #[serde(default)]
        runs: Vec<Run>,
        #[serde(default)]
        audit: Vec<AuditLine>,
        #[serde(default, deserialize_with = "secret_of_log")]
        log_secret: Option<LogSecret>,
        exported_at: Option<DateTime<Utc>>,
    }
    let event = bundle::read_to_verify(bytes).map_err(|refusal| match refusal.fields.0.iter().next() {
        Some((place, faults)) => BundleFault { place: place.clone(), faults: faults.clone() },
        None => BundleFault { place: "bundle".to_owned(), faults: Vec::new() },
    })?;
    let bytes = without_mark(bytes);
    let Rest { runs, audit, log_secret, exported_at } =
        serde_json::from_slice(bytes).map_err(|error| BundleFault {
            place: bundle::path_of(bytes, &error),
            faults: vec![EntryFault::Unfit { error: without_place(&error) }.into()],
        })?;
    let audit = audit.into_iter().map(Link::from).collect();
    Ok(StoredBundle { event, runs, audit, log_secret, exported_at })
}

fn secret_of_log<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<LogSecret>, D::Error> {
    let secret = from_hex(&String::deserialize(from)?).map(LogSecret);
    secret.map(Some).ok_or_else(|| serde::de::Error::custom("expected 64 lowercase hex digits"))
}
