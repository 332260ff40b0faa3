//! Compares the reviews that an import brought with its row of the log in the same file.

use super::bundle::Run;
use super::findings::Finding;
use super::logged_reviews::LoggedAssignments;
use super::messages::ReviewMessage as Found;
use super::report_log::{FoundChain, is_signed};
use super::review_digests::{ImportRecord, judges_digest, scores_digest};
use crate::audit::AuditRow;
use crate::bundle::Bundle;
use crate::prelude::*;

/// Compares the reviews that no row names with the digests in the row of the import. Returns whether they match.
/// A judge who deleted the account has another address since: then a run has to say whose they are.
pub(super) fn report_imported(
    finding: &mut Finding,
    event: &Bundle,
    (found, log): (&FoundChain<'_>, &LoggedAssignments<'_>),
    read: Option<&Run>,
) -> bool {
    let Some(record) = ImportRecord::of(found.chain) else { return false };
    let unlogged = |id: i64| !log.contains_key(&id);
    if scores_digest(event, unlogged).as_ref() != Some(&record.scores_digest) {
        // A review that was changed since has rows of its own, and none that hands it out. Its first row says that it counted before.
        // Rows after the last signed one prove nothing.
        let upto = found.signed_up_to();
        let changed = |last: i64| {
            log.values().any(|logged| !logged.handed_out && logged.counted_before && logged.since <= last)
        };
        if !changed(i64::MAX) {
            finding.fail(Some("assignments".to_owned()), Found::NotAsImported);
        } else if upto > 0 && !changed(upto) {
            finding.cannot_tell(Found::NotAsImported);
        }
        return false;
    }
    // Addresses are gone from a forgotten event, and the row of that day has a digest of its own.
    let forgotten = found.chain.forgetting().is_some_and(|forgetting| forgetting.judges_digest.is_some());
    if !forgotten && judges_digest(event, unlogged).as_ref() != Some(&record.judges_digest) {
        let tells = |run: &&Run| tells_judges(run) && read_all(run, event, unlogged) && is_logged(run, found);
        match read.filter(tells) {
            Some(run) => finding.pass(Found::JudgesAsRead { run: run.run }),
            None => finding.cannot_tell(Found::JudgesNotAsImported),
        }
    }
    true
}

/// Whether the digest of what a run read says who gave which review: two reviews of one project with one total could be exchanged.
fn tells_judges(run: &Run) -> bool {
    let mut totals = HashSet::new();
    run.input.iter().all(|line| totals.insert((line.0, line.3.to_bits())))
}

/// Whether the run read each submitted review of these assignments, from this judge. It reads none of a repeat, or of a withdrawn project.
fn read_all(run: &Run, event: &Bundle, among: impl Fn(i64) -> bool) -> bool {
    let (judges, ids) = (event.addresses(), event.project_ids());
    let lines: HashSet<(i64, &str)> = run.input.iter().map(|line| (line.0, line.2.as_str())).collect();
    let mut submitted = event.assignments.iter().filter(|assignment| {
        let review = assignment.review.as_ref().is_some_and(|review| review.submitted_at.is_some());
        review && assignment.id.is_some_and(&among)
    });
    submitted.all(|assignment| {
        let judge = judges.get(assignment.person.as_str()).copied();
        let project = ids.get(assignment.project.as_str()).copied();
        project.zip(judge).is_some_and(|of| lines.contains(&of))
    })
}

/// Whether a row, signed if any is, says that the run read what it says.
fn is_logged(run: &Run, found: &FoundChain<'_>) -> bool {
    #[derive(Deserialize)]
    struct Made {
        input_digest: String,
    }
    let (upto, number) = (found.signed_up_to(), run.run.to_string());
    let says = |row: &AuditRow| {
        let made = serde_json::from_str(&row.after);
        made.is_ok_and(|Made { input_digest }| input_digest == run.input_digest)
    };
    found.chain.audit_rows().any(|row| {
        let is_made = row.action == "run.created" && row.object_id == number;
        is_made && is_signed(row.seq, upto) && says(row)
    })
}
