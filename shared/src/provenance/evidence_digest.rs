//! What signed results say of an event's evidence.

use super::canonical::{SignError, canonical, strict_json};
use crate::audit::sha256_hex;
use crate::evidence::Evidence;
use crate::prelude::*;

/// What signed results say of an event's evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceDigest {
    /// How many facts there were: the first ones of the event.
    pub facts: u32,
    /// SHA-256 (hex) over a line for each of them in order: the canonical JSON of `{fact, found_at, project, salt}`.
    pub digest: String,
}

impl EvidenceDigest {
    /// That of an event's facts, in order.
    ///
    /// # Errors
    /// A fact holds a number that no JSON holds safely.
    pub fn of(evidence: &[Evidence]) -> Result<Self, SignError> {
        let mut lines = String::new();
        for Evidence { project_id, fact, found_at, salt, .. } in evidence {
            let line = serde_json::json!({ "fact": fact, "found_at": found_at, "project": project_id, "salt": salt });
            lines.push_str(&canonical(&strict_json(&line)?));
            lines.push('\n');
        }
        let facts = u32::try_from(evidence.len()).unwrap_or(u32::MAX);
        Ok(Self { facts, digest: sha256_hex(lines.as_bytes()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Fact;

    fn found(id: i64, text: &str) -> Evidence {
        let found_at = DateTime::from_timestamp(1_795_000_000 + id, 0).unwrap();
        let fact = Fact::Answer { text: text.into() };
        Evidence { id, project_id: ProjectId(7), fact, found_at, found_by: None, salt: "0".repeat(32) }
    }

    #[test]
    fn it_changes_with_each_member_and_with_the_order() {
        let (one, two) = (found(1, "One"), found(2, "Two"));
        let of = |evidence: &[Evidence]| EvidenceDigest::of(evidence).unwrap();
        let all = of(&[one.clone(), two.clone()]);
        let salted = Evidence { salt: "1".repeat(32), ..two.clone() };
        let moved = Evidence { project_id: ProjectId(8), ..two.clone() };
        let later = Evidence { found_at: one.found_at, ..two.clone() };
        for other in [salted, moved, later, found(2, "Three")] {
            assert_ne!(of(&[one.clone(), other]), all);
        }
        assert_ne!(of(&[two.clone(), one.clone()]), all);
        // The number of a row is none of it: an import gives others.
        assert_eq!(of(&[one, Evidence { id: 9, ..two }]), all);
    }
}
