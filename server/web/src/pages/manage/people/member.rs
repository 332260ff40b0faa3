//! One member: tracks and cap of a judge, a further role, a role taken away.

use crate::http::form::Form;
use crate::http::path;
use crate::pages::event_page::{event_page, with_event};
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::people::{LimitsForm, MemberPage, member_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::event::Event;
use model::member::{JudgeLimits, RoleHoldings};
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::people::member::{self, MemberView};
use shared::ids::{PersonId, TrackId};
use shared::invitation::MemberRole;
use shared::names::{is_deleted_address, is_guest_address};
use shared::refusal::{Code, Fault, Refusal};
use std::collections::BTreeSet;

/// `GET /events/<slug>/manage/people/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    let id = PersonId(path::id(&id)?);
    Ok(show_page(&state, &caller, &slug, id, None).await?)
}

/// `POST …/<id>/limits`: the tracks `track` and the cap `review_cap` of a judge, made from `was`.
pub async fn set_limits(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PersonId(path::id(&id)?);
    let change = (form.get("was"), limits(&form));
    let done = state.write(async |c| member::set_limits(c, &caller, &slug, id, change).await).await;
    answer(&state, &caller, &slug, id, form, done).await
}

/// `POST …/<id>/grant`: the further role `role`.
pub async fn grant(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PersonId(path::id(&id)?);
    let role = MemberRole::from_name(form.get("role")).ok_or_else(Refusal::not_found)?;
    let done = state.write(async |c| member::grant_role(c, &caller, &slug, id, role).await).await;
    answer(&state, &caller, &slug, id, form, done).await
}

/// `POST …/<id>/remove`: takes each `role` away.
pub async fn remove(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PersonId(path::id(&id)?);
    let names = form.all("role").map(|name| MemberRole::from_name(name).ok_or_else(Refusal::not_found));
    let chosen = names.collect::<Result<BTreeSet<_>, _>>()?;
    let roles: Vec<MemberRole> = chosen.into_iter().collect();
    match state.write(async |c| member::remove_roles(c, &caller, &slug, id, &roles).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/people"))),
        Err(failure) => answer(&state, &caller, &slug, id, form, Err(failure)).await,
    }
}

/// What was typed into the form of a judge's limits.
fn limits(form: &Form) -> Sent<JudgeLimits> {
    let cap = form.get("review_cap").trim();
    let review_cap = match cap.parse::<i32>() {
        _ if cap.is_empty() => None,
        Ok(cap) if cap >= 0 => Some(cap),
        _ => return Err(Refusal::field("review_cap", Fault::CapNotWhole)),
    };
    let tracks = form.all("track").filter_map(|id| path::id(id).ok()).map(TrackId).collect();
    Ok(JudgeLimits { review_cap, tracks })
}

async fn answer(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: PersonId,
    form: Form,
    done: Result<(), Failure>,
) -> PageResult {
    match done {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/people/{id}"))),
        Err(failure) => {
            let again =
                async |refusal| show_page(state, caller, slug, id, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: PersonId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| {
        let found = member::open(c, caller, slug, id).await?;
        with_event(c, found).await
    };
    let model = |(found, event): (MemberView, Event), _: &EventView| {
        let frame = Frame::new(found.member.name.clone(), format!("/events/{slug}/manage/people/{id}"));
        let judges = found.member.roles.contains(&MemberRole::Judge);
        let limits = judges.then(|| limits_form(&found, &event, refused.as_ref()));
        let holds = &found.holdings;
        let roles = found.roles.iter().map(|(role, why)| (*role, means(*role, holds, why.as_ref())));
        let model = MemberPage {
            id: id.0,
            roles: roles.collect(),
            name: found.member.name.clone(),
            email: Some(found.member.email.clone())
                .filter(|e| !is_guest_address(e) && !is_deleted_address(e))
                .unwrap_or_default(),
            team: found.member.team.clone(),
            load: (found.member.done, found.member.done + found.member.pending),
            limits,
            to_remove: refused
                .as_ref()
                .map(|r| r.form.all("role").map(str::to_owned).collect())
                .unwrap_or_default(),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, member_page).await
}

/// The form of a judge's limits: as typed where it was refused, otherwise as stored.
fn limits_form(found: &MemberView, event: &Event, refused: Option<&RefusedForm>) -> LimitsForm {
    let mut stored_tracks: Vec<TrackId> = found.member.tracks.iter().map(|(id, _)| *id).collect();
    stored_tracks.sort_unstable();
    let stored = JudgeLimits { review_cap: found.member.review_cap, tracks: stored_tracks };
    let typed = refused.filter(|r| r.form.sent("was").is_some());
    let chosen = |id: TrackId| match typed {
        Some(refused) => refused.form.all("track").any(|sent| sent == id.to_string()),
        None => stored.tracks.contains(&id),
    };
    let tracks = event.tracks.iter().map(|t| (t.id.0, t.name.clone(), chosen(t.id)));
    let cap = stored.review_cap.map(|cap| cap.to_string()).unwrap_or_default();
    let changed = typed.is_some_and(|r| r.refusal.code() == Code::EditedMeanwhile);
    LimitsForm {
        tracks: tracks.collect(),
        review_cap: typed.and_then(|r| r.typed("review_cap")).unwrap_or_else(|| cap.clone()),
        was: member::version(&stored),
        stored: changed.then(|| in_words(found, &cap)),
        may: forms::allowed(found.limits_refused.clone()),
    }
}

/// A judge's stored limits in words.
fn in_words(found: &MemberView, cap: &str) -> String {
    let names: Vec<String> = found.member.tracks.iter().map(|(_, name)| name.clone()).collect();
    let tracks = if names.is_empty() { "no tracks".to_owned() } else { words::and_list(&names) };
    let most = if cap.is_empty() { "no cap".to_owned() } else { format!("at most {cap} reviews") };
    format!("{most}, {tracks}")
}

/// What taking a role away means, in numbers; or why that cannot be done.
fn means(role: MemberRole, holds: &RoleHoldings, refused: Option<&Refusal>) -> Result<String, String> {
    if let Some(refusal) = refused {
        return Err(words::refusal(refusal));
    }
    Ok(match role {
        MemberRole::Judge if holds.without_review == 0 => {
            "No assignment is lost: this judge has none.".to_owned()
        }
        MemberRole::Judge => format!(
            "{} without a review {} taken away. Other judges get those projects only if you assign them.",
            words::plural(holds.without_review, "assignment", "assignments"),
            if holds.without_review == 1 { "is" } else { "are" }
        ),
        MemberRole::Organizer => {
            let others = words::plural(holds.other_organizers, "organizer stays", "organizers stay");
            format!("{others}. The person no longer sees the organizers’ pages.")
        }
        MemberRole::Participant => match &holds.team {
            None => "The person is on no team, so no project changes.".to_owned(),
            Some((_, team)) if holds.members == 1 => {
                format!("The team “{team}” loses its only member and is removed. It has no project.")
            }
            Some((_, team)) => format!(
                "The person leaves the team “{team}”, which keeps {} and {}.",
                words::plural(holds.members - 1, "member", "members"),
                words::plural(holds.projects, "project", "projects")
            ),
        },
    })
}
