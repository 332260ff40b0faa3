//! Prizes with their panels: who defines them, who judges for them, and in which order.

use super::{By, Deed, Doing, FORM};
use crate::play::ORGANIZER;
use crate::site::Site;
use crate::things::{Things, get, gone, numbers, set};
use crate::verdict::Verdict;
use crate::world::{Who, World};
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::ids::ProjectId;
use shared::prize::{PANEL_CHOICES, TypedPrize, check_order, line_prefix, order_of_form};
use shared::refusal::{Fault, FieldErrors, PrizeFault, Reason, Refusal, Unique, require, require_field};
use shared::rules::{Rule, act, decide};
use std::collections::{BTreeMap, BTreeSet};

const PRIZE: &str = "prize";

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "AddPrize",
        path: "/events/{slug}/manage/prizes",
        bodies: &[
            "prizes_0_name=Prize+of+act+{n}&prizes_0_winners=1&prizes_0_eligibility=all&prizes_0_rule=panel",
            "prizes_0_name=Prize+of+act+{n}&prizes_0_winners=2&prizes_0_eligibility=all&prizes_0_rule=choice",
            "prizes_0_name=Prize+of+act+{n}&prizes_0_winners=0&prizes_0_eligibility=all&prizes_0_rule=luck",
        ],
        rule: act::ManagePrizes::ACT,
        then: add,
        new: Some(("/api/events/{slug}/prizes", "\"id\":")),
        ..FORM
    },
    Deed {
        name: "RemovePrize",
        path: "/events/{slug}/manage/prizes/{on}/remove",
        on: there,
        rule: act::DecidePrizeTerms::ACT,
        then: remove,
        ..FORM
    },
    Deed {
        name: "ChoosePanel",
        path: "/events/{slug}/manage/prizes/{on}/panel",
        bodies: &["panel={judge}", "panel={judge}&panel={judge}", "panel=999999999"],
        on: there,
        rule: act::ChoosePanel::ACT,
        then: choose,
        ..FORM
    },
    Deed {
        name: "RankForPrize",
        by: By::Panel,
        path: "/events/{slug}/prizes/{on}/panel",
        bodies: &["choices={project}", "choices={project}&choices-2={project}", "choices="],
        on: there,
        rule: act::SeePanel::ACT,
        then: rank,
        ..FORM
    },
];

fn there(world: &World) -> Vec<i64> {
    numbers(&world.things, PRIZE)
}

fn known(world: &World, doing: &Doing<'_>) -> Result<(), Refusal> {
    require(get(&world.things, (PRIZE, doing.on)).is_some(), Reason::NotFound)
}

fn add(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let mut errors = FieldErrors::default();
    let line = line_prefix(0);
    let typed = TypedPrize::of_form(&doing.form(), &line);
    let terms = typed.read(&line, &mut errors);
    let name = json!(terms.name);
    let taken = there(world).iter().any(|id| world.things[&(PRIZE, *id)]["name"] == name);
    errors.add_if(taken, &format!("{line}name"), Fault::Shared(Unique::PrizeName));
    errors.into_result()?;
    doing.may::<act::AddPrize>(world)?;
    let members = json!({ "name": name, "rule": terms.rule.name(), "winners": terms.winners });
    set(&mut world.things, (PRIZE, doing.new), &members);
    world.panels.insert(doing.new, BTreeMap::new());
    Ok(303)
}

fn remove(world: &mut World, doing: &Doing<'_>) -> Verdict {
    known(world, doing)?;
    set(&mut world.things, (PRIZE, doing.on), &gone());
    world.panels.remove(&doing.on);
    Ok(303)
}

/// Somebody who leaves a panel takes their order along.
fn choose(world: &mut World, doing: &Doing<'_>) -> Verdict {
    known(world, doing)?;
    let chosen: Vec<i64> = doing.form().ids("panel")?;
    let on = world.panels.get(&doing.on).cloned().unwrap_or_default();
    let can = |who: &Who| on.contains_key(who) || world.cast[*who].judge;
    let chosen: Option<BTreeSet<Who>> =
        chosen.into_iter().map(|person| world.by_number(person).filter(can)).collect();
    let chosen = chosen.ok_or_else(|| Refusal::field("panel", Fault::ForeignPart))?;
    let panel = chosen.into_iter().map(|who| (who, on.get(&who).cloned().unwrap_or_default()));
    let panel: BTreeMap<Who, Vec<i64>> = panel.collect();
    set(&mut world.things, (PRIZE, doing.on), &json!({ "panel": panel.len() }));
    world.panels.insert(doing.on, panel);
    Ok(303)
}

fn rank(world: &mut World, doing: &Doing<'_>) -> Verdict {
    known(world, doing)?;
    doing.may::<act::RankForPrize>(world)?;
    let wrong = || Fault::Prize(PrizeFault::NotEligible);
    let order = order_of_form(&doing.form(), PANEL_CHOICES, wrong())?;
    let before = world.panels.get(&doing.on).and_then(|panel| panel.get(&doing.who));
    let before: Vec<ProjectId> = before.into_iter().flatten().copied().map(ProjectId).collect();
    check_order(&order, &before, PANEL_CHOICES)?;
    for ProjectId(project) in &order {
        let barred =
            world.is_own(doing.who, *project) || world.conflicts.contains_key(&(doing.who, *project));
        require_field(world.is_submitted(*project) && !barred, "choices", wrong())?;
    }
    if order != before {
        let members = json!({ world.email(doing.who): order.len() });
        set(&mut world.things, (PRIZE, doing.on), &members);
        let order = order.into_iter().map(|ProjectId(project)| project).collect();
        world.panels.entry(doing.on).or_default().insert(doing.who, order);
    }
    Ok(303)
}

/// A judge who can be on any panel: no team is theirs, or was, and no list says that one is.
pub(crate) fn can_sit(world: &World) -> Vec<i64> {
    let listed = |who: Who| world.listed.keys().any(|(named, _)| *named == who);
    let judges = world.cast.iter().enumerate().filter(|(_, member)| member.judge);
    let free = judges.filter(|(who, m)| !(m.participant || m.on_team || m.organizer || listed(*who)));
    free.map(|(_, member)| member.person).collect()
}

/// Whether a list of prizes names winners to those alone who may read them.
pub(crate) fn winners_told(
    world: &World,
    who: Option<Who>,
    prizes: &Value,
    now: DateTime<Utc>,
) -> Result<(), String> {
    let may_read = decide(act::ReadWinners::ACT, world.actor(who).as_ref(), &world.facts(who), now).is_ok();
    let mut prizes = prizes.as_array().into_iter().flatten();
    match prizes.find(|prize| prize["winners"].is_array() != may_read) {
        None => Ok(()),
        Some(prize) => Err(format!("whether winners are told had to be {may_read}: {prize}")),
    }
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64, after: &Value) {
    let key = (PRIZE, number);
    let members = match row.action.as_str() {
        "prize.created" => {
            json!({ "name": after["name"], "rule": after["rule"], "winners": after["winners"] })
        }
        "prize.removed" => gone(),
        "prize.panel_chosen" => {
            let count = |value: &Value| value.as_i64().unwrap_or_default();
            let before = things.get(&key).map(|prize| count(&prize["panel"])).unwrap_or_default();
            json!({ "panel": before + count(&after["joined"]) - count(&after["left"]) })
        }
        "ballot.ranked" => json!({ row.actor.clone(): after["choices"] }),
        _ => return,
    };
    set(things, key, &members);
}

pub(super) fn listed(things: &mut Things, site: &Site, slug: &str) -> Result<()> {
    let prizes = site.get(ORGANIZER, &format!("/api/events/{slug}/prizes"))?.json()?;
    for prize in prizes.as_array().into_iter().flatten() {
        let members = json!({ "name": prize["name"], "rule": prize["rule"], "winners": prize["number"] });
        set(things, (PRIZE, prize["id"].as_i64().unwrap_or_default()), &members);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, empty, member, now};

    #[test]
    fn only_a_panel_ranks_and_who_leaves_it_takes_the_order_along() {
        let judge = |person| Member { judge: true, ..member(person) };
        let cast = vec![Member { organizer: true, ..member(7) }, judge(8), judge(9)];
        let mut world = World { cast, ..empty() };
        let mut play = |name: &str, who, on, body: &str| played(&mut world, name, (who, on, 4), body);
        let add = "prizes_0_name=Light&prizes_0_winners=1&prizes_0_eligibility=all&prizes_0_rule=panel";
        assert_eq!((play("AddPrize", 0, 0, add), play("AddPrize", 0, 0, add)), (Ok(303), Err(400)));
        assert_eq!(play("RankForPrize", 1, 4, "choices="), Err(404), "not on the panel");
        assert_eq!(play("ChoosePanel", 0, 4, "panel=7"), Err(400), "not a judge");
        assert_eq!(play("ChoosePanel", 0, 4, "panel=8"), Ok(303));
        assert_eq!(play("RankForPrize", 1, 4, "choices="), Err(400), "nothing to take back");
        assert_eq!(
            (play("ChoosePanel", 0, 4, "panel=9"), play("RankForPrize", 1, 4, "")),
            (Ok(303), Err(404))
        );
        assert_eq!(play("RemovePrize", 0, 4, ""), Ok(303));
        assert_eq!(play("ChoosePanel", 0, 4, "panel=9"), Err(404));
    }

    #[test]
    fn winners_are_told_to_organizers_first() {
        let world = World { cast: vec![Member { organizer: true, ..member(7) }, member(8)], ..empty() };
        let told =
            |who, winners: Value| winners_told(&world, who, &json!([{ "winners": winners }]), now()).is_ok();
        assert!(told(Some(0), json!([])) && told(Some(1), Value::Null) && told(None, Value::Null));
        assert!(!told(Some(0), Value::Null) && !told(Some(1), json!([])) && !told(None, json!([])));
    }
}
