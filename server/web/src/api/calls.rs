//! `/api/events/<slug>/calls`: judges call for help, and organizers answer.

use super::document::params::CallPath;
use super::judge::call_object;
use super::prelude::*;
use portal::judge::{assignments, call};
use shared::call::of_json;
use shared::refusal::ValueRule;
use shared::wire::{OwnCall, WaitingCall};

/// The calls that wait, the longest wait first.
///
/// An organizer who takes part reads of the place only the room, until the results are published.
#[utoipa::path(
    get, path = "/events/{slug}/calls", tag = "judging", operation_id = "listCalls", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers"))), params(Slug),
    responses((status = OK, description = "The calls.", body = Vec<WaitingCall>, example = examples::calls)),
)]
pub async fn list(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    waiting(&state, &caller, &slug).await
}

async fn waiting(state: &State, caller: &Caller, slug: &str) -> Answer {
    let found = state.by(caller).at(slug).read(call::waiting).await?;
    let calls = found.into_iter().map(object! { WaitingCall from |call|:
        id, said, called_at, taken_by;
        judge: call.name,
        project: call.project.map(|(id, _)| ProjectId(id)),
        room: call.place.room,
        place: call.place.place
    });
    answer::json(StatusCode::OK, &calls.collect::<Vec<_>>())
}

/// Calls for an organizer. A call that waits stays.
#[utoipa::path(
    post, path = "/events/{slug}/calls", tag = "judging", operation_id = "callForHelp", security(("bearer" = [])),
    extensions(("x-caller" = json!("judges of the event, until judging closes"))), params(Slug),
    request_body(content = bodies::NewCall, example = json!({ "said": "The table is empty.", "assignment": 31 })),
    responses((status = OK, description = "The call that waits.", body = OwnCall, example = examples::own_call)),
)]
pub async fn make(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let (said, on) = match sent(&json) {
        Ok((said, on)) => (Ok(said), on),
        Err(refusal) => (Err(refusal), None),
    };
    state.by(&caller).at(&slug).write(async |call| call::make(call, on, said).await).await?;
    own(&state, &caller, &slug).await
}

fn sent(json: &JsonBody) -> Result<(String, Option<AssignmentId>), Refusal> {
    let body = json.fields()?;
    let on = body
        .faults()
        .gather(|errors| body.number("assignment", Fault::Rule(ValueRule::Shape), errors).flatten())?;
    Ok((of_json(&body)?, on.map(AssignmentId)))
}

/// Takes the caller's call back.
#[utoipa::path(
    delete, path = "/events/{slug}/calls", tag = "judging", operation_id = "withdrawCall", security(("bearer" = [])),
    extensions(("x-caller" = json!("judges of the event, until judging closes"))), params(Slug),
    responses((status = OK, description = "No call waits.", body = OwnCall, example = examples::own_call)),
)]
pub async fn withdraw(SignedIn(state, caller, slug): SignedIn<String>) -> Answer {
    state.by(&caller).at(&slug).write(call::withdraw).await?;
    own(&state, &caller, &slug).await
}

/// The caller's call, as their list of tasks has it.
async fn own(state: &State, caller: &Caller, slug: &str) -> Answer {
    let tasks = state.by(caller).read(assignments::tasks).await?;
    let call = tasks.into_iter().find(|event| event.event.slug == slug).and_then(|event| event.call);
    let call = call.and_then(model::call::OwnCall::waiting);
    answer::json(StatusCode::OK, &OwnCall { call: call.map(call_object) })
}

/// Says that the caller is on the way to the judge who called.
#[utoipa::path(
    post, path = "/events/{slug}/calls/{id}/take", tag = "judging", operation_id = "takeCall", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers"))), params(Slug, CallPath),
    responses((status = OK, description = "The calls that wait.", body = Vec<WaitingCall>, example = examples::calls)),
)]
pub async fn take(SignedIn(state, caller, (slug, id)): SignedIn<(String, i64)>) -> Answer {
    state.by(&caller).at(&slug).write(async |call| call::take(call, id).await).await?;
    waiting(&state, &caller, &slug).await
}

/// Closes a call: the judge was helped.
#[utoipa::path(
    post, path = "/events/{slug}/calls/{id}/close", tag = "judging", operation_id = "closeCall", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers"))), params(Slug, CallPath),
    responses((status = OK, description = "The calls that still wait.", body = Vec<WaitingCall>, example = examples::calls)),
)]
pub async fn close(SignedIn(state, caller, (slug, id)): SignedIn<(String, i64)>) -> Answer {
    state.by(&caller).at(&slug).write(async |call| call::end(call, id).await).await?;
    waiting(&state, &caller, &slug).await
}
