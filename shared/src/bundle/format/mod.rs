//! The members of a bundle.

use crate::prelude::*;

mod event;
mod judging;
mod people;
mod prizes;
mod projects;
mod questions;

pub use event::{BundleEvent, BundleTrack};
pub use judging::{BundleAssignment, BundleConflict, BundleReview};
pub use people::{BundleInvitation, BundleListed, BundleMember, BundlePerson, BundleTeam};
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
    /// Open invitations to a role, without their links.
    pub invitations: Vec<BundleInvitation>,
}

impl Bundle {
    /// The address of each person, by ref.
    pub fn addresses(&self) -> HashMap<&str, &str> {
        self.people.iter().map(|person| (person.reference.as_str(), person.email.as_str())).collect()
    }

    /// The id of each project that has one, by ref.
    pub fn project_ids(&self) -> HashMap<&str, i64> {
        self.projects.iter().filter_map(|project| Some((project.reference.as_str(), project.id?))).collect()
    }

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
