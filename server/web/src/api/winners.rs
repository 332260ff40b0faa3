//! `/api/events/<slug>/winners`, `POST /api/events/<slug>/winners/next` and `POST /api/events/<slug>/results/final`: what provisional winners
//! owe, and who follows them.

use super::prelude::*;
use model::publication::Duties;
use portal::prizes::duties;
use portal::publish::{correct_prizes, publish, results};
use shared::award::NextTaken;
use shared::provisional::{DutyState, SettledDuty};
use shared::wire::{NextWinner, OwedThing, Results, WinnersOwe};

fn board(found: Option<Duties>) -> WinnersOwe {
    let Some(Duties { until, next_until, owed, next, .. }) = found else { return WinnersOwe::default() };
    let next_until = (next_until != until).then_some(next_until);
    let owed = owed.into_iter().map(object! { OwedThing from |of|:
        project, title, team, reason;
        duty: of.number,
        what: of.duty,
        state: DutyState::of(of.shown)
    });
    let next = next.into_iter().map(|of| NextWinner { prize: of.prize, refused: of.refused, next: of.next });
    WinnersOwe { until: Some(until), next_until, owed: owed.collect(), next: next.collect() }
}

async fn owed(state: &State, caller: &Caller, slug: &str) -> Answer {
    let found = state.by(caller).at(slug).read(duties::open).await?;
    answer::json(StatusCode::OK, &board(found))
}

/// What winners owe while results are provisional, and who is next in line where something was refused.
///
/// A member of a team reads what the own team owes.
#[utoipa::path(
    get, path = "/events/{slug}/winners", tag = "results", operation_id = "listWinnersOwe",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part, and its teams"))), params(Slug),
    responses((status = OK, description = "What winners owe.", body = WinnersOwe, example = examples::winners_owe)),
)]
pub async fn list(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    owed(&state, &caller, &slug).await
}

/// Says that a winner has shown something that it owes, that it is refused, or that it is open again.
#[utoipa::path(
    post, path = "/events/{slug}/winners", tag = "results", operation_id = "settleDuty",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = SettledDuty, example = json!({ "project": 12, "duty": 1, "state": "shown" })),
    responses((status = OK, description = "What winners owe.", body = WinnersOwe, example = examples::winners_owe)),
)]
pub async fn settle(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let duty = json.fields().and_then(|body| SettledDuty::read(&body)).map(|duty| vec![duty]);
    let by = state.by(&caller).at(&slug);
    by.write(async |call| duties::settle(call, &state.base_url, duty).await).await?;
    owed(&state, &caller, &slug).await
}

/// Gives the prize of a refused winner to the next in line.
///
/// Publishes the results once more, as a correction with the reason. `next` is who was read to be next: where others are by now, nothing is
/// done. Where nobody is next by the rule, an empty `next` leaves the place empty, or an organizer chooses on the prize's page.
#[utoipa::path(
    post, path = "/events/{slug}/winners/next", tag = "results", operation_id = "awardNextInLine",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = NextTaken, example = json!({ "prize": 3, "next": [7], "reason": "The first winner showed no licence." })),
    responses((status = OK, description = "What winners owe.", body = WinnersOwe, example = examples::winners_owe)),
)]
pub async fn award_next(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let taken = json.fields().and_then(|body| NextTaken::read(&body));
    let by = state.by(&caller).at(&slug);
    by.write(async |call| correct_prizes::award_next(call, taken, &state.signer).await).await?;
    owed(&state, &caller, &slug).await
}

/// Makes provisional results final.
///
/// Publishes the same ranking and winners once more, signed as final. Each winner has shown all that it owes. Where the event asks a second
/// organizer, the ranking stays provisional until another one confirms it: `GET /api/events/{slug}/confirmations` has what waits.
#[utoipa::path(
    post, path = "/events/{slug}/results/final", tag = "results", operation_id = "makeResultsFinal",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    responses((status = OK, description = "The final ranking.", body = Results, example = examples::results)),
)]
pub async fn make_final(SignedIn(state, caller, slug): SignedIn<String>) -> Answer {
    let by = state.by(&caller).at(&slug);
    by.write(async |call| publish::make_final(call, &state.signer).await).await?;
    let found = by.read(async |call| results::read(call, state.kept_results()).await).await?;
    answer::json(StatusCode::OK, &found.results)
}
