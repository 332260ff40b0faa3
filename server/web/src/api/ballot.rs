//! `/api/events/<slug>/ballot` and `/api/events/<slug>/votes`.

use super::prelude::*;
use model::ballot as model;
use portal::vote::{ballot, votes};
use shared::wire::{Ballot, ProjectVotes, Votes};

fn ballot_object(ballot: model::Ballot) -> Ballot {
    object! { Ballot from ballot:
        event, votes_per_voter, choices, not_counted, cast_at;
        voting_open: ballot.voting.open, voting_close: ballot.voting.close
    }
}

/// The tally of an event.
fn votes_of(event: String, tally: model::Tally) -> Votes {
    let projects = tally.projects.into_iter();
    let projects = projects.map(|found| object! { ProjectVotes from found: project, title, team, votes });
    Votes { event, ballots: tally.ballots, projects: projects.collect() }
}

/// The caller's ballot, also before and after the vote.
#[utoipa::path(
    get, path = "/events/{slug}/ballot", tag = "voting", operation_id = "readBallot",
    security(("bearer" = [])), extensions(("x-caller" = json!("signed-in voters with a confirmed address"))),
    params(Slug),
    responses((status = OK, description = "The ballot; without choices if none is cast.", body = Ballot,
        example = examples::ballot)),
)]
pub async fn read(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let found = state.by(&caller).at(&slug).read(ballot::read).await?;
    answer::json(StatusCode::OK, &ballot_object(found))
}

/// Casts, changes or withdraws the caller's ballot.
///
/// While the vote is open, as often as you like. An empty list withdraws the ballot.
#[utoipa::path(
    post, path = "/events/{slug}/ballot", tag = "voting", operation_id = "castBallot",
    security(("bearer" = [])), extensions(("x-caller" = json!("signed-in voters with a confirmed address"))),
    params(Slug), request_body(content = bodies::Choices, example = json!({ "choices": [12] })),
    responses((status = OK, description = "The ballot as saved.", body = Ballot, example = examples::ballot)),
)]
pub async fn cast(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let sent = json.fields().and_then(|body| shared::ballot::read(&body));
    let cast = state.by(&caller).at(&slug).write(async |call| ballot::cast(call, sent).await).await?;
    answer::json(StatusCode::OK, &ballot_object(cast))
}

/// How many votes each project got.
#[utoipa::path(
    get, path = "/events/{slug}/votes", tag = "voting", operation_id = "readVotes",
    security((), ("bearer" = [])),
    extensions(("x-caller" = json!("organizers once voting has closed; anyone once results are published"))),
    params(Slug),
    responses((status = OK, description = "The tally.", body = Votes, example = examples::votes)),
)]
pub async fn tally(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let found = state.by(&caller).at(&slug).read(votes::read).await?;
    answer::json(StatusCode::OK, &votes_of(slug, found)).map(answer::public)
}
