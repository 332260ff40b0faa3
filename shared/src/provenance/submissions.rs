//! When each project of a bundle was submitted, and whether it is withdrawn, beside the rows of the log in the same file.

use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use super::review_log::SAVING;
use crate::bundle::Bundle;
use crate::prelude::*;

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

/// Whether each project is withdrawn as the newest row that withdrew or restored it says. Without this, a bundle could show a project
/// that left. An import may bring withdrawn projects, which no row names.
pub(super) fn report_withdrawals(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.chain.rows() > 0) else { return };
    let rows = || log.chain.audit_rows();
    let names_all = rows().next().is_some_and(|row| row.action == "event.created")
        && !rows().any(|row| row.action == "project.imported");
    let said = rows().filter_map(|row| match row.action.as_str() {
        "project.withdrawn" => Some((row.object_id.as_str(), (row.seq, true))),
        "project.restored" => Some((row.object_id.as_str(), (row.seq, false))),
        _ => None,
    });
    let newest: HashMap<&str, (i64, bool)> = said.collect();
    let upto = log.signed_up_to();
    for (at, entry) in event.projects.iter().enumerate() {
        let Some(project) = entry.id else { continue };
        let here = entry.withdrawn_at.is_some();
        let logged = newest.get(project.to_string().as_str()).copied();
        let same = logged.map_or(!here || !names_all, |(_, logged)| logged == here);
        // The first says enough.
        if !same {
            let message = Found::WithdrawalNotAsLogged { project, here, row: logged.map(|(row, _)| row) };
            return finding.fail(Some(format!("projects[{at}].withdrawn_at")), message);
        }
        if logged.is_some_and(|(row, _)| upto > 0 && row > upto) {
            return finding.cannot_tell(Found::WithdrawalNotConfirmed { project });
        }
    }
}
