//! A primary that moves to another machine, as connections meet it.

use database_test::database_test;
use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use store::connect;

/// A server that says it is a standby to whoever asks first, and then no more: it was promoted meanwhile.
async fn promoted(pool: &PgPool) -> PgConnectOptions {
    sqlx::raw_sql(
        "create schema moving; create sequence moving.asked; grant usage on schema moving to public;
         grant usage on sequence moving.asked to public;
         create function moving.pg_is_in_recovery() returns boolean language sql return nextval('moving.asked') = 1",
    )
    .execute(pool)
    .await
    .unwrap();
    PgConnectOptions::clone(&pool.connect_options()).options([("search_path", "moving,pg_catalog,public")])
}

async fn asked(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select last_value from moving.asked").fetch_one(pool).await.unwrap()
}

#[database_test]
async fn a_pool_takes_no_standby_and_waits_until_it_is_promoted(pool: PgPool) {
    let options = promoted(&pool).await;
    let primary = connect::pool(options, 1).await.unwrap();
    sqlx::query("select 1").execute(&primary).await.unwrap();
    assert!(asked(&pool).await >= 2, "it was asked again");
    primary.close().await;
}

#[database_test]
async fn reads_for_visitors_take_a_standby(pool: PgPool) {
    let options = promoted(&pool).await;
    let standby = connect::standby_pool(options, 1);
    let mut connection = standby.acquire().await.unwrap();
    assert_eq!(asked(&pool).await, 1);
    let role: String =
        sqlx::query_scalar("select current_user::text").fetch_one(&mut *connection).await.unwrap();
    assert_eq!(role, "evenhand_app");
    drop(connection);
    standby.close().await;
}
