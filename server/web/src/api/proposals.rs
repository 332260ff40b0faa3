//! `/api/proposals`: a program asks its person to confirm a write. Only their page confirms one.

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
    responses((status = OK, description = "The proposals.", body = Vec<Proposal>, example = examples::proposals)),
)]
pub async fn list(SignedIn(state, caller, ()): SignedIn) -> Answer {
    let found = state.read(async |c| proposals::list(c, &caller).await).await?;
    answer::json(StatusCode::OK, &found.into_iter().map(proposal_object).collect::<Vec<_>>())
}

/// Asks the caller to confirm a write on the page `/me/proposals`, within a day.
///
/// Nothing is done and no rule of the write is asked before. Confirmed, it is done as by the caller's own request, and the log's row says by
/// what way it was proposed. Of an account the fifty newest wait, as far as they send 256 KiB together. Writes that send files
/// can't be proposed.
#[utoipa::path(
    post, path = "/proposals", tag = "people", operation_id = "makeProposal",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in who sees what the write is about"))),
    request_body(content = bodies::NewProposal, example = examples::new_proposal),
    responses((status = CREATED, description = "The proposal that waits.", body = Proposal, example = examples::proposal)),
)]
pub async fn make(SignedIn(state, caller, ()): SignedIn, json: JsonBody) -> Answer {
    let sent = json.fields().and_then(|fields| NewProposal::read(&fields));
    let made = state.write(async |c| proposals::make(c, &caller, sent).await).await?;
    answer::json(StatusCode::CREATED, &proposal_object(made))
}
