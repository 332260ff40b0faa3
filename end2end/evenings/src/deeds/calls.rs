//! Judges who call for an organizer, and organizers who come.

use super::{By, Deed, Doing, FORM};
use crate::play::ORGANIZER;
use crate::site::Site;
use crate::things::{Things, get, gone, numbers, set};
use crate::verdict::Verdict;
use crate::world::{Who, World};
use anyhow::Result;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::call::of_form;
use shared::refusal::Refusal;
use shared::rules::{Rule, act};

const CALL: &str = "call";

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "Call",
        by: By::Judge,
        path: "/judge/call",
        bodies: &[
            "event={slug}&said=The+projector+is+dark.",
            "event={slug}&said=",
            "event={slug}&said=Two%0Alines",
        ],
        rule: act::CallForHelp::ACT,
        then: call,
        new: Some(("/api/events/{slug}/calls", "\"id\":")),
        ..FORM
    },
    Deed {
        name: "Uncall",
        by: By::Judge,
        path: "/judge/call/withdraw",
        bodies: &["event={slug}"],
        rule: act::CallForHelp::ACT,
        then: withdraw,
        ..FORM
    },
    Deed {
        name: "TakeCall",
        path: "/api/events/{slug}/calls/{on}/take",
        bodies: &["{}"],
        on: waiting,
        rule: act::AnswerCall::ACT,
        then: take,
        ..FORM
    },
    Deed {
        name: "CloseCall",
        path: "/api/events/{slug}/calls/{on}/close",
        bodies: &["{}"],
        on: waiting,
        rule: act::AnswerCall::ACT,
        then: close,
        ..FORM
    },
];

fn waiting(world: &World) -> Vec<i64> {
    numbers(&world.things, CALL)
}

/// The name of an account: its address until the sign.
fn name(email: &str) -> &str {
    email.split('@').next().unwrap_or_default()
}

/// The call of a judge that waits.
fn own(world: &World, who: Who) -> Option<i64> {
    let judge = json!(name(world.email(who)));
    waiting(world).into_iter().find(|id| get(&world.things, (CALL, *id)).is_some_and(|c| c["judge"] == judge))
}

/// One that waits stays.
fn call(world: &mut World, doing: &Doing<'_>) -> Verdict {
    of_form(&doing.form())?;
    if own(world, doing.who).is_none() {
        let made = json!({ "judge": name(world.email(doing.who)), "taken_by": null });
        set(&mut world.things, (CALL, doing.new), &made);
    }
    Ok(303)
}

fn withdraw(world: &mut World, doing: &Doing<'_>) -> Verdict {
    if let Some(id) = own(world, doing.who) {
        set(&mut world.things, (CALL, id), &gone());
    }
    Ok(303)
}

/// A call that was ever made can be answered; one that has ended stays as it is.
fn answered(world: &mut World, doing: &Doing<'_>, members: &Value) -> Verdict {
    let key = (CALL, doing.on);
    if !world.things.contains_key(&key) {
        return Err(Refusal::not_found().into());
    }
    if get(&world.things, key).is_some() {
        set(&mut world.things, key, members);
    }
    Ok(200)
}

fn take(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let taken = json!({ "taken_by": name(world.email(doing.who)) });
    answered(world, doing, &taken)
}

fn close(world: &mut World, doing: &Doing<'_>) -> Verdict {
    answered(world, doing, &gone())
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64) {
    let members = match row.action.as_str() {
        "call.made" => json!({ "judge": name(&row.actor), "taken_by": null }),
        "call.taken" => json!({ "taken_by": name(&row.actor) }),
        "call.ended" | "call.withdrawn" => gone(),
        _ => return,
    };
    set(things, (CALL, number), &members);
}

pub(super) fn listed(things: &mut Things, site: &Site, slug: &str) -> Result<()> {
    let calls = site.get(ORGANIZER, &format!("/api/events/{slug}/calls"))?.json()?;
    for call in calls.as_array().into_iter().flatten() {
        let members = json!({ "judge": call["judge"], "taken_by": call["taken_by"] });
        set(things, (CALL, call["id"].as_i64().unwrap_or_default()), &members);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played_first;
    use crate::world::{Member, empty, member};

    #[test]
    fn a_call_is_made_once_and_answered_as_the_log_tells() {
        let cast = vec![Member { judge: true, ..member(7) }, Member { organizer: true, ..member(8) }];
        let mut world = World { cast, ..empty() };
        let mut play = |name: &str, who, on, new| played_first(&mut world, name, (who, on, new));
        assert_eq!((play("Call", 0, 0, 5), play("Call", 0, 0, 6)), (Ok(303), Ok(303)));
        assert_eq!((play("TakeCall", 1, 5, 0), play("TakeCall", 1, 6, 0)), (Ok(200), Err(404)));
        let mut told = Things::new();
        for (actor, action) in [("7@x.example", "call.made"), ("8@x.example", "call.taken")] {
            let (actor, action) = (actor.to_owned(), action.to_owned());
            logged(&mut told, &AuditRow { actor, action, ..AuditRow::default() }, 5);
        }
        assert_eq!(world.things, told);
    }
}
