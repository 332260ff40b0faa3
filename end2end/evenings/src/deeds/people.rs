//! Roles that members are given, and that are taken away, and how many reviews judges take.

use super::{Deed, Doing, FORM};
use crate::effects;
use crate::things::{Things, set};
use crate::verdict::{Refused, Verdict};
use crate::world::{Assignment, Member, Who, World};
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::invitation::MemberRole;
use shared::judge_limits::JudgeLimits;
use shared::refusal::{Fault, Reason, Refusal, require, require_field};
use shared::rules::{AssignmentStatus, Facts, RoleFacts, Rule, act, decide};

/// What judges take; the bundle has it with the person.
pub(super) const LIMITS: &str = "limits";

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "GrantRole",
        path: "/events/{slug}/manage/people/{on}/grant",
        bodies: &["role=judge", "role=participant"],
        on: loose,
        rule: act::SeePeople::ACT,
        then: grant,
        ..FORM
    },
    Deed {
        name: "RemoveRole",
        path: "/events/{slug}/manage/people/{on}/remove",
        bodies: &["role=judge", "role=judge", "role=participant", ""],
        on: loose,
        rule: act::SeePeople::ACT,
        then: remove,
        // Who judges no more is asked for no number of an assignment that they were given meanwhile.
        races: false,
        ..FORM
    },
    Deed {
        name: "TakeOffTeam",
        path: "/events/{slug}/manage/people/{on}/remove",
        bodies: &["role=participant"],
        on: on_teams,
        rule: act::SeePeople::ACT,
        then: remove,
        ..FORM
    },
    Deed {
        name: "SetLimits",
        path: "/events/{slug}/manage/people/{on}/limits",
        // Each is made from limits that a judge may have, or has no more.
        bodies: &[
            "review_cap=6&was=%3B",
            "review_cap=4&was=6%3B",
            "review_cap=&was=4%3B",
            "review_cap=&was=6%3B",
            "review_cap=many&was=%3B",
        ],
        on: judges,
        rule: act::SetJudgeLimits::ACT,
        then: set_limits,
        ..FORM
    },
];

fn judges(world: &World) -> Vec<i64> {
    world.cast.iter().filter(|member| member.judge).map(|member| member.person).collect()
}

/// A judge of an evening has no tracks, so that a form is made from the cap alone.
fn set_limits(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let about = world.by_number(doing.on).filter(|who| world.cast[*who].judge);
    let about = about.ok_or_else(Refusal::not_found)?;
    let form = doing.form();
    let cap = world.cast[about].review_cap.map(|cap| cap.to_string()).unwrap_or_default();
    require(form.get("was") == format!("{cap};"), Reason::JudgeChangedMeanwhile)?;
    let review_cap = JudgeLimits::of_form(&form)?.review_cap;
    world.cast[about].review_cap = review_cap;
    set(&mut world.things, (LIMITS, doing.on), &json!({ "review_cap": review_cap }));
    Ok(303)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64, after: &Value) {
    if row.action == "membership.changed" {
        set(things, (LIMITS, number), &json!({ "review_cap": after["review_cap"] }));
    }
}

/// Whose roles come and go: members who organize nothing, were never on a team, sit on no panel, and have no conflict. Of what a plan
/// gave, the log knows the pair, and the number alone where its project was withdrawn or a conflict ended it. A row that takes the judge's
/// role cannot say which number goes: such a judge stays.
fn loose(world: &World) -> Vec<i64> {
    let by_number =
        |a: &Assignment| a.status == AssignmentStatus::Recused || world.withdrawn_once.contains(&a.project);
    let unnamed = |who: Who| {
        let mut of = world.assignments.values().filter(|a| a.judge == who && a.review.is_none());
        of.any(|a| a.source == "planned" && by_number(a))
    };
    let conflicts = |who: Who| world.conflicts.keys().any(|(judge, _)| *judge == who);
    let sits = |who: Who| world.panels.values().any(|panel| panel.contains_key(&who));
    let is_loose = |who: Who, member: &Member| {
        let tied = member.staff || member.organizer || member.on_team || sits(who);
        member.has_role() && !tied && !unnamed(who) && !conflicts(who)
    };
    let all = world.cast.iter().enumerate();
    all.filter(|(who, member)| is_loose(*who, member)).map(|(_, member)| member.person).collect()
}

/// Members of teams who have no other part.
fn on_teams(world: &World) -> Vec<i64> {
    let is_only_there =
        |who: Who, member: &Member| world.team_of(who).is_some() && !(member.judge || member.organizer);
    let all = world.cast.iter().enumerate();
    all.filter(|(who, member)| is_only_there(*who, member)).map(|(_, member)| member.person).collect()
}

/// A member of the event.
fn found(world: &World, person: i64) -> Result<Who, Refusal> {
    let who = world.by_number(person).filter(|who| world.cast[*who].has_role());
    who.ok_or_else(Refusal::not_found)
}

fn has(member: &mut Member, role: MemberRole) -> &mut bool {
    match role {
        MemberRole::Participant => &mut member.participant,
        MemberRole::Judge => &mut member.judge,
        MemberRole::Organizer => &mut member.organizer,
    }
}

/// Asks the rule of an act on a role of this member, or of nobody who is known.
pub(super) fn may<A: Rule>(
    world: &World,
    doing: &Doing<'_>,
    about: Option<Who>,
    role: MemberRole,
) -> Result<(), Refusal> {
    let who = Some(doing.who);
    let of_organizer = about.and_then(|about| world.cast.get(about)).is_some_and(|member| member.organizer);
    // Two organizers never take part.
    let role = RoleFacts { role, own: who == about, of_organizer, nobody_free: false, team: None };
    let facts = Facts { role: Some(role), ..world.facts(who) };
    decide(A::ACT, world.actor(who).as_ref(), &facts, doing.now)
}

/// The roles that a form names.
fn named(doing: &Doing<'_>) -> Vec<MemberRole> {
    doing.form().all("role").filter_map(MemberRole::from_name).collect()
}

fn grant(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let about = found(world, doing.on)?;
    for role in named(doing) {
        may::<act::GrantRole>(world, doing, Some(about), role)?;
        let has = has(&mut world.cast[about], role);
        require(!*has, Reason::MemberAlready)?;
        *has = true;
    }
    Ok(303)
}

fn remove(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let about = found(world, doing.on)?;
    let roles = named(doing);
    require_field(!roles.is_empty(), "roles", Fault::RoleMissing)?;
    for role in roles {
        if role == MemberRole::Judge {
            doing.may::<act::RemoveJudge>(world)?;
            let reviewed = world.assignments.values().any(|a| a.judge == about && a.review.is_some());
            if reviewed {
                return Err(Refused::Found(409));
            }
        } else {
            may::<act::RemoveMember>(world, doing, Some(about), role)?;
        }
        if role == MemberRole::Participant && world.team_of(about).is_some() {
            doing.may::<act::TakeOffTeam>(world)?;
            if effects::stays(world, about) {
                return Err(Refused::Found(409));
            }
        }
        let has = has(&mut world.cast[about], role);
        require(*has, Reason::NotAMember)?;
        *has = false;
        if role == MemberRole::Judge {
            world.cast[about].judged = true;
            world.assignments.retain(|_, a| a.judge != about);
        }
        if role == MemberRole::Participant {
            effects::leave(world, about);
        }
    }
    Ok(303)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Project, Team, empty, member};
    use shared::project::ProjectTexts;

    #[test]
    fn a_judge_leaves_with_what_they_have_not_begun_and_stays_one_who_judged() {
        let cast = vec![Member { organizer: true, ..member(7) }, Member { judge: true, ..member(8) }];
        let given = effects::assignment(1, 3, "manual");
        let mut world = World { cast, assignments: [(5, given)].into(), ..empty() };
        let mut play = |name: &str, on, body: &str| played(&mut world, name, (0, on, 0), body);
        assert_eq!((play("RemoveRole", 8, ""), play("RemoveRole", 9, "role=judge")), (Err(400), Err(404)));
        assert_eq!(play("RemoveRole", 8, "role=participant"), Err(409));
        assert_eq!(play("GrantRole", 8, "role=judge"), Err(409));
        assert_eq!(play("RemoveRole", 8, "role=judge"), Ok(303));
        assert_eq!(play("GrantRole", 8, "role=judge"), Err(404), "nobody is a member without a role");
        assert!(world.assignments.is_empty() && world.cast[1].judged);
    }

    #[test]
    fn a_participant_is_taken_off_their_team_unless_it_would_be_empty() {
        let participant = |person| Member { participant: true, teams: vec![1], ..member(person) };
        let cast = vec![Member { organizer: true, ..member(7) }, participant(8), participant(9)];
        let team = Team { members: vec![1, 2], ..Team::default() };
        let project = Project { team: 1, texts: ProjectTexts::default(), submitted: false, withdrawn: false };
        let (teams, projects) = ([(1, team)].into(), [(3, project)].into());
        let mut world = World { cast, teams, projects, ..empty() };
        assert_eq!(on_teams(&world), [8, 9]);
        let mut take = |on| played(&mut world, "TakeOffTeam", (0, on, 0), "role=participant");
        assert_eq!((take(8), take(9)), (Ok(303), Err(409)));
        assert_eq!(take(8), Err(404), "a member no more");
        assert_eq!((world.teams[&1].members.as_slice(), world.cast[1].participant), (&[2][..], false));
    }
}
