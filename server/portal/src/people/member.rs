//! One member: tracks and cap of a judge, a further role, a role taken away.

use super::refused_about;
use crate::prelude::*;
use shared::judge_limits::JudgeLimits;
use shared::rules::RoleFacts;
use store::{confirmation, invitation, invited_judge, membership, membership_change, personal};

#[derive(Debug)]
pub struct MemberView {
    pub at: Context,
    pub member: Member,
    /// What each of their roles holds, and why it cannot be taken away.
    pub roles: Vec<(MemberRole, Option<Refusal>)>,
    /// The numbers behind that.
    pub holdings: RoleHoldings,
    /// The event, where too few organizers could confirm for each other without this one.
    pub falls_short: Vec<String>,
    /// The further roles that this caller can give them now.
    pub grants: Vec<MemberRole>,
    /// Why the judge's tracks and cap cannot be changed by this caller.
    pub limits_refused: Option<Refusal>,
    /// The judge as cards can be printed for them, and why none can be made now; none for who does not judge.
    pub card: Option<(CardJudge, Option<Refusal>)>,
}
model::in_event!(MemberView);

/// Reads one member.
/// Errors: 401, 404 where the event has no such member, 403 for a caller who does not organize.
pub async fn open(call: &mut Call<'_>, person: PersonId) -> Outcome<MemberView> {
    let (at, permit) = call.open::<act::SeePeople>().await?;
    let filter = MemberFilter { person: Some(person), ..MemberFilter::default() };
    let (mut found, _) = membership::list(call.conn, &permit, &filter, at.facts.teams_left_out()).await?;
    let member = found.pop().ok_or_else(Refusal::not_found)?;
    let holdings = membership_change::holdings(call.conn, at.event, person).await?;
    let about = |role| (role, keeps(call.caller, &at, (person, role), &holdings).err());
    let roles = member.roles.iter().copied().map(about).collect();
    let limits_refused = call.ask::<act::SetJudgeLimits>(&at).err();
    let mut card = None;
    if member.roles.contains(&MemberRole::Judge) {
        let judges = invitation::card_judges(call.conn, &permit).await?;
        let refused = refused_about::<act::SendInvitation>(call, &at, MemberRole::Judge).await?;
        card = judges.into_iter().find(|judge| judge.person == Some(person)).map(|judge| (judge, refused));
    }
    let falls_short = confirmation::falls_short(call.conn, person, None, Some(at.event)).await?;
    let nobody_free = membership::nobody_is_free(call.conn, at.event).await?;
    let can = |role: &MemberRole| {
        !member.roles.contains(role) && may_grant(call.caller, &at, &member, *role, nobody_free).is_ok()
    };
    let grants = MemberRole::ALL.into_iter().filter(can).collect();
    Ok(MemberView { roles, holdings, falls_short, grants, limits_refused, card, member, at })
}

/// Asks whether the caller may give a member this further role.
fn may_grant(
    caller: &Caller,
    at: &Context,
    member: &Member,
    role: MemberRole,
    nobody_free: bool,
) -> Result<Permit<act::GrantRole>, Refusal> {
    let mut facts = about(caller, at, member.person, role);
    if let Some(about) = &mut facts.role {
        about.nobody_free = nobody_free;
        about.of_organizer = member.roles.contains(&MemberRole::Organizer);
    }
    may::<act::GrantRole>(caller.actor.as_ref(), &facts, at.now)
}

/// Whether a role can be taken away now, as far as the rules and the numbers tell.
fn keeps(
    caller: &Caller,
    at: &Context,
    (person, role): (PersonId, MemberRole),
    holds: &RoleHoldings,
) -> Result<(), Refusal> {
    let actor = caller.actor.as_ref();
    match role {
        MemberRole::Judge => {
            caller.ask::<act::RemoveJudge>(at)?;
            require(holds.reviews == 0, Reason::JudgeHasReviews { reviews: holds.reviews })?;
        }
        MemberRole::Organizer => {
            may::<act::RemoveMember>(actor, &about(caller, at, person, role), at.now)?;
            if holds.other_organizers == 0 && at.facts.event.forgotten_at.is_none() {
                return Err(Reason::OnlyOrganizer { events: vec![at.facts.event.name.clone()] }.into());
            }
            if holds.only_free {
                return Err(Reason::LastFreeOrganizer { events: vec![at.facts.event.name.clone()] }.into());
            }
        }
        MemberRole::Participant => {
            may::<act::RemoveMember>(actor, &about(caller, at, person, role), at.now)?;
            if holds.team.is_some() {
                caller.ask::<act::TakeOffTeam>(at)?;
                require(holds.members != 1 || holds.projects == 0, Reason::LastMemberOfTeam)?;
            }
        }
    }
    Ok(())
}

/// What the rules look at where a role of this person is given or taken.
fn about(caller: &Caller, at: &Context, person: PersonId, role: MemberRole) -> Facts {
    let own = caller.person() == Some(person);
    let role = RoleFacts { role, own, of_organizer: false, nobody_free: false, team: None };
    Facts { role: Some(role), ..at.facts.clone() }
}

/// Changes a judge's tracks and cap. `was` is what the caller's form was made from.
/// Errors: 401, 403, 404 where the person does not judge in the event; 409 where somebody else changed them meanwhile; 400 for the cap or a
/// track.
pub async fn set_limits(
    call: &mut Call<'_>,
    person: PersonId,
    (was, new): (&str, Sent<JudgeLimits>),
) -> Acted {
    let (at, permit) = call.open::<act::SetJudgeLimits>().await?;
    let stored = membership_change::lock_limits(call.conn, &permit, person).await?;
    let stored = stored.ok_or_else(Refusal::not_found)?;
    require(was == version(&stored), Reason::JudgeChangedMeanwhile)?;
    let mut new = new?;
    new.tracks.sort_unstable();
    new.tracks.dedup();
    if new == stored {
        return Ok(Done::unlogged(()));
    }
    membership_change::set_limits(call.conn, &permit, person, &new).await?;
    let entry = call.entry(&at, "membership.changed", "person", person);
    Ok(Done::logged((), entry.before(limits_json(&stored)).after(limits_json(&new))))
}

fn limits_json(limits: &JudgeLimits) -> Value {
    json!({ "review_cap": limits.review_cap, "tracks": limits.tracks })
}

/// What a form of a judge's limits was made from, as it carries that.
pub fn version(limits: &JudgeLimits) -> String {
    let cap = limits.review_cap.map(|cap| cap.to_string()).unwrap_or_default();
    let tracks: Vec<String> = limits.tracks.iter().map(ToString::to_string).collect();
    format!("{cap};{}", tracks.join(","))
}

/// Gives a member a further role.
/// Errors: 401, 403, 404 where the event has no such member, 409 where they have the role.
pub async fn grant_role(call: &mut Call<'_>, person: PersonId, role: MemberRole) -> Acted {
    let found = open(call, person).await?;
    let nobody_free = membership::nobody_is_free(call.conn, found.at.event).await?;
    let permit = may_grant(call.caller, &found.at, &found.member, role, nobody_free)?;
    require(membership::grant(call.conn, &permit, person, role).await?, Reason::MemberAlready)?;
    let mut after = json!({ "role": role.name() });
    if role == MemberRole::Judge {
        // Their address may be invited, and dealt to.
        let dealt = invited_judge::come_in(call.conn, &permit, person, None).await?;
        if dealt > 0 {
            after["assignments"] = json!(dealt);
        }
    }
    let granted = call.entry(&found.at, "membership.granted", "person", person);
    Ok(Done::logged((), granted.after(after)))
}

/// Takes roles away, all or none: a judge's assignments without a review go, a participant leaves the team.
/// Errors: 401, 403, 404 where the event has no such member; 400 where no role was chosen; 409 for a role that the person does not have, a
/// judge with reviews, the only organizer, and a participant whose team cannot change or keeps its last member.
pub async fn remove_roles(call: &mut Call<'_>, person: PersonId, roles: &[MemberRole]) -> Acted {
    if roles.contains(&MemberRole::Organizer) {
        personal::one_leaves_at_a_time(call.conn).await?;
    }
    let found = open(call, person).await?;
    require_field(!roles.is_empty(), "roles", Fault::RoleMissing)?;
    for role in roles {
        keeps(call.caller, &found.at, (person, *role), &found.holdings)?;
        require(found.member.roles.contains(role), Reason::NotAMember)?;
    }
    let mut done = Done::unlogged(());
    for role in roles {
        done = done.and(remove_role(call, &found, *role).await?);
    }
    Ok(done)
}

async fn remove_role(call: &mut Call<'_>, found: &MemberView, role: MemberRole) -> Acted {
    let MemberView { at, member, holdings: holds, .. } = found;
    let (actor, person) = (call.caller.actor.as_ref(), member.person);
    let team = holds.team.as_ref().filter(|_| role == MemberRole::Participant).map(|(team, _)| *team);
    let taken = if role == MemberRole::Judge {
        let permit = call.ask::<act::RemoveJudge>(at)?;
        membership_change::release_judge(call.conn, &permit, person).await?;
        membership_change::take_role(call.conn, &permit, person, role).await?
    } else {
        let permit = may::<act::RemoveMember>(actor, &about(call.caller, at, person, role), at.now)?;
        if let Some(team) = team {
            let off_team = call.ask::<act::TakeOffTeam>(at)?;
            membership_change::leave_team(call.conn, &off_team, person, team).await?;
        }
        membership_change::take_role(call.conn, &permit, person, role).await?
    };
    require(taken, Reason::NotAMember)?;
    let assignments = if role == MemberRole::Judge { holds.without_review } else { 0 };
    let before = Some(json!({ "role": role.name(), "assignments": assignments, "team": team }));
    Ok(Done::logged((), call.entry(at, "membership.removed", "person", person).before(before)))
}
