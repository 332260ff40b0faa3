//! The members of a bundle.

mod event;
mod judging;
mod people;
mod prizes;
mod projects;
mod questions;

use serde::Serialize;

pub use event::{BundleEvent, BundleTrack};
pub use judging::{BundleAssignment, BundleConflict, BundleReview};
pub use people::{BundleMember, BundlePerson, BundleTeam};
pub use prizes::BundlePrize;
pub use projects::{BundleBallot, BundleComment, BundleEvidence, BundlePicture, BundleProject};
pub use questions::BundleQuestion;

/// What the member `format` says.
pub const FORMAT: &str = "evenhand-bundle/1";

/// An event as a file. `runs`, `audit` and `log_secret` are no part of it: an imported event starts without runs and with
/// a chain of its own, so they are accepted and left aside.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bundle {
    /// The event, its tracks and its rubric.
    pub event: BundleEvent,
    /// Everybody who has anything to do with the event.
    pub people: Vec<BundlePerson>,
    /// Teams with their members.
    pub teams: Vec<BundleTeam>,
    /// Projects, drafts included.
    pub projects: Vec<BundleProject>,
    /// Assignments with their reviews.
    pub assignments: Vec<BundleAssignment>,
    /// What people said below projects.
    pub comments: Vec<BundleComment>,
    /// Votes of the community.
    pub ballots: Vec<BundleBallot>,
    /// Declared conflicts of interest.
    pub conflicts: Vec<BundleConflict>,
    /// Prizes in their order.
    pub prizes: Vec<BundlePrize>,
    /// Pictures of projects.
    pub pictures: Vec<BundlePicture>,
    /// Questions about published results.
    pub questions: Vec<BundleQuestion>,
}

impl Bundle {
    /// The file's text, without a moment of export.
    ///
    /// # Errors
    /// None that a bundle can cause.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        #[derive(Serialize)]
        struct File<'b> {
            format: &'static str,
            #[serde(flatten)]
            bundle: &'b Bundle,
        }
        serde_json::to_vec(&File { format: FORMAT, bundle: self })
    }
}
