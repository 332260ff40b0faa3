//! What somebody does next, over all events: a step for each role and event.

use crate::prelude::*;
use crate::project::TeamProject;
use shared::window::Phase;

#[derive(Clone, Debug)]
pub struct HomeStep {
    /// The event's identifier in paths.
    pub slug: String,
    pub event: String,
    /// When it will be too late.
    pub closes: Option<DateTime<Utc>>,
    pub work: StepWork,
}

#[derive(Clone, Debug)]
pub enum StepWork {
    Review(ReviewStep),
    /// Nothing is left, or nothing was given: the judge may take a project. With it: submitted reviews.
    TakeReview {
        done: i64,
    },
    /// Create or join a team.
    FindTeam,
    Start,
    /// Submit a draft. With it: whether the event has tracks.
    Finish(TeamProject, bool),
    Organize(Box<OrganizerStep>),
}

/// A judge's next project.
#[derive(Clone, Debug)]
pub struct ReviewStep {
    pub id: AssignmentId,
    pub title: String,
    pub team: String,
    pub place: Place,
    /// Submitted reviews.
    pub done: i64,
    /// All of the judge's in the event.
    pub of: i64,
}

/// An event in the numbers that its organizer may have to act on.
#[derive(Clone, Debug)]
pub struct OrganizerStep {
    /// Where the clock is in the window for submissions.
    pub submissions: Phase,
    /// And in that for judging.
    pub judging: Phase,
    pub submitted: i64,
    /// Drafts that their teams may still submit.
    pub drafts: i64,
    pub judges: i64,
    /// Judges with tasks and without a submitted review.
    pub silent: i64,
    pub criteria: i64,
    /// Flags of repeats on which nobody has decided.
    pub undecided: i64,
    pub assigned: i64,
    /// Of these, with a submitted review.
    pub done: i64,
    /// Submitted projects without a review.
    pub unreviewed: i64,
    /// Invitations that could not be delivered.
    pub undelivered: i64,
    /// Number of the latest run.
    pub run: Option<i32>,
    pub published: bool,
    /// The board is open to this organizer now.
    pub board: bool,
    /// This organizer may calibrate.
    pub calibrates: bool,
}
