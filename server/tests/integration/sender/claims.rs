//! Which message is taken, by whom, and what is recorded of it.

use crate::sender::world::World;
use database_test::database_test;
use model::delivery::{AttemptResult, Claim, WebhookMessage};
use sender::webhook::claim::{claim, record};
use shared::webhook::attempt::AttemptFault;
use shared::webhook::message::{WebhookFormat, body, message_id};
use std::time::Duration;
use store::delivery;
use store::transaction::Done;

async fn take(world: &World) -> Option<Claim> {
    world.database.write(async |c| claim(c, 1).await).await.unwrap()
}

async fn done(world: &World, claim: &Claim, status: u16, go_on: bool) -> Option<Claim> {
    let result =
        AttemptResult { duration: Duration::from_millis(5), status: Some(status), fault: None, answer: None };
    world.database.write(async |c| record(c, claim, &result, 0.5, go_on).await).await.unwrap()
}

/// Number in the log, and which attempt.
fn which(claim: Option<&Claim>) -> Option<(i64, i32)> {
    match &claim?.message {
        WebhookMessage::Row { row, number, .. } => Some((row.seq, *number)),
        WebhookMessage::Test(_) => None,
    }
}

async fn due(world: &World) -> Vec<i64> {
    world.database.read(async |c| delivery::find_due(c, 10).await).await.unwrap()
}

#[database_test]
async fn one_at_a_time_and_in_the_order_of_the_log(world: World) {
    world.webhook("https://a.example").await;
    assert_eq!(due(&world).await, Vec::<i64>::new());
    world.log(&["review.saved", "review.saved", "project.created"]).await;
    assert_eq!(due(&world).await, [1]);
    let first = take(&world).await.unwrap();
    assert_eq!(which(Some(&first)), Some((1, 1)));
    assert!(take(&world).await.is_none(), "it is leased");
    assert_eq!(due(&world).await, Vec::<i64>::new());
    let second = done(&world, &first, 200, true).await.unwrap();
    assert_eq!(which(Some(&second)), Some((2, 1)));
    assert!(done(&world, &second, 200, false).await.is_none());
    assert_eq!(due(&world).await, [1], "it is free, and one message is left");
    let third = take(&world).await.unwrap();
    assert_eq!(which(Some(&third)), Some((3, 1)));
    assert!(done(&world, &third, 200, true).await.is_none());
    let attempts: Vec<String> =
        world.one("select array_agg(seq || ' ' || number || ' ' || action || ' ' || status order by id) from webhook_attempt").await;
    assert_eq!(attempts, ["1 1 review.saved 200", "2 1 review.saved 200", "3 1 project.created 200"]);
    assert!(
        world
            .one::<bool>(
                "select cursor = 3 and failing_since is null and last_success_at is not null from webhook"
            )
            .await
    );
}

#[database_test]
async fn a_message_that_nobody_recorded_is_sent_again_unchanged_and_late_news_is_refused(world: World) {
    world.webhook("https://a.example").await;
    world.log(&["review.saved", "review.saved"]).await;
    let lost = take(&world).await.unwrap();
    world.end_leases().await;
    let again = take(&world).await.unwrap();
    assert_eq!(which(Some(&again)), Some((1, 1)));
    assert_ne!(lost.token, again.token);
    let sent = |claim: &Claim| match &claim.message {
        WebhookMessage::Row { row, .. } => {
            (message_id(&claim.webhook.key, row), body(WebhookFormat::Standard, row, None))
        }
        WebhookMessage::Test(_) => panic!("no test was asked for"),
    };
    assert_eq!(sent(&lost), sent(&again));
    // The first sender was only slow.
    assert!(done(&world, &lost, 200, true).await.is_none());
    let found = world.one::<i64>("select count(*) + (select cursor from webhook) from webhook_attempt").await;
    assert_eq!(found, 0);
    assert_eq!(which(done(&world, &again, 200, true).await.as_ref()), Some((2, 1)));
}

#[database_test]
async fn a_failure_waits_while_later_messages_go(world: World) {
    world.webhook("https://a.example").await;
    world.log(&["review.saved", "review.saved"]).await;
    let first = take(&world).await.unwrap();
    let second = done(&world, &first, 500, true).await.unwrap();
    assert_eq!(which(Some(&second)), Some((2, 1)));
    let wait: f64 =
        world.one("select extract(epoch from due_at - clock_timestamp())::float8 from webhook_retry").await;
    assert!(wait > 0.0 && wait <= 5.0, "{wait}");
    assert!(done(&world, &second, 200, true).await.is_none(), "the wait is not over");
    let mut next = None;
    for number in 2..=10 {
        world.end_waits().await;
        let retry = take(&world).await.unwrap();
        assert_eq!(which(Some(&retry)), Some((1, number)));
        next = done(&world, &retry, 500, true).await;
    }
    assert!(next.is_none());
    assert_eq!(world.one::<i64>("select count(*) from webhook_retry").await, 0, "it was tried often enough");
    assert!(world.one::<bool>("select enabled and failing_since is not null from webhook").await);
    // An organizer sends it again.
    world.run("insert into webhook_retry values (1, 1, 10, 0, clock_timestamp())").await;
    let resent = take(&world).await.unwrap();
    assert_eq!(which(Some(&resent)), Some((1, 11)));
    assert!(done(&world, &resent, 204, true).await.is_none());
    assert!(
        world
            .one::<bool>(
                "select failing_since is null and not exists (select from webhook_retry) from webhook"
            )
            .await
    );
}

#[database_test]
async fn the_older_of_a_due_repetition_and_the_next_message_goes_first(world: World) {
    world.webhook("https://a.example").await;
    world.log(&["review.saved", "review.saved"]).await;
    let first = take(&world).await.unwrap();
    assert!(done(&world, &first, 500, false).await.is_none());
    world.end_waits().await;
    let waiting = take(&world).await.unwrap();
    assert_eq!(which(Some(&waiting)), Some((2, 1)), "it has waited longer");
    world.log(&["review.saved"]).await;
    let next = done(&world, &waiting, 200, true).await.unwrap();
    assert_eq!(which(Some(&next)), Some((1, 2)));
}

#[database_test]
async fn what_a_webhook_does_not_take_is_passed_over(world: World) {
    world.webhook("https://a.example").await;
    world.run("update webhook set actions = '{results.published}'").await;
    world.log(&["review.saved", "review.saved"]).await;
    assert!(take(&world).await.is_none());
    assert_eq!(world.one::<i64>("select cursor from webhook").await, 2);
    assert_eq!(due(&world).await, Vec::<i64>::new());
    world.log(&["review.saved", "results.published"]).await;
    assert_eq!(which(take(&world).await.as_ref()), Some((4, 1)));
}

#[database_test]
async fn a_receiver_that_is_gone_or_fails_for_five_days_is_switched_off(world: World) {
    world.webhook("https://a.example").await;
    // Of the organizers, Pia is on a team, and the webhook reports on judging too.
    let sql = "insert into person (email, name, confirmed_at) values ('olga@x.example', 'Olga', now()), ('pia@x.example', 'Pia', now());
             insert into event_person (event_id, person_id) select 1, id from person;
             insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person;
             insert into membership (event_id, person_id, role) select 1, id, 'participant' from person where name = 'Pia'";
    world.run(sql).await;
    for (status, reason, since) in [(410, "gone", "null"), (500, "failing", "now() - interval '5 days'")] {
        let sql = format!("update webhook set enabled = true; update webhook set failing_since = {since}");
        world.run(&sql).await;
        world.log(&["review.saved", "review.saved"]).await;
        let claim = take(&world).await.unwrap();
        assert!(done(&world, &claim, status, true).await.is_none());
        let sql = "select enabled || ' ' || disabled_reason || ' ' || (disabled_at is not null) from webhook";
        assert_eq!(world.one::<String>(sql).await, format!("false {reason} true"));
        let sql = "select actor || ' ' || action || ' ' || without_salt(after) from audit_log order by seq desc limit 1";
        let logged: String = world.one(sql).await;
        assert_eq!(logged, format!(r#"system webhook.switched_off {{"reason":"{reason}"}}"#));
        assert_eq!(due(&world).await, Vec::<i64>::new());
        let sql = "select string_agg(to_address || ': ' || subject, ', ') from mail_outbox where body like '%a.example%'";
        assert_eq!(world.one::<String>(sql).await, "olga@x.example: A webhook of Demo is switched off");
        world.run("delete from mail_outbox").await;
    }
    // A failure that began a day later leaves it on.
    let sql =
        "update webhook set enabled = true; update webhook set failing_since = now() - interval '4 days'";
    world.run(sql).await;
    world.log(&["review.saved"]).await;
    let claim = take(&world).await.unwrap();
    assert!(done(&world, &claim, 500, true).await.is_none());
    assert!(world.one::<bool>("select enabled from webhook").await);
}

#[database_test]
async fn a_test_is_sent_once_also_while_switched_off(world: World) {
    world.webhook("https://a.example").await;
    world.run("update webhook set enabled = false; insert into webhook_test (webhook_id) values (1)").await;
    world.log(&["review.saved"]).await;
    assert_eq!(due(&world).await, [1]);
    let test = take(&world).await.unwrap();
    assert!(matches!(test.message, WebhookMessage::Test(_)));
    let result = AttemptResult {
        duration: Duration::from_secs(10),
        status: None,
        fault: Some(AttemptFault::Timeout),
        answer: None,
    };
    let next = world.database.write(async |c| record(c, &test, &result, 0.5, true).await).await.unwrap();
    assert!(next.is_none());
    let kept: String =
        world.one("select error || ' ' || duration_ms from webhook_test where started_at is not null").await;
    assert_eq!(kept, "timeout 10000");
    assert!(world.one::<bool>("select failing_since is null and not enabled from webhook").await);
    assert_eq!(due(&world).await, Vec::<i64>::new());
}

#[database_test]
async fn a_lease_is_flushed_to_disk_whatever_else_is_not(world: World) {
    world.webhook("https://a.example").await;
    world.log(&["review.saved"]).await;
    let flushed: Vec<String> = world
        .database
        .write(async |c| {
            sqlx::raw_sql("set local synchronous_commit = off").execute(&mut *c).await?;
            let before = sqlx::query_scalar("show synchronous_commit").fetch_one(&mut *c).await?;
            assert!(claim(c, 1).await?.value().is_some());
            let after = sqlx::query_scalar("show synchronous_commit").fetch_one(&mut *c).await?;
            Ok(Done::unlogged(vec![before, after]))
        })
        .await
        .unwrap();
    assert_eq!(flushed, ["off", "on"]);
}

#[database_test]
async fn old_attempts_are_forgotten_and_the_newest_thousand_stay(world: World) {
    world.webhook("https://a.example").await;
    world.webhook("https://b.example").await;
    let sql = "insert into webhook_attempt (webhook_id, seq, number, action, started_at, duration_ms)
             select 1, n, 1, 'review.saved', now(), 1 from generate_series(1, 1200) n;
             insert into webhook_attempt (webhook_id, seq, number, action, started_at, duration_ms)
             select 2, n, 1, 'review.saved', now() - n * interval '10 days', 1 from generate_series(1, 5) n";
    world.run(sql).await;
    world.database.write(async |c| delivery::forget_old(c).await.map(Done::unlogged)).await.unwrap();
    let sql = "select array_agg(t order by t) from (select webhook_id || ' ' || count(*) || ' ' || min(seq) t
              from webhook_attempt group by webhook_id) s";
    assert_eq!(world.one::<Vec<String>>(sql).await, ["1 1000 201", "2 2 1"]);
}
