//! When each project of a bundle was submitted, beside the row of the log in the same file that submitted it.

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
    let rows = log.chain.links().iter().map(|link| &link.row);
    for row in rows.filter(|row| row.action == "project.submitted") {
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
