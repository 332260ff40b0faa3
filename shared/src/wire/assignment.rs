//! A judge's tasks, and what may keep them from one.

use super::visit::MissedVisit;
use crate::prelude::*;

/// A judge's task for one project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Assignment {
    /// Identifier.
    pub id: AssignmentId,
    /// Event's slug.
    pub event: String,
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub project_title: String,
    /// `pending`, `done` or `recused`.
    #[schema(pattern = "^(pending|done|recused)$")]
    pub status: String,
}

/// One of a judge's assignments, with what the judge keeps beside the review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgeTask {
    /// Assignment.
    pub assignment: AssignmentId,
    /// Project.
    pub project: ProjectId,
    /// The room in which the project is shown; may be empty.
    pub room: String,
    /// Its place in the room; may be empty.
    pub place: String,
    /// The visit in vain that the judge marked, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub missed: Option<MissedVisit>,
    /// The judge's private note; may be empty.
    pub note: String,
    /// Why the review counts nowhere. Left out unless the assignment is recused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub recusal: Option<TaskRecusal>,
    /// The organizer who entered the review for the judge. Left out if nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub entered_by: Option<String>,
    /// When an organizer added it while judging was open. Left out for all other assignments, and once the judge has begun the review,
    /// marked a visit or written a note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub added_at: Option<DateTime<Utc>>,
}

/// Why a review counts nowhere: its judge stepped aside, or an organizer decided so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TaskRecusal {
    /// What the judge or the organizer said; may be empty, and is so if the project was withdrawn.
    pub reason: String,
    /// An organizer took the judge off the project.
    pub taken_off: bool,
    /// When an organizer set the review aside; left out if nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub set_aside_at: Option<DateTime<Utc>>,
    /// When it had been submitted before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub submitted_at: Option<DateTime<Utc>>,
}

/// A judge's tasks in one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgeTasks {
    /// The event's slug.
    pub event: String,
    /// How many minutes the event sets for a visit; left out where it sets none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub visit_minutes: Option<i32>,
    /// The assignments, in the order in which the judge visits them.
    pub tasks: Vec<JudgeTask>,
    /// The projects that the judge liked best, the best first; left out where the event does not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first_three: Option<Vec<ProjectId>>,
    /// The prizes whose panel the judge is on.
    pub panels: Vec<PrizeId>,
    /// The newest link that somebody made to the judge's reviews after they had begun; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub new_link: Option<NewLink>,
    /// The judge's call for help; left out where none waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub call: Option<JudgeCall>,
}

/// The caller's call for help, as long as it waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgeCall {
    /// What the judge added; may be empty.
    pub said: String,
    /// When.
    pub called_at: DateTime<Utc>,
    /// The organizer who is on the way; null before one is.
    #[schema(required)]
    pub taken_by: Option<String>,
    /// Since when; null before one is.
    #[schema(required)]
    pub taken_at: Option<DateTime<Utc>>,
}

/// A new link to a judge's reviews.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewLink {
    /// Who made it; null where their account is gone.
    #[schema(required)]
    pub by: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A conflict of interest of the caller, a judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgeConflict {
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub project_title: String,
    /// `own_team`, `employer`, `mentor`, `family` or `other`.
    pub kind: String,
    /// Whether the caller declared it.
    pub own: bool,
    /// The caller's words; empty for what others declared.
    pub reason: String,
}
