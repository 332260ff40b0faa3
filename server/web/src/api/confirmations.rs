//! `/api/events/<slug>/confirmations`: what an organizer asked for, and a second one confirms.

use super::document::params::ConfirmationPath;
use super::prelude::*;
use model::confirmation;
use portal::confirmations;
use shared::confirmation::{assent, dissent};
use shared::wire::Confirmation;

fn object(found: confirmation::Confirmation, now: DateTime<Utc>) -> Confirmation {
    object! {
        Confirmation from found: id, act, current, digest, asked_at, expires_at, decided_at, sentence;
        state: found.state(now),
        asked_by: found.asker.clone(),
        decided_by: found.decider.clone()
    }
}

async fn answered(state: &State, caller: &Caller, slug: &str) -> Answer {
    let (now, found) = state.by(caller).at(slug).read(confirmations::list).await?;
    let all: Vec<_> = found.into_iter().map(|found| object(found, now)).collect();
    answer::json(StatusCode::OK, &all)
}

/// What waits for a second organizer and what was decided, at most the fifty newest, the newest first.
#[utoipa::path(
    get, path = "/events/{slug}/confirmations", tag = "results", operation_id = "listConfirmations", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers"))), params(Slug),
    responses((status = OK, description = "The acts.", body = Vec<Confirmation>, example = examples::confirmations)),
)]
pub async fn list(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    answered(&state, &caller, &slug).await
}

/// Confirms what another organizer asked for. It is done at once, as the caller.
///
/// Refused, it still waits. It can't be confirmed once the run, prizes or winners have changed since it was asked for.
#[utoipa::path(
    post, path = "/events/{slug}/confirmations/{id}/confirm", tag = "results", operation_id = "confirmAct",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers, but not who asked"))),
    params(Slug, ConfirmationPath), request_body(content = bodies::Assent, example = json!({ "sentence": "I compared the list with the run." })),
    responses((status = OK, description = "The acts.", body = Vec<Confirmation>, example = examples::confirmations)),
)]
pub async fn confirm(SignedIn(state, caller, (slug, id)): SignedIn<(String, i64)>, json: JsonBody) -> Answer {
    let sentence = json.fields().and_then(|body| assent(&body));
    let confirm = async |call: &mut Call<'_>| confirmations::confirm(call, id, sentence, &state.signer).await;
    state.write_forgetting(state.by(&caller).at(&slug), confirm).await?;
    answered(&state, &caller, &slug).await
}

/// Declines what another organizer asked for, with a sentence that they read.
#[utoipa::path(
    post, path = "/events/{slug}/confirmations/{id}/decline", tag = "results", operation_id = "declineAct",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers, but not who asked"))),
    params(Slug, ConfirmationPath), request_body(content = bodies::Dissent, example = json!({ "sentence": "One winner has not answered yet." })),
    responses((status = OK, description = "The acts.", body = Vec<Confirmation>, example = examples::confirmations)),
)]
pub async fn decline(SignedIn(state, caller, (slug, id)): SignedIn<(String, i64)>, json: JsonBody) -> Answer {
    let sentence = json.fields().and_then(|body| dissent(&body));
    let decline = async |call: &mut Call<'_>| confirmations::decline(call, id, sentence, &state.signer).await;
    state.by(&caller).at(&slug).write(decline).await?;
    answered(&state, &caller, &slug).await
}

/// Takes back what the caller asked for.
#[utoipa::path(
    post, path = "/events/{slug}/confirmations/{id}/withdraw", tag = "results", operation_id = "withdrawAct",
    security(("bearer" = [])), extensions(("x-caller" = json!("the organizer who asked"))), params(Slug, ConfirmationPath),
    responses((status = OK, description = "The acts.", body = Vec<Confirmation>, example = examples::confirmations)),
)]
pub async fn withdraw(SignedIn(state, caller, (slug, id)): SignedIn<(String, i64)>) -> Answer {
    state.by(&caller).at(&slug).write(async |call| confirmations::withdraw(call, id).await).await?;
    answered(&state, &caller, &slug).await
}
