//! How a write ends: rows last, all or nothing, and the value only after the commit.

use crate::prelude::*;
use model::context::EventKey;
use portal::{context, entry};
use shared::refusal::Refusal;
use shared::rules::{act, may};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::code;
use store::failure::Failure;
use store::transaction::Done;

async fn world(pool: &PgPool) -> (World, Site) {
    Event::new("demo").organizer("olga").participant("solo").served(pool).await
}

async fn actions(world: &World) -> Vec<String> {
    world.all("select action from audit_log where event_id = $1 order by seq").await
}

#[database_test(world(&pool))]
async fn rows_of_two_operations_come_in_their_order_and_what_needs_a_row_sees_it(world: World, site: Site) {
    let shell = Caller::shell();
    let seen = Arc::new(AtomicI64::new(-1));
    let write = site.state.by(&shell).write(async |call| {
        let at = context(call, EventKey::Slug("demo")).await?;
        let act = |action| Done::logged(action, entry(&shell, &at, action, "event", "demo"));
        let (event, seen) = (world.event, Arc::clone(&seen));
        Ok(act("event.first").and(act("event.second")).and_after_row(move |c| {
            Box::pin(async move {
                let rows = sqlx::query_scalar("select count(*) from audit_log where event_id = $1");
                seen.store(rows.bind(event).fetch_one(c).await?, Ordering::Relaxed);
                Ok(())
            })
        }))
    });
    assert_eq!(write.await.unwrap(), "event.first", "the first operation's value");
    assert_eq!(seen.load(Ordering::Relaxed), 2);
    assert_eq!(actions(&world).await, ["event.first", "event.second"]);
}

#[database_test(world(&pool))]
async fn a_write_that_fails_after_its_row_leaves_nothing_behind(world: World, site: Site) {
    let shell = Caller::shell();
    let write = site.state.by(&shell).write(async |call| {
        let at = context(call, EventKey::Slug("demo")).await?;
        let done = Done::logged((), entry(&shell, &at, "event.first", "event", "demo"));
        Ok(done.and_after_row(|_| Box::pin(async { Err(Refusal::not_found().into()) })))
    });
    assert!(matches!(write.await, Err(Failure::Refused(_))));
    assert!(actions(&world).await.is_empty());
}

#[database_test(world(&pool))]
async fn a_permit_writes_to_the_event_that_its_rule_was_asked_about(world: World, site: Site) {
    let other = Event::new("other").organizer("otto").create(&world.pool).await;
    for of in [&world, &other] {
        of.run("update event set voting_mode = 'code' where id = $1").await;
    }
    let shell = Caller::shell();
    let write = site.state.by(&shell).write(async |call| {
        let at = context(call, EventKey::Slug("other")).await?;
        let permit = may::<act::ManageCodes>(shell.actor.as_ref(), &at.facts, at.now)?;
        // There is no way to say another event here.
        code::insert(call.conn, &permit, &[vec![7; 32]]).await.map(Done::unlogged)
    });
    assert_eq!(write.await.unwrap(), 1);
    let codes = "select count(*) from voting_code where event_id = $1";
    assert_eq!((world.one::<i64>(codes).await, other.one::<i64>(codes).await), (0, 1));
}

#[database_test]
async fn an_edit_that_changes_nothing_logs_nothing(pool: PgPool) {
    let (world, site) = Event::new("demo")
        .organizer("olga")
        .team("Lights", &["pia"])
        .project("Lamp", "Lights")
        .served(&pool)
        .await;
    let id: i64 = world.one("select id from project where event_id = $1").await;
    site.api("pia").patch(&format!("/api/projects/{id}"), json!({})).await.is(200);
    assert!(actions(&world).await.is_empty());
}
