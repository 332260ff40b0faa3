//! The titles and tracks of a bundle's projects beside the rows of the log that gave them. A signed ranking names only what it ranks.

use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use super::tracks::Tracked;
use crate::audit::AuditRow;
use crate::bundle::{Bundle, BundleProject};
use crate::prelude::*;

/// What a row about a project says of its title. One that says nothing of it has no such member.
#[derive(Deserialize)]
struct Titled {
    title: String,
}

/// What rows gave each project, with the row, by its id.
type Given<'l, T> = HashMap<&'l str, (i64, T)>;

/// The titles and tracks of projects as rows of the log have them.
struct Logged<'l> {
    titles: Given<'l, String>,
    tracks: Given<'l, Option<i64>>,
}

impl<'l> Logged<'l> {
    /// As the rows up to `upto` have them. The rows of an imported list and of the event's tracks name no projects, so what was said
    /// before them may have changed.
    fn of(log: FoundChain<'l>, upto: i64) -> Self {
        let (mut titles, mut tracks) = (Given::new(), Given::new());
        for row in log.chain.audit_rows().filter(|row| row.seq <= upto) {
            match row.action.as_str() {
                "project.imported" => {
                    titles.clear();
                    tracks.clear();
                }
                "project.created" | "project.edited" | "project.submitted" | "project.corrected" => {
                    if let Some(Titled { title }) = said(row) {
                        titles.insert(row.object_id.as_str(), (row.seq, title));
                    }
                    let track = said(row).map(|Tracked { track }| track.as_i64());
                    // A row says what changed, and a new project begins without a track. It may be submitted at once.
                    let is_new = matches!(row.action.as_str(), "project.created" | "project.submitted")
                        && row.before.is_empty();
                    if let Some(track) = track.or(is_new.then_some(None)) {
                        tracks.insert(row.object_id.as_str(), (row.seq, track));
                    }
                }
                action if action.starts_with("track.") => tracks.clear(),
                _ => {}
            }
        }
        Self { titles, tracks }
    }

    /// What differs in a project: the member, and what to say.
    fn difference(&self, project: i64, here: &BundleProject) -> Option<(&'static str, Found)> {
        let id = project.to_string();
        if let Some((row, logged)) = self.titles.get(id.as_str()).filter(|(_, title)| *title != here.title) {
            let (here, logged) = (here.title.clone(), logged.clone());
            return Some(("title", Found::TitleNotAsLogged { project, row: *row, here, logged }));
        }
        let (row, _) = self.tracks.get(id.as_str()).filter(|(_, track)| *track != here.track)?;
        Some(("track", Found::TrackNotAsLogged { project, row: *row }))
    }
}

fn said<T: serde::de::DeserializeOwned>(row: &AuditRow) -> Option<T> {
    serde_json::from_str(&row.after).ok()
}

/// Whether each project has the title and the track that its newest rows give it. Without this, a bundle could exchange two projects
/// before they are ranked. Rows after the last signed one prove nothing.
pub(super) fn report_logged_projects(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.is_of_event()) else { return };
    let upto = log.signed_up_to();
    let now = Logged::of(log, i64::MAX);
    let signed = (upto > 0).then(|| Logged::of(log, upto));
    let mut unconfirmed = None;
    for (at, entry) in event.projects.iter().enumerate() {
        let Some(project) = entry.id else { continue };
        // The first says enough.
        if let Some((member, message)) = now.difference(project, entry) {
            return finding.fail(Some(format!("projects[{at}].{member}")), message);
        }
        if signed.as_ref().is_some_and(|signed| signed.difference(project, entry).is_some()) {
            unconfirmed.get_or_insert(project);
        }
    }
    if let Some(project) = unconfirmed {
        finding.cannot_tell(Found::ProjectNotConfirmed { project });
    }
}
