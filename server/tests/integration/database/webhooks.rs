//! Where a webhook begins to read the log, and what switching it does.

use crate::database::world::{Session, WORLD};
use database_test::database_test;

const APPEND: &str = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
    values (1, 'ada@x.example', 'judge', 'review.saved', 'review', '1')";
const STATE: &str =
    "select chain || ' ' || cursor || ' ' || (select count(*) from webhook_retry r where r.webhook_id = w.id)
    from webhook w where id = 1";

#[database_test(WORLD)]
async fn a_webhook_begins_at_the_head_of_its_events_log(mut app: Session) {
    let head = "select coalesce((select seq from audit_head where chain = 'demo'), 0)";
    for _ in 0..3 {
        app.run(APPEND).await;
    }
    let before: i64 = app.one(head).await;
    app.run("insert into webhook (event_id, url, secret, cursor) values (1, 'https://a.example', 's', 1)")
        .await;
    let expected = format!("demo {before} 0");
    assert_eq!(app.one::<String>(STATE).await, expected, "a writer cannot choose the cursor");
    app.run(APPEND).await;
    assert_eq!(app.one::<String>(STATE).await, format!("demo {before} 0"), "the log leaves it as it is");
}

#[database_test(WORLD)]
async fn switching_on_again_skips_what_happened_meanwhile(mut app: Session) {
    app.run("insert into webhook (event_id, url, secret) values (1, 'https://a.example', 's')").await;
    app.run(APPEND).await;
    app.run("insert into webhook_retry values (1, 1, 1, 1, now())").await;
    app.run("update webhook set enabled = false, disabled_reason = 'gone' where id = 1").await;
    let off = "select disabled_at is not null and disabled_reason = 'gone' from webhook where id = 1";
    assert!(app.one::<bool>(off).await);
    app.run(APPEND).await;
    // A change of something else leaves the cursor.
    app.run("update webhook set enabled = false where id = 1").await;
    assert_eq!(app.one::<String>(STATE).await, "demo 0 1");
    app.run("update webhook set enabled = true where id = 1").await;
    assert_eq!(app.one::<String>(STATE).await, "demo 2 0");
    assert!(
        app.one::<bool>("select disabled_at is null and disabled_reason is null from webhook where id = 1")
            .await
    );
}

#[database_test(WORLD)]
async fn a_removed_webhook_takes_its_rows_with_it(mut app: Session) {
    let sql = "insert into webhook (event_id, url, secret) values (1, 'https://a.example', 's');
        insert into webhook_retry values (1, 1, 1, 1, now());
        insert into webhook_test (webhook_id) values (1);
        insert into webhook_attempt (webhook_id, seq, number, action, started_at, duration_ms)
            values (1, 1, 1, 'review.saved', now(), 5);
        delete from webhook where id = 1";
    app.run(sql).await;
    let left = "select (select count(*) from webhook_retry) + (select count(*) from webhook_test)
        + (select count(*) from webhook_attempt)";
    assert_eq!(app.one::<i64>(left).await, 0);
}
