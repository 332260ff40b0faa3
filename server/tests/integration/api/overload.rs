//! More writers than the database can take: reads continue, and nobody waits for long.

use crate::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::freshness::PublicAddress;
use tokio::task::JoinSet;

const PROJECTS: &str = "/api/events/demo/projects";
const WRITERS: usize = 64;

#[database_test]
async fn while_writers_wait_for_the_log_reads_are_answered_and_no_writer_waits_for_long(pool: PgPool) {
    Event::new("demo").team("Lights", &["ana"]).project("A", "Lights").create(&pool).await;
    let site = Arc::new(Site::in_lanes(&pool, &["--limits=off"]).await);
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("lock table audit_head in exclusive mode").execute(&mut *holder).await.unwrap();
    let mut writers = rush(&site);
    until_waiting(&pool, 1).await;
    for path in [PROJECTS, "/", "/events/demo/projects", "/readyz", "/api/me"] {
        let asker = site.api("ana");
        let read = tokio::time::timeout(Duration::from_secs(1), asker.get(path)).await;
        assert_eq!(read.expect("a read waits for no writer").status, 200, "{path}");
    }
    assert_eq!(writers.len(), WRITERS, "all of them still wait");
    while let Some(done) = writers.join_next().await {
        refused(&done.unwrap());
    }
    // By now the portal knows how long a writer takes: those that would wait in vain are told at once.
    let mut writers = rush(&site);
    let mut at_once = 0;
    while let Some(done) = writers.join_next().await {
        let done = done.unwrap();
        refused(&done);
        at_once += usize::from(done.1 < Duration::from_secs(2));
    }
    assert!(at_once > WRITERS / 2, "{at_once}");
    holder.rollback().await.unwrap();
    // What was answered 503 is not written when the way is free.
    site.api("ana").post(PROJECTS, json!({ "title": "Later" })).await.is(201);
    let titles: Vec<String> =
        sqlx::query_scalar("select title from project order by id").fetch_all(&pool).await.unwrap();
    assert_eq!(titles, ["A", "Later"]);
}

/// Writers who all come at once, and how long each waits.
fn rush(site: &Arc<Site>) -> JoinSet<(Reply, Duration)> {
    let mut writers = JoinSet::new();
    for n in 0..WRITERS {
        let site = Arc::clone(site);
        writers.spawn(async move {
            let begun = Instant::now();
            let reply = site.api("ana").post(PROJECTS, json!({ "title": format!("Draft {n}") })).await;
            (reply, begun.elapsed())
        });
    }
    writers
}

fn refused((reply, took): &(Reply, Duration)) {
    assert_eq!(reply.status, 503, "{}", reply.body);
    assert_eq!(reply.headers["retry-after"], "2");
    // A request waits 3.5 s in all. Were each wait bounded by itself, it would be for its turn, then for a row, then for the log.
    assert!(*took < Duration::from_secs(5), "{took:?}");
}

#[database_test(Event::new("demo").team("Lights", &["ana"]).project("A", "Lights").served(&pool))]
async fn who_holds_a_session_or_a_token_keeps_no_request_waiting(world: World, site: Site) {
    for sql in [
        "update session set seen_at = now() - interval '1 hour'",
        "update api_token set last_used_at = now() - interval '1 hour'",
    ] {
        world.run(sql).await;
    }
    let mut holder = world.pool.begin().await.unwrap();
    for sql in ["select from session for update", "select from api_token for update"] {
        sqlx::query(sql).execute(&mut *holder).await.unwrap();
    }
    let (program, browser) = (site.api("ana"), site.browser("ana"));
    let requests = async || {
        for path in ["/api/me", PROJECTS] {
            assert_eq!(program.get(path).await.status, 200, "{path}");
        }
        assert_eq!(browser.get("/events/demo/projects").await.status, 200);
        site.state.database.questions().write_last_uses().await;
    };
    tokio::select! {
        () = requests() => {}
        () = until_waiting(&world.pool, 1) => panic!("somebody waits to note when somebody was seen"),
    }
    holder.rollback().await.unwrap();
    // What was not noted then is noted by the next request.
    requests().await;
    let noted = "select (select bool_or(seen_at > now() - interval '1 minute') from session)
                    and (select bool_or(last_used_at > now() - interval '1 minute') from api_token)";
    assert!(world.one::<bool>(noted).await);
}

#[database_test(Event::new("demo").served(&pool))]
async fn what_the_database_refuses_to_look_for_fails_alone(_: World, site: Site) {
    let ask = |slug: &str| {
        site.state.database.questions().public_state(PublicAddress::Event(slug.to_owned()), None)
    };
    // They are asked for in one statement, and no text in PostgreSQL holds a NUL.
    let (refused, found, unknown) = tokio::join!(ask("de\0mo"), ask("demo"), ask("other"));
    assert!(refused.is_err(), "{refused:?}");
    assert!(found.unwrap().is_some());
    assert!(unknown.unwrap().is_none());
}

/// The address of Ada's review, in an event where she judges.
async fn review_of_ada(pool: &PgPool) -> String {
    let event = Event::new("demo").judging().judge("ada").team("Lights", &["pia"]).project("Lamp", "Lights");
    let world = event.assign("ada", "Lamp").create(pool).await;
    format!("/api/judge/assignments/{}/review", world.assignment("ada", "Lamp").await)
}

#[database_test]
async fn a_save_that_waits_for_a_row_is_refused_in_time_and_leaves_nothing_behind(pool: PgPool) {
    let path = review_of_ada(&pool).await;
    let site = Site::in_lanes(&pool, &[]).await;
    let review = json!({ "scores": { "quality": 5, "impact": 7 }, "submit": true });
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("select from assignment for update").execute(&mut *holder).await.unwrap();
    let begun = Instant::now();
    refused(&(site.api("ada").post(&path, review.clone()).await, begun.elapsed()));
    let ada = site.api("ada");
    tokio::select! {
        reply = ada.post(&path, review.clone()) => panic!("{}", reply.body),
        // Ada hangs up.
        () = until_waiting(&pool, 1) => {}
    }
    holder.rollback().await.unwrap();
    let idle = "select count(*) from pg_stat_activity
                where datname = current_database() and state like 'idle in transaction%'";
    let ended = async {
        while one::<i64>(&pool, idle).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    // PostgreSQL itself ends such a transaction after 15 seconds.
    tokio::time::timeout(Duration::from_secs(10), ended).await.expect("no transaction is left open");
    let reviews = sqlx::query_scalar::<_, i64>("select count(*) from review").fetch_one(&pool);
    assert_eq!(reviews.await.unwrap(), 0, "what was answered 503 is not written");
    for _ in 0..4 {
        assert_eq!(site.api("ada").post(&path, review.clone()).await.status, 200);
    }
}

#[database_test(review_of_ada(&pool))]
async fn connections_that_the_database_has_ended_are_replaced(pool: PgPool, path: String) {
    let site = Site::in_lanes(&pool, &[]).await;
    let review = |quality: i64| json!({ "scores": { "quality": quality, "impact": 7 }, "submit": true });
    for quality in 1..=3 {
        assert_eq!(site.api("ada").post(&path, review(quality)).await.status, 200);
        let end = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                   where datname = current_database() and pid <> pg_backend_pid()";
        assert!(one::<i64>(&pool, end).await > 0);
        // At most the first read finds out; the write that follows replaces its connection by itself.
        let first = site.api("ada").get("/api/me").await;
        assert!(matches!(first.status, 200 | 503), "{}", first.body);
        assert_eq!(site.api("ada").get("/api/me").await.status, 200);
    }
    site.api("ada").post(&path, review(4)).await.is(200);
}

/// How a deadlock, a full disk or a database that moves is answered, on an API route and on a page.
#[database_test(Event::new("demo").team("Lights", &["ana"]).served(&pool))]
async fn a_passing_fault_is_503_and_says_when_to_retry(world: World, site: Site) {
    for state in [
        "40P01", "40001", "40003", "55P03", "57014", "53100", "53200", "53300", "25006", "25P03", "25P04",
        "55000", "57P01", "57P02", "57P03", "57P04", "57P05", "58000", "58030", "58P01", "08000", "08003",
        "08006", "08P01",
    ] {
        let sql = format!(
            "create or replace function fail() returns trigger language plpgsql as $$
                 begin raise exception 'It did not work.' using errcode = '{state}'; end $$;
             create or replace trigger fail before insert on project for each row execute function fail()"
        );
        world.run(&sql).await;
        let wait = if state == DISK_FULL { "30" } else { "2" };
        let reply = site.api("ana").post(PROJECTS, json!({ "title": "Lamp" })).await;
        assert_eq!((reply.status, &reply.headers["retry-after"]), (503, &wait.parse().unwrap()), "{state}");
        let page = site.browser("ana").submit("/events/demo/submit", &[("title", "Lamp")]).await;
        assert_eq!((page.status, &page.headers["retry-after"]), (503, &wait.parse().unwrap()), "{state}");
        let (said, kept) = (page.text(), r#"name="title" value="Lamp""#);
        assert!(said.contains("Nothing was saved. What you typed is kept on this page"), "{state}: {said}");
        assert!(page.body.contains(kept) && said.contains("Send it again"), "{state}: {}", page.body);
    }
}

/// PostgreSQL's state for a full disk.
const DISK_FULL: &str = "53100";

#[database_test(Event::new("demo").team("Lights", &["ana"]).served(&pool))]
async fn a_full_disk_is_said_in_words_until_something_is_saved(world: World, site: Site) {
    let fail = format!(
        "create function fail() returns trigger language plpgsql as $$
             begin raise exception 'No space left on device.' using errcode = '{DISK_FULL}'; end $$;
         create trigger fail before insert on project for each row execute function fail()"
    );
    world.run(&fail).await;
    let told =
        "Nothing can be saved just now, because the disk has no space left. What was saved before is safe.";
    site.api("ana").post(PROJECTS, json!({ "title": "Lamp" })).await.is(503).shows(told);
    site.browser("ana").submit("/events/demo/submit", &[("title", "Lamp")]).await.says(told);
    let ready = site.api("").get("/readyz").await;
    assert_eq!(
        (ready.status, ready.body.as_str()),
        (200, "ready, but nothing can be saved: the database's disk has no space left\n")
    );
    assert_eq!(site.api("ana").get("/events/demo").await.status, 200);
    world.run("drop trigger fail on project").await;
    assert_eq!(site.api("ana").post(PROJECTS, json!({ "title": "Lamp" })).await.status, 201);
    assert_eq!(site.api("").get("/readyz").await.body, "ready\n");
}
