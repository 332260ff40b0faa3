//! `/api/proposals`: a program asks its person to confirm a write. Only their page confirms one.

use super::judge::known;
use super::prelude::*;
use model::proposal;
use portal::proposals;
use shared::proposal::NewProposal;
use shared::wire::Proposal;

fn proposal_object(found: proposal::Proposal) -> Proposal {
    object! {
        Proposal from found: id, method, path, body, via, made_at, expires_at, confirmed_at, refused_at, status, detail;
        event: found.slug.clone()
    }
}

/// The caller's proposals of the last day, the newest first.
#[utoipa::path(
    get, path = "/proposals", tag = "people", operation_id = "listProposals",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in"))),
    responses((status = OK, description = "The proposals.", body = Vec<Proposal>, example = json!([examples::proposal()]))),
)]
pub async fn list(SignedIn(state, caller, ()): SignedIn) -> Answer {
    let found = state.by(&caller).read(proposals::list).await?;
    answer::json(StatusCode::OK, &found.into_iter().map(proposal_object).collect::<Vec<_>>())
}

/// Asks the caller to confirm a write on the page `/me/proposals`, within a day.
///
/// Nothing is done and no rule of the write is asked before. Confirmed, it is done as by the caller's own request, and the log's row says by
/// what way it was proposed. What writes over something is made from what is there now, or from the save that `If-Match` names and what
/// `was` in the body holds: if that changes before it is confirmed, it is refused, and the page shows what changed. Under its key the same
/// request gets the proposal as it is by then. Of an account the fifty newest wait, as far as they send 256 KiB together. Writes that send files
/// can't be proposed.
#[utoipa::path(
    post, path = "/proposals", tag = "people", operation_id = "makeProposal",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in who sees what the write is about"))),
    params(KeyHeader), request_body(content = NewProposal, example = examples::new_proposal),
    responses((status = CREATED, description = "The proposal that waits.", body = Proposal, example = examples::proposal)),
)]
pub async fn make(SignedIn(state, caller, ()): SignedIn, json: JsonBody) -> Answer {
    let known = known(&json.headers);
    let tags = known.iter().flatten().map(String::as_str);
    let named: Vec<&str> = ["makeProposal"].into_iter().chain(tags).collect();
    let key = idempotency_key::of_request(&json.headers, &named, &json.bytes);
    let sent = key.clone().and_then(|_| NewProposal::read(&json.fields()?));
    // Under a key only the id is stored: what a proposal sends goes as its person decides.
    let job = state
        .by(&caller)
        .write_once(key.unwrap_or_default(), async |call| proposals::make(call, known, sent).await);
    let id = job.await?;
    let made = state.by(&caller).read(async |call| proposals::read(call, id).await).await?;
    answer::json(StatusCode::CREATED, &proposal_object(made))
}
