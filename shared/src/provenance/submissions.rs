//! When each project of a bundle was submitted, and whether it is withdrawn, beside the rows of the log in the same file.

use super::bundle::StoredBundle;
use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::{FoundChain, is_signed};
use super::review_log::SAVING;
use crate::audit::{AuditRow, sha256_hex};
use crate::bundle::{Bundle, BundleProject};
use crate::prelude::*;

/// Each project that a run names, and the first such run. It was submitted then, and no project becomes a draft again unless it is withdrawn.
fn of_runs(stored: &StoredBundle) -> HashMap<i64, i32> {
    let mut named = HashMap::new();
    for run in &stored.runs {
        for project in run.projects() {
            named.entry(project).or_insert(run.run);
        }
    }
    named
}

/// Whether each project that a run names is submitted, or was withdrawn since.
pub(super) fn report_drafts_of_runs(finding: &mut Finding, stored: &StoredBundle) {
    let named = of_runs(stored);
    let is_draft = |entry: &BundleProject| entry.submitted_at.or(entry.withdrawn_submitted_at).is_none();
    for (at, entry) in stored.event.projects.iter().enumerate().filter(|(_, entry)| is_draft(entry)) {
        if let Some((project, run)) = entry.id.and_then(|id| Some((id, *named.get(&id)?))) {
            // The first says enough.
            let place = Some(format!("projects[{at}].submitted_at"));
            return finding.fail(place, Found::DraftOfRun { project, run });
        }
    }
}

/// Whether each project was submitted when its row says so. A project is submitted once, so its first row is the one. Without this, a
/// bundle could claim an earlier moment, before the close. Those that an import brought have no row.
pub(super) fn report_submissions(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log else { return };
    let mut submitted: HashMap<i64, (i64, DateTime<Utc>)> = HashMap::new();
    for row in log.chain.audit_rows().filter(|row| row.action == "project.submitted") {
        if let (Ok(project), Ok(moment)) = (row.object_id.parse(), row.ts.parse()) {
            submitted.entry(project).or_insert((row.seq, moment));
        }
    }
    for (at, entry) in event.projects.iter().enumerate() {
        let found = entry.id.and_then(|project| Some((project, submitted.get(&project)?)));
        let Some((project, &(row, logged))) = found else { continue };
        let here = entry.submitted_at.or(entry.withdrawn_submitted_at);
        if here.is_none_or(|here| (here - logged).abs() > SAVING) {
            // The first says enough.
            let message = Found::SubmissionNotAsLogged { project, row, here, logged };
            return finding.fail(Some(format!("projects[{at}].submitted_at")), message);
        }
    }
}

/// What the row of a withdrawal says of its reason; earlier ones say nothing.
#[derive(Deserialize)]
struct LoggedWithdrawal {
    reason_sha256: Option<String>,
}

/// Whether a project was withdrawn when its row says so, and for the same reason, unless what people wrote is gone.
fn is_as_withdrawn(entry: &BundleProject, row: &AuditRow, forgotten: bool) -> bool {
    let logged = row.ts.parse::<DateTime<Utc>>().ok();
    let dated = logged.zip(entry.withdrawn_at).is_none_or(|(logged, here)| (here - logged).abs() <= SAVING);
    let said = serde_json::from_str(&row.after).ok();
    let said = said.and_then(|LoggedWithdrawal { reason_sha256 }| reason_sha256);
    dated && (forgotten || said.is_none_or(|said| said == sha256_hex(entry.withdrawal_reason.as_bytes())))
}

/// Whether the assignments that ended with a project are those that the row of its withdrawal names; earlier rows name none. Without this,
/// a bundle could say that a judge stepped aside before, or that one who did had only lost the project.
fn ended_as_logged(event: &Bundle, reference: &str, row: &AuditRow) -> bool {
    #[derive(Deserialize)]
    struct Ended {
        recused: HashSet<i64>,
    }
    let Ok(Ended { recused }) = serde_json::from_str(&row.after) else { return true };
    let mut of_project = event.assignments.iter().filter(|assignment| assignment.project == reference);
    of_project.all(|a| a.id.is_none_or(|id| recused.contains(&id) == a.ended_with_project))
}

/// Whether each project is withdrawn as the newest row that withdrew or restored it says. Without this, a bundle could show a project
/// that left. An import may bring withdrawn projects, which no row names and no run either.
pub(super) fn report_withdrawals(finding: &mut Finding, stored: &StoredBundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.chain.rows() > 0) else { return };
    let rows = || log.chain.audit_rows();
    let names_all = log.chain.is_of_created_event() && !rows().any(|row| row.action == "project.imported");
    let said = rows().filter_map(|row| match row.action.as_str() {
        "project.withdrawn" => Some((row.object_id.as_str(), (row, true))),
        "project.restored" => Some((row.object_id.as_str(), (row, false))),
        _ => None,
    });
    let newest: HashMap<&str, (&AuditRow, bool)> = said.collect();
    let (upto, forgotten) = (log.signed_up_to(), log.forgetting().is_some());
    let named = of_runs(stored);
    for (at, entry) in stored.event.projects.iter().enumerate() {
        let Some(project) = entry.id else { continue };
        let here = entry.withdrawn_at.is_some();
        let logged = newest.get(project.to_string().as_str()).copied();
        let place = || Some(format!("projects[{at}].withdrawn_at"));
        // The first says enough.
        let has_row = names_all || named.contains_key(&project);
        let same = logged.map_or(!here || !has_row, |(_, logged)| logged == here);
        if !same {
            let row = logged.map(|(row, _)| row.seq);
            return finding.fail(place(), Found::WithdrawalNotAsLogged { project, here, row });
        }
        let Some((row, _)) = logged else { continue };
        if here && !is_as_withdrawn(entry, row, forgotten) {
            return finding.fail(place(), Found::WithdrawnOtherwise { project, row: row.seq });
        }
        if here && !ended_as_logged(&stored.event, &entry.reference, row) {
            return finding.fail(place(), Found::EndedNotAsLogged { project, row: row.seq });
        }
        if !is_signed(row.seq, upto) {
            return finding.cannot_tell(Found::WithdrawalNotConfirmed { project });
        }
    }
}
