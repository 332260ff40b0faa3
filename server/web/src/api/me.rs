//! `/api/me` and `/api/me/notices`.

use super::prelude::*;
use model::notice::UnreadNotice;
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

fn notice_object(notice: UnreadNotice) -> Notice {
    let UnreadNotice { id, slug: event, author, text, urgent, posted_at, .. } = notice;
    Notice { id, event, author, text, urgent, posted_at }
}

/// What organizers tell the caller and the caller has not marked as read.
#[utoipa::path(
    get, path = "/me/notices", tag = "people", operation_id = "listNotices",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in"))),
    responses((status = OK, description = "The notices.", body = Vec<Notice>, example = examples::notices)),
)]
pub async fn notices(SignedIn(state, caller, ()): SignedIn) -> Answer {
    let found = state.by(&caller).read(async |call| unread(call, None).await).await?;
    let notices: Vec<_> = found.into_iter().map(notice_object).collect();
    answer::json(StatusCode::OK, &notices)
}
