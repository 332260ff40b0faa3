//! The tracks of a bundle's projects beside those by which its last run ranked them.

use super::bundle::Run;
use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use crate::audit::AuditRow;
use crate::bundle::Bundle;
use crate::prelude::*;
use serde_json::Value;

/// What a row about a project says of its track. One that says nothing of it has no such member.
#[derive(Deserialize)]
pub(super) struct Tracked {
    pub(super) track: Value,
}

/// Whether projects have the tracks by which the run ranked them, or one that a row gave them since. The digest of the reviews does not
/// cover those.
pub(super) fn report_tracks(finding: &mut Finding, event: &Bundle, run: &Run, log: Option<FoundChain<'_>>) {
    let then: HashMap<i64, Option<i64>> = run.input.iter().map(|line| (line.0, line.1)).collect();
    let mut moved = event.projects.iter().filter_map(|project| {
        let id = project.id?;
        (*then.get(&id)? != project.track).then_some((id, project.track))
    });
    let of = |project: i64| Found::TrackNotOfRun { project, run: run.run };
    let Some(log) = log.filter(|log| log.chain.rows() > 0) else {
        if let Some((project, _)) = moved.next() {
            finding.leave_open(of(project));
        }
        return;
    };
    let rows = || log.chain.audit_rows();
    let number = run.run.to_string();
    let made = rows().find(|row| row.action == "run.created" && row.object_id == number);
    let made = made.map_or(0, |row| row.seq);
    // The rows of an edited track and of an imported list name no projects.
    let of_many = rows().any(|row| row.action.starts_with("track.") || row.action == "project.imported");
    let (mut since, mut open) = (None, None);
    for (project, track) in moved {
        let id = project.to_string();
        let of_project = |row: &&AuditRow| row.object_type == "project" && row.object_id == id;
        let said = rows().filter(of_project).filter_map(|row| {
            let Tracked { track } = serde_json::from_str(&row.after).ok()?;
            Some((row.seq, track.as_i64()))
        });
        let first = match said.last() {
            // Moved since, as its newest row says.
            Some((row, logged)) if logged == track && row > made && row <= log.signed_up_to() => &mut since,
            Some((_, logged)) if logged == track || of_many => &mut open,
            None if of_many || rows().any(|row| of_project(&row)) => &mut open,
            _ => return finding.fail(Some(format!("project {id}")), of(project)),
        };
        first.get_or_insert(of(project));
    }
    // The first of each kind says enough.
    if let Some(message) = since {
        finding.note(message);
    }
    if let Some(message) = open {
        finding.cannot_tell(message);
    }
}
