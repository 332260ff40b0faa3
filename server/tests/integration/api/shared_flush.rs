//! A write commits without waiting for the disk, and is answered after a flush that covers it.

use super::judge::{demo, path, stored};
use crate::prelude::*;
use rustix::process::{Pid, Signal, kill_process};
use shared::refusal::CODE_HEADER;
use sqlx::{Postgres, Transaction};
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use web_http::answer;

/// The process of PostgreSQL that flushes for this database.
async fn flusher(pool: &PgPool) -> i32 {
    let sql = "select pid from pg_stat_activity where application_name = 'evenhand flush' and datname = current_database()";
    one(pool, sql).await
}

/// A process of PostgreSQL that does nothing until this is dropped.
struct Stopped(Pid);

impl Stopped {
    fn new(pid: i32) -> Self {
        // If PostgreSQL were on another machine, this would be somebody else's process.
        let title = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap();
        assert!(title.starts_with("postgres: "), "{title}");
        let pid = Pid::from_raw(pid).unwrap();
        kill_process(pid, Signal::STOP).unwrap();
        Self(pid)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        kill_process(self.0, Signal::CONT).unwrap();
    }
}

type UnderWay<'c> = Pin<Box<dyn Future<Output = Reply> + 'c>>;

/// Whether it goes on.
async fn is_pending(request: &mut UnderWay<'_>) -> bool {
    poll_fn(|context| Poll::Ready(request.as_mut().poll(context).is_pending())).await
}

/// A save that waits for the log's head, and so has a connection that will flush it.
async fn save_that_waits<'c>(
    world: &World,
    ada: &'c Client<'_>,
    path: &'c str,
) -> (Transaction<'static, Postgres>, UnderWay<'c>) {
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("lock table audit_head in exclusive mode").execute(&mut *holder).await.unwrap();
    let full = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    let mut save: UnderWay<'c> = Box::pin(ada.post(path, full));
    tokio::select! {
        reply = &mut save => panic!("it did not wait: {}", reply.body),
        () = until_waiting(&world.pool, 1) => {}
    }
    (holder, save)
}

#[database_test(demo().served(&pool))]
async fn a_save_is_answered_once_a_flush_covers_its_commit(world: World, site: Site) {
    let path = path(&world, "ada", "Lamp").await;
    let ada = site.api("ada");
    let (holder, mut save) = save_that_waits(&world, &ada, &path).await;
    let stopped = Stopped::new(flusher(&world.pool).await);
    holder.rollback().await.unwrap();
    // It commits: others see it. Nobody has been told so.
    while stored(&world).await.0 != "done" {
        assert!(is_pending(&mut save).await);
    }
    assert!(is_pending(&mut save).await);
    drop(stopped);
    assert_eq!(save.await.status, 200);
}

#[database_test]
async fn after_a_flush_that_was_lost_nobody_knows_and_the_next_save_is_flushed_anew(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let path = path(&world, "ada", "Lamp").await;
    let ada = site.api("ada");
    let (holder, save) = save_that_waits(&world, &ada, &path).await;
    // As in a crash of the database after the commit, which ends every connection.
    let end =
        sqlx::query_scalar::<_, bool>("select pg_terminate_backend($1, 60000)").bind(flusher(&pool).await);
    assert!(end.fetch_one(&pool).await.unwrap());
    holder.rollback().await.unwrap();
    let reply = save.await;
    assert_eq!(reply.refusal(), (500, answer::UNKNOWN.to_owned()));
    assert_eq!(reply.headers[CODE_HEADER], answer::OUTCOME_UNKNOWN);
    assert!(!reply.headers.contains_key("retry-after"), "it must not be sent again unseen");
    assert_eq!(stored(&world).await.0, "done", "this time it was saved");
    ada.post(&path, json!({ "scores": { "quality": 5 } })).await.is(200);
}

/// Notes how each transaction that logs commits.
async fn watch(pool: &PgPool) {
    run(pool, "create table committed (action text, synchronous text); grant insert on committed to public;
         create function note_commit() returns trigger language plpgsql as $$
             begin insert into committed values (new.action, current_setting('synchronous_commit')); return null; end $$;
         create constraint trigger zz_note_commit after insert on audit_log deferrable initially deferred
             for each row execute function note_commit()").await;
}

#[database_test(JUDGED)]
async fn only_what_is_signed_waits_for_the_disk_in_its_commit(pool: PgPool, world: World, site: Site) {
    watch(&pool).await;
    let path = format!("/api/judge/assignments/{}/review", world.assignment("j1", "Project 2").await);
    assert_eq!(site.api("j1").post(&path, json!({})).await.status, 200);
    calibrated(&site).await;
    published(&site).await;
    let sql = "select action, string_agg(distinct synchronous, ' ') from committed group by 1 order by 1";
    let all = sqlx::query_as(sql);
    let all: Vec<(String, String)> = all.fetch_all(&pool).await.unwrap();
    let all: Vec<_> = all.iter().map(|(action, how)| (action.as_str(), how.as_str())).collect();
    assert_eq!(all, [("results.published", "on"), ("review.saved", "off"), ("run.created", "off")]);
}
