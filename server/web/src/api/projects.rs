//! `/api/events/<slug>/projects`, `/api/projects/<id>`, and what organizers do about a project.

use super::judge::missed_object;
use super::prelude::*;
use model::project::VisibleProject;
use portal::submit::correct::{self, SentCorrection};
use portal::submit::{projects, save_project, withdraw as leaving};
use shared::project::ProjectChanges;
use shared::teammates;
use shared::wire::{Project, ProjectVisits, Withdrawal};
use web_http::parts::{self, ListPart};

pub(super) fn project_object(visible: VisibleProject) -> Project {
    let project = visible.project;
    object! { Project from project:
        id, event, team, track, title, tagline, summary, description, repo_url, demo_url, video_url, names_us, pictures, tags, submitted_at,
        duplicate_of;
        status: project.status().to_owned(),
        withdrawal: project.withdrawal.map(|w| Withdrawal { at: w.at, reason: w.reason }),
        duplicate_reason: visible.duplicate_reason,
        room: project.place.room,
        place: project.place.place,
        answers: visible.answers,
        members: visible.members,
        looks: visible.looks,
        code_at_close: visible.code_at_close
    }
}

/// The event's projects, in id order.
///
/// Submitted projects only. Signed-in callers also get their own team's drafts; organizers get every draft.
#[utoipa::path(
    get, path = "/events/{slug}/projects", tag = "projects", operation_id = "listProjects",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone"))), params(Slug, PageQuery),
    responses((status = OK, description = "The projects.", body = Vec<Project>, example = json!([examples::project()]))),
)]
pub async fn list(ApiRequest(state, caller, slug): ApiRequest<String>, paged: ListRequest) -> Answer {
    let page = paged.by_id();
    // Who may see drafts has a list of their own, and nobody has to tell whether it changed: it is sent in parts.
    if caller.actor.is_some() && page == Ok(ListPage::ALL) {
        let read = move |page| {
            let (state, caller, slug) = (state.clone(), caller.clone(), slug.clone());
            async move {
                let mut part = ListPart::default();
                let write = |visible| {
                    let project = project_object(visible);
                    part.add(project.id.0, &project);
                };
                let by = state.by(&caller).at(&slug);
                by.read(async |call| projects::list(call, Ok(page), write).await).await?;
                Ok(part)
            }
        };
        return parts::send(read).await;
    }
    let mut found = Vec::new();
    let add = |visible| found.push(project_object(visible));
    state.by(&caller).at(&slug).read(async |call| projects::list(call, page, add).await).await?;
    paged.list(found, |project: &Project| project.id.to_string()).await.map(answer::public)
}

/// Creates a project for the caller's team.
///
/// While submissions are open. With `submit` it is submitted at once, and flagged if it repeats an earlier project.
#[utoipa::path(
    post, path = "/events/{slug}/projects", tag = "projects", operation_id = "createProject",
    security(("bearer" = [])), extensions(("x-caller" = json!("a member of a team in the event"))),
    params(Slug, KeyHeader),
    request_body(content = bodies::NewProject, example = examples::new_project),
    responses((status = CREATED, description = "The new project.", body = Project, example = examples::project)),
)]
pub async fn create(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let key = idempotency_key::of_request(&json.headers, &["createProject", &slug], &json.bytes);
    let sent = key.clone().and_then(|_| changes(&json));
    let by = state.by(&caller).at(&slug);
    let job = by.write_once(key.unwrap_or_default(), async |call| save_project::create(call, sent).await);
    answer::json(StatusCode::CREATED, &project_object(job.await?))
}

/// One project.
///
/// Only its team and organizers can see a draft.
#[utoipa::path(
    get, path = "/projects/{id}", tag = "projects", operation_id = "readProject", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone who can see it"))), params(ProjectPath),
    responses((status = OK, description = "The project.", body = Project, example = examples::project)),
)]
pub async fn read(ApiRequest(state, caller, id): ApiRequest<ProjectId>) -> Answer {
    let project = state.by(&caller).read(async |call| projects::read_with_members(call, id).await).await?;
    answer::json(StatusCode::OK, &project_object(project)).map(answer::public)
}

/// Changes a project of the caller's team.
///
/// While submissions are open. Only the fields in the body change; `submit` true submits. With `was`, a field that someone
/// else changed meanwhile is not overwritten: 409.
#[utoipa::path(
    patch, path = "/projects/{id}", tag = "projects", operation_id = "editProject", security(("bearer" = [])),
    extensions(("x-caller" = json!("the project's team"))), params(ProjectPath),
    request_body(content = bodies::ProjectChanges, example = json!({ "tagline": "It glows brighter", "track": null, "was": { "tagline": "" } })),
    responses((status = OK, description = "The project as saved.", body = Project, example = examples::project)),
)]
pub async fn edit(SignedIn(state, caller, id): SignedIn<ProjectId>, json: JsonBody) -> Answer {
    let sent = changes(&json);
    let project = state.by(&caller).write(async |call| save_project::edit(call, id, sent).await).await?;
    answer::json(StatusCode::OK, &project_object(project))
}

/// The body of both writes.
fn changes(json: &JsonBody) -> Result<ProjectChanges, Refusal> {
    json.fields().and_then(|body| teammates::of_json(&body))
}

/// How many judges have come to a project and how many are to come, for its team while judging lasts.
#[utoipa::path(
    get, path = "/projects/{id}/visits", tag = "judging", operation_id = "readVisits", security(("bearer" = [])),
    extensions(("x-caller" = json!("the project's team, from the opening of judging to the publication"))), params(ProjectPath),
    responses((status = OK, description = "The visits, without names.", body = ProjectVisits, example = examples::visits)),
)]
pub async fn visits(SignedIn(state, caller, project): SignedIn<ProjectId>) -> Answer {
    let found = state.by(&caller).read(async |call| projects::read_visits(call, project).await).await?;
    let missed = found.missed.into_iter().map(missed_object).collect();
    let visits = ProjectVisits { project, come: found.come, to_come: found.to_come, missed };
    answer::json(StatusCode::OK, &visits)
}

/// A project as it is after an organizer's act.
async fn managed(state: &State, caller: &Caller, id: ProjectId) -> Answer {
    let project = state.by(caller).read(async |call| projects::read_with_members(call, id).await).await?;
    answer::json(StatusCode::OK, &project_object(project))
}

/// Withdraws a submitted project, with a reason.
///
/// It is not listed, judged or ranked from then on, and its reviews count nowhere. Until the results are published.
#[utoipa::path(
    post, path = "/events/{slug}/projects/{id}/withdraw", tag = "projects", operation_id = "withdrawProject",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))),
    params(Slug, ProjectPath),
    request_body(content = bodies::ProjectWithdrawal, example = json!({ "reason": "Nobody came to show it." })),
    responses((status = OK, description = "The project is withdrawn.", body = Project, example = examples::project)),
)]
pub async fn withdraw(
    SignedIn(state, caller, (slug, id)): SignedIn<(String, ProjectId)>,
    json: JsonBody,
) -> Answer {
    let reason = json
        .fields()
        .and_then(|body| body.faults().gather(|errors| body.text("reason", errors).unwrap_or_default()));
    state.by(&caller).at(&slug).write(async |call| leaving::withdraw(call, id, reason).await).await?;
    managed(&state, &caller, id).await
}

/// Restores a withdrawn project, as it had been submitted.
#[utoipa::path(
    post, path = "/events/{slug}/projects/{id}/restore", tag = "projects", operation_id = "restoreProject",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))),
    params(Slug, ProjectPath),
    responses((status = OK, description = "The project takes part again.", body = Project, example = examples::project)),
)]
pub async fn restore(SignedIn(state, caller, (slug, id)): SignedIn<(String, ProjectId)>) -> Answer {
    state.by(&caller).at(&slug).write(async |call| leaving::restore(call, id).await).await?;
    managed(&state, &caller, id).await
}

/// Corrects the title, the addresses and the team's name of a project that a list or a bundle brought.
///
/// Also after submissions have closed, until the results are published. Only the fields in the body change.
#[utoipa::path(
    post, path = "/events/{slug}/projects/{id}/correct", tag = "projects", operation_id = "correctProject",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))),
    params(Slug, ProjectPath),
    request_body(content = bodies::ProjectCorrection, example = json!({ "title": "Lamp", "team": "Lights", "repo_url": "https://code.example/lamp" })),
    responses((status = OK, description = "The project as corrected.", body = Project, example = examples::project)),
)]
pub async fn correct(
    SignedIn(state, caller, (slug, id)): SignedIn<(String, ProjectId)>,
    json: JsonBody,
) -> Answer {
    let sent = json.fields().and_then(|body| SentCorrection::of_json(&body));
    state.by(&caller).at(&slug).write(async |call| correct::correct(call, id, sent).await).await?;
    managed(&state, &caller, id).await
}
