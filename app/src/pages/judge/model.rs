//! What the page of a review shows.

use super::call::CallState;
use crate::pages::evidence::EvidenceBox;
use crate::prelude::*;
use model::assignment::{JudgeTask, Visit};
use model::project::Project;
use shared::rubric::{Total, weighted_total};

/// One review as its judge sees it.
#[derive(Clone, Debug)]
pub struct ReviewPage {
    /// The page's present, on the database's clock.
    pub now: DateTime<Utc>,
    pub assignment: AssignmentId,
    pub event_slug: String,
    pub event_name: String,
    /// When reviews may be saved.
    pub judging: Window,
    /// No organizer has opened the event yet.
    pub draft: bool,
    /// This task's place among the judge's tasks in the event, from 1.
    pub position: usize,
    /// How many tasks the judge has in the event.
    pub of: usize,
    /// The task before this one, in the order of the list.
    pub previous: Option<AssignmentId>,
    /// The task after this one.
    pub next: Option<AssignmentId>,
    /// The next pending task other than this one, going round.
    pub next_to_score: Option<Neighbour>,
    /// Where the judge is led as soon as this review is submitted: an address.
    pub lead_on: String,
    /// The project whose review was submitted just now, where that led here.
    pub came_from: Option<Neighbour>,
    pub project: Project,
    /// The name of its track; empty for none.
    pub track: String,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// Scores by criterion key, as the text to show: what is stored, or what was typed into a refused
    /// form.
    pub scores: BTreeMap<String, String>,
    /// The comment, likewise.
    pub comment: String,
    /// When the stored review was submitted; none for a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// When anything was last stored; none for an untouched task.
    pub saved_at: Option<DateTime<Utc>>,
    /// Whether it can be saved now.
    pub saving: Saving,
    /// The save that was refused just now: whether it was to submit, and why.
    pub refused: Option<(bool, Refusal)>,
    /// The organizer who entered the stored review for the judge; empty where the judge saved it.
    pub entered_by: String,
    pub recusal: Recusal,
    /// What the save that led here did.
    pub answer: Answer,
    /// The event's results are published.
    pub published: bool,
    /// With nothing left to do in the event, the judge may take another project.
    pub may_pull: bool,
    /// That project is chosen by need.
    pub by_need: bool,
    /// The judge, for whom alone this browser keeps what is typed.
    pub person: i64,
    /// Names the newest save, as the API's `If-Match` takes it; `none` for an untouched task.
    pub base_version: String,
    /// After a refused save: the scores and the comment that were saved elsewhere in the meantime.
    pub elsewhere: Option<(BTreeMap<String, String>, String)>,
    pub visit: VisitState,
    pub call: CallState,
    /// What is found about the project; none in an event that collects nothing.
    pub evidence: Option<EvidenceBox>,
    /// The device counts which links of the project are opened.
    pub counts_looks: bool,
    /// Minutes that the event sets for a visit; none without a timer.
    pub minutes: Option<u32>,
    pub note: NoteForm,
}

#[derive(Clone, Debug, Default)]
pub struct NoteForm {
    /// As stored or typed.
    pub text: String,
    /// Names what is stored.
    pub version: String,
    /// It was saved just now.
    pub saved: bool,
    /// Why it was refused; empty if it was not.
    pub error: String,
    /// After a refused save: what was saved elsewhere in the meantime.
    pub stored: Option<String>,
}

/// The visit to a project under review.
#[derive(Clone, Debug, Default)]
pub struct VisitState {
    pub marked: Option<Visit>,
    /// It can be marked now.
    pub open: bool,
    /// Why a mark was refused; empty if none was.
    pub refused: String,
}

/// What the save that led to the page did, by the `saved` in its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No save led here.
    None,
    /// It saved a draft or submitted.
    Saved,
    /// It made a draft of a submitted review.
    Withdrawn,
    /// It submitted the review of another project, and led on to this one.
    LedOn(AssignmentId),
    /// No save: the visit was marked.
    Marked,
    /// No save: the private note was saved, which its own form says.
    NoteSaved,
}

/// A task to go to.
#[derive(Clone, Debug)]
pub struct Neighbour {
    pub assignment: AssignmentId,
    pub title: String,
}

/// Whether a review can be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saving {
    /// Judging is open and the judge has not stepped aside.
    Open,
    /// The refusal's sentence.
    Refused(String),
}

/// Whether the judge can step aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recusal {
    /// Until judging closes; the reason as typed into a refused form, and why it was refused.
    Open {
        /// The kind of conflict that was chosen; empty for none.
        conflict: String,
        /// As typed.
        reason: String,
        /// Why it was refused; empty if it was not.
        error: String,
    },
    /// An organizer set the review aside, or withdrew its project.
    SetAside {
        /// As given of the review. Why its project was withdrawn is for the team and the organizers.
        reason: Option<String>,
        /// When.
        at: DateTime<Utc>,
        /// When the review had been submitted.
        submitted_at: Option<DateTime<Utc>>,
    },
    /// The judge stepped aside, or an organizer took them off; only an organizer can undo it. The reason may be empty.
    Done {
        /// An organizer did it.
        taken_off: bool,
        /// As given.
        reason: String,
    },
    /// Too late, or nothing to step aside from: nothing is shown.
    Closed,
}

/// The total of a task's review; none without scores.
pub(super) fn total(task: &JudgeTask, criteria: &[Criterion]) -> Option<Total> {
    (!task.scores.is_empty()).then(|| weighted_total(criteria, &task.scores))
}
