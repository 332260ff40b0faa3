//! What organizers tell the people of an event.

use super::{By, Deed, Doing, FORM};
use crate::things::{Things, gone, numbers, set};
use crate::verdict::{Refused, Verdict};
use crate::world::World;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::notice::{Audience, TypedNotice, check};
use shared::refusal::{Reason, Refusal, require};
use shared::rules::{Rule, act};

pub(super) const NOTICE: &str = "notice";
/// As many notices as an event may post within an hour; an evening is shorter.
const AN_HOUR: usize = 30;

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "Notify",
        path: "/events/{slug}/manage/notices",
        bodies: &[
            "to=everybody&text=Dinner+is+served.",
            "to=judges&text=Dinner+is+served.",
            "to=teams&text=Dinner+is+served.",
            "to=judges&text=",
            "to=nobody&text=Dinner+is+served.",
        ],
        rule: act::PostNotice::ACT,
        then: post,
        new: Some(("/events/{slug}/manage/notices", "/manage/notices/")),
        ..FORM
    },
    Deed {
        name: "Unnotify",
        path: "/events/{slug}/manage/notices/{on}/withdraw",
        on: |world| numbers(&world.things, NOTICE),
        rule: act::PostNotice::ACT,
        then: withdraw,
        ..FORM
    },
    Deed {
        name: "MarkNotice",
        by: By::Anybody,
        path: "/me/notices/{on}/read",
        bodies: &["to=%2Fme"],
        on: |world| {
            world.things.keys().filter(|(kind, _)| *kind == NOTICE).map(|(_, number)| *number).collect()
        },
        rule: act::MarkNotice::ACT,
        then: mark,
        ..FORM
    },
];

fn post(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let notice = check(TypedNotice::of_form(&doing.form()))?;
    if notice.audience.is_narrow() {
        doing.may::<act::PostToJudges>(world)?;
    }
    if world.things.keys().filter(|(kind, _)| *kind == NOTICE).count() >= AN_HOUR {
        return Err(Refused::Found(429));
    }
    let members = json!({ "audience": notice.audience.kind(), "author": world.email(doing.who) });
    set(&mut world.things, (NOTICE, doing.new), &members);
    Ok(303)
}

/// One that singles people out is its author's, and that of organizers who take no part.
fn withdraw(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let key = (NOTICE, doing.on);
    let notice = world.things.get(&key).ok_or_else(Refusal::not_found)?;
    let audience = notice["audience"].as_str().and_then(Audience::parse);
    let is_own = notice["author"] == json!(world.email(doing.who));
    if audience.is_some_and(|audience| audience.is_narrow()) && !is_own {
        doing.may::<act::PostToJudges>(world)?;
    }
    set(&mut world.things, key, &gone());
    Ok(303)
}

/// One that reaches them, also if it was withdrawn. The log keeps nothing of it.
fn mark(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let notice = world.things.get(&(NOTICE, doing.on)).ok_or_else(Refusal::not_found)?;
    let member = &world.cast[doing.who];
    let reaches = match notice["audience"].as_str() {
        Some("everybody") => member.has_role(),
        Some("judges") => member.judge,
        Some("teams") => world.team_of(doing.who).is_some(),
        _ => false,
    };
    require(reaches && notice["author"] != json!(member.email), Reason::NotFound)?;
    Ok(303)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64, after: &Value) {
    let members = match row.action.as_str() {
        // A correction writes to each team that it concerns.
        "notice.posted" if after["audience"] == json!("team") => return,
        "notice.posted" => json!({ "audience": after["audience"], "author": row.actor }),
        "notice.withdrawn" => gone(),
        _ => return,
    };
    set(things, (NOTICE, number), &members);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, empty, member};

    #[test]
    fn who_takes_part_writes_to_no_judges_and_takes_back_nothing_written_to_them() {
        let organizer = |person| Member { organizer: true, ..member(person) };
        let cast = vec![organizer(7), Member { judge: true, ..organizer(8) }];
        let mut world = World { cast, ..empty() };
        let mut play = |name: &str, who, on, body: &str| played(&mut world, name, (who, on, 5), body);
        assert_eq!(play("Notify", 1, 0, "to=judges&text=Hello"), Err(403));
        assert_eq!(play("Notify", 1, 0, "to=judges&text="), Err(400), "what is wrong comes first");
        assert_eq!(play("Notify", 0, 0, "to=judges&text=Hello"), Ok(303));
        assert_eq!((play("Unnotify", 1, 5, ""), play("Unnotify", 1, 6, "")), (Err(403), Err(404)));
        assert_eq!(play("Unnotify", 0, 5, ""), Ok(303));
        assert_eq!((play("MarkNotice", 0, 5, ""), play("MarkNotice", 1, 5, "")), (Err(404), Ok(303)));
    }
}
