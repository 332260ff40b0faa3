//! What people wrote on the projects of a bundle, beside the rows of its log.

use super::report_log::FoundChain;
use super::said_members::SaidMember;
use crate::audit::{AuditRow, sha256_hex};
use crate::bundle::{Bundle, BundleEvidence};
use crate::prelude::*;

/// What the row of a written fact says.
#[derive(Deserialize)]
struct Written {
    evidence: i64,
    sentence_sha256: String,
}

/// The facts that rows up to this one wrote: each has its sentence, on its project. They go with the personal data.
pub(super) fn said_evidence(event: &Bundle, log: FoundChain<'_>, upto: i64) -> Vec<SaidMember> {
    if log.chain.forgetting().is_some() {
        return Vec::new();
    }
    let projects: HashMap<i64, usize> =
        (0..).zip(&event.projects).filter_map(|(at, project)| Some((project.id?, at))).collect();
    let facts: HashMap<(usize, i64), (usize, &BundleEvidence)> = (0..)
        .zip(&event.projects)
        .flat_map(|(at, project)| {
            (0..).zip(&project.evidence).map(move |(nth, fact)| ((at, fact.id), (nth, fact)))
        })
        .collect();
    let is_of_person = |row: &&AuditRow| row.action.starts_with("evidence.") && row.seq <= upto;
    let member = |row: &AuditRow| {
        let Written { evidence, sentence_sha256 } = serde_json::from_str(&row.after).ok()?;
        let at = *projects.get(&row.object_id.parse::<i64>().ok()?)?;
        let fact = facts.get(&(at, evidence));
        let is_said =
            |(_, fact): &(usize, &BundleEvidence)| sha256_hex(fact.fact.said().as_bytes()) == sentence_sha256;
        let nth = fact.map_or_else(String::new, |(nth, _)| format!("[{nth}]"));
        let place = format!("projects[{at}].evidence{nth}");
        Some(SaidMember { place, row: row.seq, same: fact.is_some_and(is_said) })
    };
    log.chain.audit_rows().filter(is_of_person).filter_map(member).collect()
}
