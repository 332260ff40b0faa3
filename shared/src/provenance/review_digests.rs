//! Digests of an event's submitted reviews, as the database writes them into the row of an import and of a forgetting.

use super::chain::Chain;
use crate::audit::{netstrings, sha256_hex};
use crate::bundle::{Bundle, BundleAssignment, BundleReview};
use crate::prelude::*;

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

/// The submitted reviews by assignment; `None` where one has no id, or two have the same.
fn submitted(bundle: &Bundle) -> Option<BTreeMap<i64, (&BundleAssignment, &BundleReview)>> {
    let mut reviews = BTreeMap::new();
    for assignment in &bundle.assignments {
        let Some(review) = assignment.review.as_ref().filter(|review| review.submitted_at.is_some()) else {
            continue;
        };
        if reviews.insert(assignment.id?, (assignment, review)).is_some() {
            return None;
        }
    }
    Some(reviews)
}

/// SHA-256 (hex) of the submitted reviews in a bundle without who gave them, of those assignments that are asked for. `None` where the
/// file does not name assignments and projects by id.
pub fn scores_digest(bundle: &Bundle, of: impl Fn(i64) -> bool) -> Option<String> {
    let ids = bundle.project_ids();
    let mut text = String::new();
    for (id, (assignment, review)) in submitted(bundle)?.into_iter().filter(|(id, _)| of(*id)) {
        let project = ids.get(assignment.project.as_str())?;
        let at = review.submitted_at?.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string();
        let pairs = review.scores.iter().map(|(key, score)| netstrings(&[key, &score.to_string()]));
        let scores: String = pairs.collect();
        text += &netstrings(&[&id.to_string(), &project.to_string(), &assignment.status, &at, &scores]);
    }
    Some(sha256_hex(text.as_bytes()))
}

/// SHA-256 (hex) of who gave the submitted reviews in a bundle, of those assignments that are asked for. `None` as [`scores_digest`].
pub fn judges_digest(bundle: &Bundle, of: impl Fn(i64) -> bool) -> Option<String> {
    let addresses = bundle.addresses();
    let mut text = String::new();
    for (id, (assignment, _)) in submitted(bundle)?.into_iter().filter(|(id, _)| of(*id)) {
        let address = addresses.get(assignment.person.as_str())?;
        text += &netstrings(&[&id.to_string(), address]);
    }
    Some(sha256_hex(text.as_bytes()))
}
