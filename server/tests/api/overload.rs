//! More writers than the database can take: reads continue, and nobody waits for long.

use crate::support::{Event, Site, until_waiting};
use serde_json::json;
use sqlx::PgPool;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const PROJECTS: &str = "/api/events/demo/projects";
const WRITERS: usize = 64;

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn while_writers_wait_for_the_log_reads_are_answered_and_no_writer_waits_for_long(pool: PgPool) {
    Event::new("demo").team("Lights", &["ana"]).project("A", "Lights").create(&pool).await;
    let site = Arc::new(Site::with(&pool, &["--limits=off"]).await);
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("lock table audit_head in exclusive mode").execute(&mut *holder).await.unwrap();
    let mut writers = JoinSet::new();
    for n in 0..WRITERS {
        let site = Arc::clone(&site);
        writers.spawn(async move {
            let begun = Instant::now();
            let reply = site.api("ana").post(PROJECTS, json!({ "title": format!("Draft {n}") })).await;
            (reply, begun.elapsed())
        });
    }
    until_waiting(&pool, 1).await;
    for path in [PROJECTS, "/", "/events/demo/projects", "/readyz", "/api/me"] {
        let asker = site.api("ana");
        let read = tokio::time::timeout(Duration::from_secs(1), asker.get(path)).await;
        assert_eq!(read.expect("a read waits for no writer").status, 200, "{path}");
    }
    assert_eq!(writers.len(), WRITERS, "all of them still wait");
    while let Some(done) = writers.join_next().await {
        let (reply, took) = done.unwrap();
        assert_eq!(reply.status, 503, "{}", reply.body);
        assert_eq!(reply.headers["retry-after"], "2");
        // 4.5 s of patience; without it a writer waits for a row and then for the log, 8 s.
        assert!(took < Duration::from_secs(7), "{took:?}");
    }
    holder.rollback().await.unwrap();
    let reply = site.api("ana").post(PROJECTS, json!({ "title": "Later" })).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
}

/// How a deadlock or a full disk is answered, on an API route and on a page.
#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_passing_fault_is_503_and_says_when_to_retry(pool: PgPool) {
    Event::new("demo").team("Lights", &["ana"]).create(&pool).await;
    let site = Site::new(&pool).await;
    for state in ["40P01", "40001", "55P03", "57014", "53100", "53200"] {
        let sql = format!(
            "create or replace function fail() returns trigger language plpgsql as $$
                 begin raise exception 'It did not work.' using errcode = '{state}'; end $$;
             create or replace trigger fail before insert on project for each row execute function fail()"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&pool).await.unwrap();
        let wait = if state == DISK_FULL { "30" } else { "2" };
        let reply = site.api("ana").post(PROJECTS, json!({ "title": "Lamp" })).await;
        assert_eq!((reply.status, &reply.headers["retry-after"]), (503, &wait.parse().unwrap()), "{state}");
        let page = site.browser("ana").submit("/events/demo/submit", &[("title", "Lamp")]).await;
        assert_eq!((page.status, &page.headers["retry-after"]), (503, &wait.parse().unwrap()), "{state}");
    }
}

/// PostgreSQL's state for a full disk.
const DISK_FULL: &str = "53100";

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_full_disk_is_said_in_words_until_something_is_saved(pool: PgPool) {
    Event::new("demo").team("Lights", &["ana"]).create(&pool).await;
    let site = Site::new(&pool).await;
    let fail = format!(
        "create function fail() returns trigger language plpgsql as $$
             begin raise exception 'No space left on device.' using errcode = '{DISK_FULL}'; end $$;
         create trigger fail before insert on project for each row execute function fail()"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(fail)).execute(&pool).await.unwrap();
    let told =
        "Nothing can be saved just now, because the disk has no space left. What was saved before is safe.";
    let reply = site.api("ana").post(PROJECTS, json!({ "title": "Lamp" })).await;
    assert_eq!(reply.status, 503);
    assert!(reply.body.contains(told), "{}", reply.body);
    let page = site.browser("ana").submit("/events/demo/submit", &[("title", "Lamp")]).await;
    assert!(page.text().contains(told), "{}", page.text());
    let ready = site.api("").get("/readyz").await;
    assert_eq!(
        (ready.status, ready.body.as_str()),
        (200, "ready, but nothing can be saved: the database's disk has no space left\n")
    );
    assert_eq!(site.api("ana").get("/events/demo").await.status, 200);
    sqlx::raw_sql("drop trigger fail on project").execute(&pool).await.unwrap();
    assert_eq!(site.api("ana").post(PROJECTS, json!({ "title": "Lamp" })).await.status, 201);
    assert_eq!(site.api("").get("/readyz").await.body, "ready\n");
}
