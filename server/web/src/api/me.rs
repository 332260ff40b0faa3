//! `/api/me` and `/api/me/notices`.

use super::prelude::*;
use portal::account::me::{self, Profile};
use portal::notices::unread;
use shared::wire::{Me, Notice, Role, Team, TeamMember};

fn me_object(profile: Profile) -> Me {
    let roles = profile.roles.into_iter();
    let teams = profile.teams.into_iter().map(|team| {
        let members = team.members.into_iter();
        object! { Team from team: event, name, has_link, contact;
            submissions_close_at: team.more_time,
            more_time_reason: team.more_time.and(team.more_time_reason),
            members: members.map(object! { TeamMember from |member|: name, joined_at }).collect()
        }
    });
    Me {
        id: profile.actor.person,
        email: profile.email,
        name: profile.name,
        confirmed: profile.actor.confirmed,
        is_staff: profile.actor.staff,
        roles: roles.map(|r| Role { event: r.slug, role: r.role, team: r.team }).collect(),
        teams: teams.collect(),
    }
}

/// Who the caller is, and their roles.
#[utoipa::path(
    get, path = "/me", tag = "people", operation_id = "readMe",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in"))),
    responses((status = OK, description = "The account.", body = Me, example = examples::me)),
)]
pub async fn read(ApiRequest(state, caller, ()): ApiRequest) -> Answer {
    let found = state.by(&caller).read(me::read).await?;
    answer::json(StatusCode::OK, &me_object(found))
}

/// What organizers tell the caller and the caller has not marked as read.
#[utoipa::path(
    get, path = "/me/notices", tag = "people", operation_id = "listNotices",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in"))),
    responses((status = OK, description = "The notices.", body = Vec<Notice>, example = examples::notices)),
)]
pub async fn notices(SignedIn(state, caller, ()): SignedIn) -> Answer {
    let found = state.by(&caller).read(async |call| unread(call, None).await).await?;
    let notices = found.into_iter();
    let notices = notices
        .map(object! { Notice from |notice|: id, author, text, urgent, posted_at; event: notice.slug });
    answer::json(StatusCode::OK, &notices.collect::<Vec<_>>())
}
