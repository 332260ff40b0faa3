//! One member: what a judge reviews, tracks and cap, a further role, a role taken away.

use super::members::Members;
use crate::pages::manage::assignments::overview::Assignments;
use crate::pages::manage::assignments::{hand, handover};
use crate::pages::prelude::*;
use app::pages::manage::assignments::hand::Side;
use app::pages::manage::assignments::handover::HandoverPart;
use app::pages::manage::people::cards::CardOffer;
use app::pages::manage::people::member::{LimitsForm, MemberPage, member_page};
use model::member::RoleHoldings;
use portal::judge::assign::{self, Pair};
use portal::people::member::{self, MemberView};
use shared::invitation::MemberRole;
use shared::judge_limits::JudgeLimits;
use std::collections::BTreeSet;

pub struct Member;

impl Desk for Member {
    type Id = PersonId;
    /// With what a judge reviews.
    type Found = ((MemberView, Event), Option<hand::Assigned>);
    /// Who would take a judge's pending work.
    type Beside = Option<HandoverPart>;

    fn path(at: &At<PersonId>) -> String {
        format!("/events/{}/manage/people/{}", at.slug, at.id)
    }

    async fn read(call: &mut Call<'_>, at: &At<PersonId>) -> Outcome<Self::Found> {
        let found = member::open(call, at.id).await?;
        let judges = found.member.roles.contains(&MemberRole::Judge);
        let reviews = if judges { Some(hand::read(call).await?) } else { None };
        Ok((with_event(call.conn, found).await?, reviews))
    }

    fn title(((found, _), _): &Self::Found, _: &EventView) -> String {
        found.member.name.clone()
    }

    fn draw(((found, event), reviews): Self::Found, mut sheet: DeskContext<'_, Self>) -> AnyView {
        let handover = sheet.beside.take();
        let reviews =
            reviews.and_then(|found| hand::part((Side::Judge, sheet.at.id.0), found, &sheet, handover));
        let judges = found.member.roles.contains(&MemberRole::Judge);
        let limits = judges.then(|| limits_form(&found, &event, sheet.refused));
        let holds = &found.holdings;
        let short = words::confirmations::falls_short(&found.falls_short);
        let roles = found.roles.iter().map(|(role, why)| {
            let means = means(*role, holds, why.as_ref());
            match short.as_ref().filter(|_| *role == MemberRole::Organizer) {
                Some(short) => (*role, means.map(|means| format!("{means} {short}"))),
                None => (*role, means),
            }
        });
        let card = found
            .card
            .as_ref()
            .map(|(judge, refused)| forms::allowed(refused.clone()).map(|()| CardOffer::of(judge)));
        member_page(MemberPage {
            roles: roles.collect(),
            grants: found.grants,
            reviews,
            limits,
            card,
            to_remove: sheet
                .form()
                .map(|form| form.all("role").map(str::to_owned).collect())
                .unwrap_or_default(),
            member: found.member,
        })
    }
}

/// `GET …/people/<id>`; with `?move=1` it also shows who would take a judge's pending work.
pub async fn show(at: At<PersonId>) -> PageResult {
    let handover = match at.query.asked("move") {
        Some(_) => Some(handover::preview(&at).await?),
        None => None,
    };
    Box::pin(show_with::<Member>(&at, handover)).await
}

/// `POST …/judges/<id>/assign`: gives the judge `project`.
pub async fn assign(sent: Post<Member>) -> PageResult {
    let judge = sent.at.id;
    let project = path::id(sent.get("project"));
    let project = project.map_err(|_| Refusal::field("project", Fault::ProjectMissing));
    let pair = project.map(|project| Pair { judge, project: ProjectId(project) });
    sent.did(ActDone::AssignmentGiven, hand::PART, async |call, _| assign::assign(call, pair).await).await
}

/// `POST …/judges/<id>/move`: does what was shown under `digest`.
pub async fn hand_over(sent: Post<Member>) -> PageResult {
    let (at, digest) = (&sent.at, sent.get("digest"));
    let moved = portal::judge::handover::write(at.by(), at.id, digest).await;
    let list = Assignments::path(&sent.at.clone().to(()));
    sent.after(moved, |_, moved| format!("{list}?moved={moved}")).await
}

/// `POST …/<id>/limits`: the tracks `track` and the cap `review_cap` of a judge, made from `was`.
pub async fn set_limits(sent: Post<Member>) -> PageResult {
    let (was, limits) = (sent.get("was").to_owned(), JudgeLimits::of_form(&sent.form));
    sent.did(ActDone::LimitsSaved, "", async |call, at| member::set_limits(call, at.id, (&was, limits)).await)
        .await
}

/// `POST …/<id>/grant`: the further role `role`.
pub async fn grant(sent: Post<Member>) -> PageResult {
    let role = MemberRole::from_name(sent.get("role")).ok_or_else(Refusal::not_found)?;
    sent.did(ActDone::RoleGiven, "", async |call, at| member::grant_role(call, at.id, role).await).await
}

/// `POST …/<id>/remove`: takes each `role` away.
pub async fn remove(sent: Post<Member>) -> PageResult {
    let names = sent.form.all("role");
    let chosen = names.map(|name| MemberRole::from_name(name).ok_or_else(Refusal::not_found));
    let chosen = chosen.collect::<Result<BTreeSet<_>, _>>()?;
    let roles: Vec<MemberRole> = chosen.into_iter().collect();
    let list = Members::path(&sent.at.clone().to(()));
    sent.lead(&ActDone::RolesTaken.at(&list), async |call, at| {
        member::remove_roles(call, at.id, &roles).await
    })
    .await
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
