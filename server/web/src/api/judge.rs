//! `/api/judge/…`: a judge's assignments, their reviews, and who reads the scores.

use super::document::params::ScoresQuery;
use super::prelude::*;
use model::assignment::{EventTasks, ListedAssignment, Visit};
use model::call::OwnCall;
use model::review::ListedReview;
use portal::judge::{assignments, conflicts, save_review, scores};
use shared::review::ReviewChanges;
use shared::rules::AssignmentStatus;
use shared::wire::{
    Assignment, JudgeCall, JudgeConflict, JudgeTask, JudgeTasks, MissedVisit, NewLink, ReviewSaved,
    ScoreRecord, TaskRecusal,
};
use web_http::identification::BroughtAssignments;
use web_http::parts::{self, ListPart};

fn assignment_object(assignment: ListedAssignment) -> Assignment {
    object! { Assignment from assignment: id, event, project, project_title; status: assignment.status.name().to_owned() }
}

fn score_object(review: ListedReview) -> ScoreRecord {
    object! { ScoreRecord from review:
        assignment, event, project, project_title, judge, submitted_at, comment, scores, weighted_total, saved_at;
        status: review.status.name().to_owned()
    }
}

/// The caller's assignments over all events.
#[utoipa::path(
    get, path = "/judge/assignments", tag = "judging", operation_id = "listAssignments",
    security(("bearer" = [])), extensions(("x-caller" = json!("judges"))), params(PageQuery),
    responses((status = OK, description = "The assignments.", body = Vec<Assignment>, example = examples::assignments)),
)]
pub async fn assignments(
    ApiRequest(state, caller, ()): ApiRequest,
    BroughtAssignments(brought): BroughtAssignments,
    paged: ListRequest,
) -> Answer {
    let page = paged.by_id();
    let part =
        |found: Vec<_>| ListPart::of(found.into_iter().map(assignment_object), |assignment| assignment.id.0);
    if page == Ok(ListPage::ALL) {
        let first = Ok(ListPage::part(0));
        let first = assignments::list(state.by(&caller), first, brought).await?;
        let read = move |page| {
            let (state, caller) = (state.clone(), caller.clone());
            async move {
                let found = assignments::list(state.by(&caller), Ok(page), None).await?;
                Ok(part(found))
            }
        };
        return parts::follow(part(first), read);
    }
    let found = assignments::list(state.by(&caller), page, None).await?;
    paged
        .list(found.into_iter().map(assignment_object), |assignment: &Assignment| assignment.id.to_string())
        .await
}

/// Saves or submits the review of one of the caller's assignments.
///
/// While judging is open, as often as you like. Submitting needs a score for every criterion. Saving a draft does not, and
/// makes a submitted review a draft again. The answer's `ETag` names the save. Send it back as `If-Match`: if something
/// newer was saved, the answer is 412 and nothing is overwritten. `"none"` names a review that was never saved.
#[utoipa::path(
    post, path = "/judge/assignments/{id}/review", tag = "judging", operation_id = "saveReview",
    security(("bearer" = [])), extensions(("x-caller" = json!("the assignment's judge"))),
    params(("id" = i64, Path, description = "The assignment's id.", example = 31, minimum = 1)),
    request_body(content = ReviewChanges, example = json!({ "scores": { "quality": 4, "impact": 7 }, "comment": "Bright.", "submit": true })),
    responses((status = OK, description = "The review was saved.", body = ReviewSaved, example = examples::review_saved)),
)]
pub async fn save(SignedIn(state, caller, id): SignedIn<AssignmentId>, json: JsonBody) -> Answer {
    let sent = json.fields().and_then(|body| ReviewChanges::read(&body));
    let saved = save_review::save(&state.review_saves, &caller, id, known(&json.headers), sent).await?;
    let tag = HeaderValue::from_str(&format!("\"{}\"", saved.tag));
    let saved = object! { ReviewSaved from saved: assignment, submitted_at, weighted_total };
    let mut response = answer::json(StatusCode::OK, &saved)?;
    if let Ok(tag) = tag {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

/// The tags that `If-Match` names; `*` is whatever there is.
pub(super) fn known(headers: &HeaderMap) -> Option<Vec<String>> {
    let sent: Vec<&str> =
        headers.get_all(header::IF_MATCH).iter().map(|v| v.to_str().unwrap_or_default()).collect();
    let tags = sent.iter().flat_map(|v| v.split(',')).map(|tag| tag.trim().trim_matches('"').to_owned());
    let tags: Vec<String> = tags.collect();
    (!sent.is_empty() && tags.iter().all(|tag| tag != "*")).then_some(tags)
}

/// The caller's reviews, or those of the judge that an organizer names.
///
/// Drafts are included.
#[utoipa::path(
    get, path = "/judge/scores", tag = "judging", operation_id = "listScores", security(("bearer" = [])),
    extensions(("x-caller" = json!("judges (their own); organizers (judges of their events)"))), params(ScoresQuery, PageQuery),
    responses((status = OK, description = "The reviews.", body = Vec<ScoreRecord>, example = examples::scores)),
)]
pub async fn scores(ApiRequest(state, caller, ()): ApiRequest, paged: ListRequest) -> Answer {
    let page = paged.by_id();
    if page == Ok(ListPage::ALL) {
        let query = paged.query.clone();
        let read = move |page| {
            let (state, caller, query) = (state.clone(), caller.clone(), query.clone());
            async move {
                let (event, judge) = (query.asked("event"), query.asked("judge"));
                let by = state.by(&caller);
                let found = by.read(async |call| scores::read(call, event, judge, Ok(page)).await).await?;
                Ok(ListPart::of(found.into_iter().map(score_object), |review| review.assignment.0))
            }
        };
        return parts::send(read).await;
    }
    let (event, judge) = (paged.query.asked("event"), paged.query.asked("judge"));
    let found = state.by(&caller).read(async |call| scores::read(call, event, judge, page).await).await?;
    paged
        .list(found.into_iter().map(score_object), |review: &ScoreRecord| review.assignment.to_string())
        .await
}

/// A visit in vain.
pub(super) fn missed_object(visit: Visit) -> MissedVisit {
    MissedVisit { mark: visit.mark.name().to_owned(), at: visit.at }
}

fn tasks_object(found: EventTasks) -> JudgeTasks {
    let tasks = found.tasks.into_iter().map(|task| JudgeTask {
        assignment: task.id,
        project: task.project,
        room: task.place.room,
        place: task.place.place,
        missed: task.visit.map(missed_object),
        note: task.note,
        recusal: (task.status == AssignmentStatus::Recused).then_some(TaskRecusal {
            reason: task.recused_reason,
            taken_off: task.taken_off,
            set_aside_at: task.voided_at,
            submitted_at: task.voided_submitted_at,
        }),
        entered_by: task.entered_by,
        added_at: task.added_at,
    });
    JudgeTasks {
        event: found.event.slug,
        visit_minutes: found.event.visit_minutes,
        tasks: tasks.collect(),
        first_three: found.first_three.map(|three| three.order),
        panels: found.panels.into_iter().map(|(prize, _)| prize).collect(),
        new_link: found.new_link.map(|(by, at)| NewLink { by, at }),
        call: found.call.and_then(OwnCall::waiting).map(call_object),
    }
}

/// A judge's own call.
pub(super) fn call_object(call: OwnCall) -> JudgeCall {
    JudgeCall { said: call.said, called_at: call.called_at, taken_by: call.taken_by, taken_at: call.taken_at }
}

/// The caller's tasks by event, with what the caller keeps beside the reviews: visits in vain, private notes, the first three, panels,
/// a new link to the reviews, and a call for help.
#[utoipa::path(
    get, path = "/judge/tasks", tag = "judging", operation_id = "listTasks", security(("bearer" = [])),
    extensions(("x-caller" = json!("judges"))),
    responses((status = OK, description = "The tasks.", body = Vec<JudgeTasks>, example = examples::tasks)),
)]
pub async fn tasks(ApiRequest(state, caller, ()): ApiRequest) -> Answer {
    let found = state.by(&caller).read(assignments::tasks).await?;
    let length = found.iter().map(|event| event.tasks.len()).sum();
    let tasks: Vec<_> = found.into_iter().map(tasks_object).collect();
    answer::long(length, move || answer::json(StatusCode::OK, &tasks)).await
}

/// The caller's conflicts of interest in an event.
#[utoipa::path(
    get, path = "/events/{slug}/conflicts", tag = "judging", operation_id = "listConflicts", security(("bearer" = [])),
    extensions(("x-caller" = json!("judges of the event"))), params(Slug),
    responses((status = OK, description = "The conflicts.", body = Vec<JudgeConflict>, example = examples::conflicts)),
)]
pub async fn own_conflicts(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let found = state.by(&caller).at(&slug).read(conflicts::own).await?;
    let conflicts = found.conflicts.into_iter().map(object! { JudgeConflict from |conflict|:
        project, own, reason;
        project_title: conflict.title,
        kind: conflict.kind.name().to_owned()
    });
    answer::json(StatusCode::OK, &conflicts.collect::<Vec<_>>())
}
