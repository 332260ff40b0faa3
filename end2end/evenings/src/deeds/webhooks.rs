//! Webhooks: addresses that are told of what happens.

use super::{Deed, Doing, FORM, numbers_behind};
use crate::play::ORGANIZER;
use crate::site::Site;
use crate::things::{Things, get, gone, numbers, set};
use crate::verdict::Verdict;
use crate::world::World;
use anyhow::Result;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::refusal::{Reason, Refusal, require};
use shared::rules::{Rule, act};
use shared::webhook::kinds::any_judging;
use shared::webhook_form::{MOST_WEBHOOKS, TypedWebhook, check};

const WEBHOOK: &str = "webhook";

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "AddWebhook",
        path: "/events/{slug}/manage/webhooks",
        bodies: &[
            "url=https%3A%2F%2Fhooks.x.example%2F{n}&format=standard&kind=team.left&kind=team.created",
            "url=https%3A%2F%2Fhooks.x.example%2F{n}&format=standard&kind=review.submitted",
            "url=http%3A%2F%2F127.0.0.1%2F&format=standard&kind=team.left",
            "url=https%3A%2F%2Fhooks.x.example%2F{n}&format=xml",
        ],
        rule: act::ManageWebhooks::ACT,
        then: add,
        new: Some(("/events/{slug}/manage/exports?webhooks=1", "/manage/exports?of=")),
        ..FORM
    },
    Deed {
        name: "SwitchWebhook",
        path: "/events/{slug}/manage/webhooks/{on}/switch",
        bodies: &["on=true", "on=false"],
        on: there,
        rule: act::ManageWebhooks::ACT,
        then: leads,
        ..FORM
    },
    Deed {
        name: "TestWebhook",
        path: "/events/{slug}/manage/webhooks/{on}/test",
        on: there,
        rule: act::ManageWebhooks::ACT,
        then: leads,
        ..FORM
    },
    Deed {
        name: "ReplaceSecret",
        path: "/events/{slug}/manage/webhooks/{on}/secret",
        on: there,
        rule: act::ManageWebhooks::ACT,
        then: shows,
        ..FORM
    },
    Deed {
        name: "RemoveWebhook",
        path: "/events/{slug}/manage/webhooks/{on}/remove",
        on: there,
        rule: act::ManageWebhooks::ACT,
        then: remove,
        ..FORM
    },
];

fn there(world: &World) -> Vec<i64> {
    numbers(&world.things, WEBHOOK)
}

fn add(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let new = check(&TypedWebhook::of_form(&doing.form()), false)?;
    if any_judging(&new.actions) {
        doing.may::<act::ManageJudgingWebhooks>(world)?;
    }
    require(there(world).len() < MOST_WEBHOOKS, Reason::TooManyWebhooks { most: MOST_WEBHOOKS })?;
    let members = json!({ "host": new.host, "actions": new.actions });
    set(&mut world.things, (WEBHOOK, doing.new), &members);
    Ok(200)
}

/// Whether the event has it, and who acts may know what it tells.
fn known(world: &World, doing: &Doing<'_>) -> Result<(), Refusal> {
    let webhook = get(&world.things, (WEBHOOK, doing.on)).ok_or_else(Refusal::not_found)?;
    let actions = webhook["actions"].as_array().into_iter().flatten();
    let actions: Vec<String> = actions.filter_map(Value::as_str).map(str::to_owned).collect();
    if any_judging(&actions) { doing.may::<act::ManageJudgingWebhooks>(world) } else { Ok(()) }
}

/// Whatever it does to the webhook, it stays the same one.
fn leads(world: &mut World, doing: &Doing<'_>) -> Verdict {
    known(world, doing)?;
    Ok(303)
}

/// The same, where the answer shows a secret.
fn shows(world: &mut World, doing: &Doing<'_>) -> Verdict {
    known(world, doing)?;
    Ok(200)
}

fn remove(world: &mut World, doing: &Doing<'_>) -> Verdict {
    known(world, doing)?;
    set(&mut world.things, (WEBHOOK, doing.on), &gone());
    Ok(303)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64, after: &Value) {
    let members = match row.action.as_str() {
        "webhook.created" => json!({ "host": after["host"], "actions": after["actions"] }),
        "webhook.removed" => gone(),
        _ => return,
    };
    set(things, (WEBHOOK, number), &members);
}

pub(super) fn listed(things: &mut Things, site: &Site, slug: &str) -> Result<()> {
    let page = site.send(&site.page(ORGANIZER, &format!("/events/{slug}/manage/exports?webhooks=1")))?;
    for number in numbers_behind(&page.body, "/manage/exports?of=") {
        set(things, (WEBHOOK, number), &json!({}));
    }
    Ok(())
}
