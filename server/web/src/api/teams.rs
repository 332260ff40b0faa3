//! `GET /api/events/<slug>/team/join/<code>` and `/api/events/<slug>/more-time`.

use super::prelude::*;
use model::team::TeamInvitation;
use portal::submit::more_time::{self, SentTime};
use portal::submit::teams;
use shared::wire::{LinkedTeam, TeamTime};

/// The team to which a join link leads.
#[utoipa::path(
    get, path = "/events/{slug}/team/join/{code}", tag = "people", operation_id = "readTeamLink",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in who has the link"))),
    params(
        Slug,
        ("code" = String, Path, description = "The last part of the link.", example = "join-demo-judging-Lights", min_length = 1, pattern = "^[A-Za-z0-9_-]+$")
    ),
    responses((status = OK, description = "The team.", body = LinkedTeam, example = examples::linked_team)),
)]
pub async fn linked(ApiRequest(state, caller, (slug, code)): ApiRequest<(String, String)>) -> Answer {
    let (at, found) =
        state.by(&caller).at(&slug).read(async |call| teams::invitation(call, &code).await).await?;
    let TeamInvitation { team, members, mine, refused } = found;
    let linked = LinkedTeam { event: at.slug, team: team.name, members, mine, open: refused.is_none() };
    answer::json(StatusCode::OK, &linked)
}

/// The teams that got more time to submit than the others.
#[utoipa::path(
    get, path = "/events/{slug}/more-time", tag = "projects", operation_id = "listMoreTime",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers"))), params(Slug),
    responses((status = OK, description = "The teams.", body = Vec<TeamTime>, example = examples::team_times)),
)]
pub async fn list_more_time(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    given(&state, &caller, &slug).await
}

async fn given(state: &State, caller: &Caller, slug: &str) -> Answer {
    let found = state.by(caller).at(slug).read(more_time::for_page).await?;
    let time = found.given.into_iter().map(object! { TeamTime from |given|:
        team, name, until, reason
    });
    answer::json(StatusCode::OK, &time.collect::<Vec<_>>())
}

/// Gives one team more time to submit, in place of what it got before.
///
/// The log, the team's page and the published results say so. It ends when judging closes, or with the publication, at the latest.
#[utoipa::path(
    post, path = "/events/{slug}/more-time", tag = "projects", operation_id = "giveMoreTime",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = bodies::NewTeamTime, example = json!({ "team": 1, "until": "2099-11-20T19:00:00Z", "reason": "The power was out." })),
    responses((status = OK, description = "The teams with more time.", body = Vec<TeamTime>, example = examples::team_times)),
)]
pub async fn give_more_time(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let sent = sent_time(&json);
    state.by(&caller).at(&slug).write(async |call| more_time::give(call, sent).await).await?;
    given(&state, &caller, &slug).await
}

fn sent_time(json: &JsonBody) -> Result<SentTime, Refusal> {
    let body = json.fields()?;
    let mut errors = body.faults();
    let team = body.number("team", Fault::TeamMissing, &mut errors).flatten().map(TeamId);
    let reason = body.text("reason", &mut errors).unwrap_or_default();
    let until = body.moment("until", &mut errors);
    errors.into_result().map(|()| SentTime { team, until, reason })
}
