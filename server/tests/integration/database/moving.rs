//! A primary that moves to another machine, as connections meet it.

use crate::prelude::*;
use sqlx::postgres::PgConnectOptions;
use store::connect;

/// How to connect to a server that answers by this function, which may count in `moving.asked`.
async fn answering(pool: &PgPool, function: &str) -> PgConnectOptions {
    let schema = "create schema moving; create sequence moving.asked; grant usage on schema moving to public;
        grant usage on sequence moving.asked to public";
    run(pool, &format!("{schema}; create function moving.{function}")).await;
    PgConnectOptions::clone(&pool.connect_options()).options([("search_path", "moving,pg_catalog,public")])
}

/// A server that says it is a standby to the first who asks, and then no more: it was promoted meanwhile.
async fn promoted(pool: &PgPool) -> PgConnectOptions {
    let first = "pg_is_in_recovery() returns boolean language sql return nextval('moving.asked') = 1";
    answering(pool, first).await
}

async fn asked(pool: &PgPool) -> i64 {
    one(pool, "select last_value from moving.asked").await
}

#[database_test(promoted(&pool))]
async fn a_pool_takes_no_standby_and_waits_until_it_is_promoted(pool: PgPool, options: PgConnectOptions) {
    let primary = connect::pool(options, 1).await.unwrap();
    sqlx::query("select 1").execute(&primary).await.unwrap();
    assert!(asked(&pool).await >= 2, "it was asked again");
    primary.close().await;
}

#[database_test(promoted(&pool))]
async fn reads_for_visitors_take_a_standby(pool: PgPool, options: PgConnectOptions) {
    let standby = connect::standby_pool(options, 1);
    let mut connection = standby.acquire().await.unwrap();
    assert_eq!(asked(&pool).await, 1);
    let role: String =
        sqlx::query_scalar("select current_user::text").fetch_one(&mut *connection).await.unwrap();
    assert_eq!(role, "evenhand_app");
    drop(connection);
    standby.close().await;
}

#[database_test]
async fn a_flush_on_one_server_answers_for_no_write_on_another(pool: PgPool) {
    Event::new("demo").team("Lights", &["ana"]).create(&pool).await;
    // The connection that flushes leads to a server that was started at another time.
    let started = "pg_postmaster_start_time() returns timestamptz language sql
        return pg_catalog.pg_postmaster_start_time() + case current_setting('application_name')
            when 'evenhand flush' then interval '1 second' else interval '0' end";
    let options = answering(&pool, started).await;
    let site = Site::on(connect::pool(options, 6).await.unwrap(), &[]).await;
    let reply = site.api("ana").post("/api/events/demo/projects", json!({ "title": "Lamp" })).await;
    assert_eq!((reply.status, &reply.headers["retry-after"]), (503, &"2".parse().unwrap()), "{}", reply.body);
    let projects = sqlx::query_scalar::<_, i64>("select count(*) from project").fetch_one(&pool);
    assert_eq!(projects.await.unwrap(), 0);
}

#[database_test]
async fn a_connection_is_asked_once_where_it_leads(pool: PgPool) {
    Event::new("demo").team("Lights", &["ana"]).team("Waves", &["bo"]).create(&pool).await;
    let started = "pg_postmaster_start_time() returns timestamptz language sql
        return case when nextval('moving.asked') > 0 then pg_catalog.pg_postmaster_start_time() end";
    let options = answering(&pool, started).await;
    let site = Site::on(connect::pool(options, 6).await.unwrap(), &[]).await;
    site.api("ana").post("/api/events/demo/projects", json!({ "title": "Lamp" })).await.is(201);
    let times = asked(&pool).await;
    assert!(times >= 2, "by what flushes, and by the first write: {times}");
    site.api("bo").post("/api/events/demo/projects", json!({ "title": "Torch" })).await.is(201);
    assert_eq!(asked(&pool).await, times, "the second write is on the same connection");
}
