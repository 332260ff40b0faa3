//! Reviews: one judge's scores and comment on one project.

use super::assignment::Assignment;
use super::context::Context;
use super::project::Project;
use crate::prelude::*;
use shared::review::CheckedReview;

#[derive(Clone, Debug, Default)]
pub struct Review {
    /// Criterion key to integer.
    pub scores: Scores,
    /// For the organizers; may be empty.
    pub comment: String,
    /// Salt of the comment's digest in the log.
    pub comment_salt: Vec<u8>,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// When it was last saved; null where nothing is stored.
    pub saved_at: Option<DateTime<Utc>>,
    /// The name of the organizer who entered it for the judge, where one did.
    pub entered_by: Option<String>,
    /// When it had been submitted, where an organizer set it aside.
    pub voided_submitted_at: Option<DateTime<Utc>>,
}

/// What the database added to a review as it was written.
#[derive(Clone, Copy, Debug)]
pub struct WrittenReview {
    /// When it was submitted; null for a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    pub saved_at: DateTime<Utc>,
}

/// A judge's review as a list over all events shows it.
#[derive(Clone, Debug)]
pub struct ListedReview {
    pub assignment: AssignmentId,
    /// Event's slug.
    pub event: String,
    pub project: ProjectId,
    pub project_title: String,
    /// The judge's e-mail address.
    pub judge: String,
    pub status: AssignmentStatus,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// For the organizers; may be empty.
    pub comment: String,
    /// Criterion key to integer.
    pub scores: Scores,
    /// 0 to 1, six decimals.
    pub weighted_total: f64,
    pub saved_at: DateTime<Utc>,
}

/// Which reviews of a judge a list holds.
#[derive(Clone, Debug)]
pub enum ReviewScope {
    /// Those of every event.
    All,
    /// Those of these events, but none of these teams' projects.
    In(Vec<EventId>, Vec<TeamId>),
}

/// An event that somebody organizes, and their part in it.
#[derive(Clone, Debug)]
pub struct OrganizedEvent {
    pub event: EventId,
    /// Whether they judge in it too, or did.
    pub judges: bool,
    /// The teams in it that they are on, were on, or are invited to.
    pub teams: Vec<TeamId>,
    pub published: bool,
}

/// All that a judge's save depends on.
#[derive(Clone, Debug)]
pub struct ReviewGround {
    /// The event as the rule of a save sees it: without what that does not ask.
    pub at: Context,
    pub assigned: Assignment,
    /// The event's rubric, in its order.
    pub criteria: Arc<Vec<Criterion>>,
    pub stored: Option<Review>,
}

/// What entering a review from paper would do.
#[derive(Clone, Debug)]
pub struct PaperPreview {
    /// What would be stored.
    pub review: CheckedReview,
    pub act: PaperAct,
    /// Names what would be stored.
    pub digest: String,
}

/// What a review from paper is to what is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperAct {
    /// Nothing is stored.
    New,
    /// It replaces a stored review, or a draft.
    Replaces,
    /// The same review is stored already.
    Same,
}

/// A judge's review, for the organizers.
#[derive(Clone, Debug)]
pub struct ReviewFound {
    pub at: Context,
    pub assignment: Assignment,
    /// The judge's name, or the address where there is none.
    pub judge: String,
    pub project: Project,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    pub review: Option<Review>,
    /// Names the newest save.
    pub tag: String,
    /// Why no review can be entered for the judge.
    pub enter_refused: Option<Refusal>,
    pub void_refused: Option<Refusal>,
    pub restore_refused: Option<Refusal>,
}
crate::in_event!(ReviewFound);
