//! Assignments: who judges what, and how far each got.

use crate::call::OwnCall;
use crate::prelude::*;
use shared::visit::VisitMark;

/// A judge's assignment to one project.
#[derive(Clone, Debug)]
pub struct Assignment {
    pub id: AssignmentId,
    pub judge: PersonId,
    pub project: ProjectId,
    pub status: AssignmentStatus,
    /// Why the judge stepped aside, or why the review was set aside; may be empty.
    pub recused_reason: String,
    /// An organizer took the judge off it.
    pub taken_off: bool,
    /// It ended as its project was withdrawn.
    pub ended_with_project: bool,
    /// When an organizer set the review aside, if one did.
    pub voided_at: Option<DateTime<Utc>>,
}

/// An assignment as a list over all events shows it.
#[derive(Clone, Debug)]
pub struct ListedAssignment {
    pub id: AssignmentId,
    /// Event's slug.
    pub event: String,
    pub project: ProjectId,
    pub project_title: String,
    pub status: AssignmentStatus,
}

#[derive(Clone, Debug)]
pub struct JudgingEvent {
    pub event: EventId,
    pub slug: String,
    pub name: String,
    /// When reviews may be saved.
    pub judging: Window,
    /// No organizer has opened the event yet: it is this judge's only because they organize it.
    pub draft: bool,
    pub published: bool,
    /// Whether judges are asked for their first three.
    pub first_three: bool,
    /// It is judged blind, and its results are not published.
    pub blind: bool,
    /// The IANA name of its zone.
    pub time_zone: String,
    /// How many minutes it sets for a visit, if it does.
    pub visit_minutes: Option<i32>,
    /// The database's clock.
    pub now: DateTime<Utc>,
}

/// One of a judge's tasks, with as much of its review as a list shows.
#[derive(Clone, Debug)]
pub struct JudgeTask {
    pub id: AssignmentId,
    pub event: EventId,
    pub project: ProjectId,
    pub title: String,
    pub team: String,
    pub track: Option<String>,
    pub place: Place,
    pub status: AssignmentStatus,
    /// The stored scores; empty without any.
    pub scores: Scores,
    /// Whether a comment is stored.
    pub commented: bool,
    /// The visit in vain that the judge marked.
    pub visit: Option<Visit>,
    /// The judge's private note; may be empty.
    pub note: String,
    /// Why the judge stepped aside, or why the review was set aside; may be empty. Why a project was withdrawn is not for its judges.
    pub recused_reason: String,
    /// An organizer took the judge off it.
    pub taken_off: bool,
    /// When an organizer set the review aside, if one did, and when it had been submitted.
    pub voided_at: Option<DateTime<Utc>>,
    pub voided_submitted_at: Option<DateTime<Utc>>,
    /// The name of the organizer who entered the review for the judge, where one did.
    pub entered_by: Option<String>,
    /// When an organizer gave it to a judge who was there, while judging was open; none for what the first plan deals to an empty list, and once
    /// the judge has begun it.
    pub added_at: Option<DateTime<Utc>>,
}

/// What a judge has and may still take in one event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeLoad {
    /// Projects given to the judge, not submitted and not marked as visited in vain.
    pub pending: i64,
    /// Whether the judge has as many projects as was agreed.
    pub capped: bool,
    /// Whether there is a project that the judge may take.
    pub is_left: bool,
}

/// A visit that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Why.
    pub mark: VisitMark,
    /// When the judge was there.
    pub at: DateTime<Utc>,
}

/// How far the visits to one project are, without a word about who came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectVisits {
    /// Judges whose review is submitted.
    pub come: i64,
    /// Judges who have the project still to review.
    pub to_come: i64,
    /// Visits in vain of those who have it still to review, the latest first.
    pub missed: Vec<Visit>,
}

#[derive(Clone, Debug)]
pub struct EventTasks {
    pub event: JudgingEvent,
    /// Its rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// The tasks in the order in which this judge walks the floor, those without a place as they were dealt.
    pub tasks: Vec<JudgeTask>,
    /// Whether the judge, with nothing left but marked visits, may take another project.
    pub may_pull: bool,
    /// Whether that project is chosen by need.
    pub by_need: bool,
    /// Whether everybody may read the results.
    pub results_out: bool,
    /// The prizes whose panel the judge is on, as long as it is asked.
    pub panels: Vec<(PrizeId, String)>,
    /// Who made a new link for the judge after they had begun to review, where somebody did, and when.
    pub new_link: Option<(Option<String>, DateTime<Utc>)>,
    /// The judge's first three, where the event asks for them: titles, the best first, and whether they may change now.
    pub first_three: Option<FirstThree>,
    /// The judge's call for help that waits or ended a short time ago, and whether they may call.
    pub call: Option<OwnCall>,
    pub may_call: bool,
}

/// A judge's first three, as the list of tasks shows them.
#[derive(Clone, Debug)]
pub struct FirstThree {
    /// The projects, the best first; empty where none were given.
    pub order: Vec<ProjectId>,
    pub titles: Vec<String>,
    /// Whether the judge may give or change them now.
    pub may_give: bool,
}
