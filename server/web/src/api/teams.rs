//! `GET /api/events/<slug>/team/join/<code>`.

use super::document::examples;
use super::document::params::JoinPath;
use crate::http::answer::{self, Answer};
use crate::state::State;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use portal::caller::Caller;
use portal::submit::teams::{self, Invitation};
use shared::wire::LinkedTeam;

fn object(found: Invitation) -> LinkedTeam {
    let Invitation { at, team, members, mine, refused } = found;
    LinkedTeam { event: at.slug, team: team.name, members, mine, open: refused.is_none() }
}

/// The team to which a join link leads.
#[utoipa::path(
    get, path = "/events/{slug}/team/join/{code}", tag = "people", operation_id = "readTeamLink",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in who has the link"))), params(JoinPath),
    responses((status = OK, description = "The team.", body = LinkedTeam, example = examples::linked_team)),
)]
pub async fn linked(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, code)): Path<(String, String)>,
) -> Answer {
    let found = state.read(async |c| teams::invitation(c, &caller, &slug, &code).await).await?;
    answer::json(StatusCode::OK, &object(found))
}
