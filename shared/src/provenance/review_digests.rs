//! Digests of an event's submitted reviews, as the database writes them into the row of an import and of a forgetting.

use super::chain::Chain;
use crate::audit::{netstrings, sha256_hex};
use crate::bundle::{Bundle, BundleAssignment};
use crate::prelude::*;
use crate::rubric::Scores;

/// What the row of an import says of what has no rows of its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct ImportRecord {
    /// See [`scores_digest`].
    pub(super) scores_digest: String,
    /// See [`judges_digest`].
    pub(super) judges_digest: String,
}

impl ImportRecord {
    /// The record in the first row of a log; none where the event was not imported, or by an earlier version.
    pub(super) fn of(chain: &Chain) -> Option<Self> {
        let first = chain.links().first().filter(|link| link.row.action == "event.imported")?;
        serde_json::from_str(&first.row.after).ok()
    }
}

/// A submitted review, as the digests cover it.
pub(super) struct Submitted<'r> {
    pub(super) assignment: &'r BundleAssignment,
    pub(super) status: &'r str,
    pub(super) at: DateTime<Utc>,
    pub(super) scores: &'r Scores,
}

/// Submitted reviews by assignment.
pub(super) type SubmittedReviews<'r> = BTreeMap<i64, Submitted<'r>>;

/// The submitted reviews of those assignments that are asked for; `None` where a submitted one has no id, or two have the same.
pub(super) fn submitted(bundle: &Bundle, of: impl Fn(i64) -> bool) -> Option<SubmittedReviews<'_>> {
    let mut reviews = BTreeMap::new();
    for assignment in &bundle.assignments {
        let Some((review, at)) = assignment.review.as_ref().and_then(|r| Some((r, r.submitted_at?))) else {
            continue;
        };
        let (status, scores) = (assignment.status.as_str(), &review.scores);
        if reviews.insert(assignment.id?, Submitted { assignment, status, at, scores }).is_some() {
            return None;
        }
    }
    reviews.retain(|id, _| of(*id));
    Some(reviews)
}

/// SHA-256 (hex) of the submitted reviews in a bundle without who gave them, of those assignments that are asked for. `None` where the
/// file does not name assignments and projects by id.
pub fn scores_digest(bundle: &Bundle, of: impl Fn(i64) -> bool) -> Option<String> {
    scores_digest_of(bundle, &submitted(bundle, of)?)
}

/// As [`scores_digest`], of these reviews.
pub(super) fn scores_digest_of(bundle: &Bundle, reviews: &SubmittedReviews<'_>) -> Option<String> {
    let ids = bundle.project_ids();
    let mut text = String::new();
    for (id, Submitted { assignment, status, at, scores }) in reviews {
        let project = ids.get(assignment.project.as_str())?;
        let at = at.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string();
        let pairs = scores.iter().map(|(key, score)| netstrings(&[key, &score.to_string()]));
        let scores: String = pairs.collect();
        text += &netstrings(&[&id.to_string(), &project.to_string(), status, &at, &scores]);
    }
    Some(sha256_hex(text.as_bytes()))
}

/// SHA-256 (hex) of who gave the submitted reviews in a bundle, of those assignments that are asked for. `None` as [`scores_digest`].
pub fn judges_digest(bundle: &Bundle, of: impl Fn(i64) -> bool) -> Option<String> {
    judges_digest_of(bundle, &submitted(bundle, of)?, &HashMap::new())
}

/// As [`judges_digest`], of these reviews, by the addresses that some judges had `earlier`.
pub(super) fn judges_digest_of(
    bundle: &Bundle,
    reviews: &SubmittedReviews<'_>,
    earlier: &HashMap<String, String>,
) -> Option<String> {
    let addresses = bundle.addresses();
    let mut text = String::new();
    for (id, Submitted { assignment, .. }) in reviews {
        let address = *addresses.get(assignment.person.as_str())?;
        let address = earlier.get(address).map_or(address, String::as_str);
        text += &netstrings(&[&id.to_string(), address]);
    }
    Some(sha256_hex(text.as_bytes()))
}
