//! What visitors read may come from a standby, and is never older than what the primary would show.

use crate::prelude::*;
use sqlx::postgres::PgConnectOptions;

const EVENT: &str = "/api/events/demo";
/// What the event is called on the standby.
const THERE: &str = "As the standby has it";

/// The same database, as it looks from a standby: it has a table of events of its own.
async fn standby(pool: &PgPool) -> PgConnectOptions {
    let sql = "create schema standby; create table standby.event as table public.event;
         update standby.event set name = 'As the standby has it';
         grant usage on schema standby to evenhand_app; grant select on standby.event to evenhand_app";
    run(pool, sql).await;
    PgConnectOptions::clone(&pool.connect_options()).options([("search_path", "standby,public")])
}

async fn unlogged(pool: &PgPool, sql: &'static str) {
    let mut connection = pool.acquire().await.unwrap();
    sqlx::raw_sql("set session_replication_role = replica").execute(&mut *connection).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut *connection).await.unwrap();
    sqlx::raw_sql("reset session_replication_role").execute(&mut *connection).await.unwrap();
}

async fn site(pool: &PgPool) -> Site {
    Event::new("demo").person("vera").organizer("org").create(pool).await;
    let standby = standby(pool).await;
    Site::new(pool).await.with_standby(standby)
}

/// What somebody reads as the event's name.
async fn name(site: &Site, who: &str, path: &str) -> String {
    let reply = site.api(who).get(path).await.is(200);
    reply.json()["name"].as_str().unwrap().to_owned()
}

#[database_test(site(&pool))]
async fn a_visitor_reads_from_the_standby_and_a_person_from_the_primary(site: Site) {
    assert_eq!(name(&site, "", EVENT).await, THERE);
    assert_eq!(name(&site, "org", EVENT).await, "Demo");
    // Vera sees no more than visitors do. Under another address nothing is kept yet, and it is made for her.
    assert_eq!(name(&site, "vera", "/api/events/demo?limit=1").await, "Demo");
    assert!(!site.browser("vera").get("/events/demo").await.text().contains(THERE));
}

#[database_test(site(&pool))]
async fn a_standby_that_lags_or_whose_clock_differs_answers_nothing(pool: PgPool, site: Site) {
    assert_eq!(name(&site, "", EVENT).await, THERE);
    unlogged(&pool, "update event set name = 'Renamed', version = version + 1").await;
    assert_eq!(name(&site, "", EVENT).await, "Renamed");
    unlogged(&pool, "update standby.event set version = version + 1").await;
    assert_eq!(name(&site, "", EVENT).await, "Renamed", "what was shown once stays");
    assert_eq!(name(&site, "", "/api/events/demo?limit=1").await, THERE, "it has come as far");
    unlogged(&pool, "update standby.event set submissions_close = now() - interval '1 minute'").await;
    assert_eq!(name(&site, "", "/api/events/demo?limit=2").await, "Renamed", "it has another window");
}

#[database_test]
async fn a_standby_that_is_away_or_fails_costs_nobody_the_answer(pool: PgPool) {
    Event::new("demo").create(&pool).await;
    let nowhere = PgConnectOptions::clone(&pool.connect_options()).database("evenhand_no_such_database");
    let site = Site::new(&pool).await.with_standby(nowhere);
    assert_eq!(name(&site, "", EVENT).await, "Demo");
    // It knows how far it is, and fails at what it is asked then.
    let standby = standby(&pool).await;
    run(&pool, "create table standby.criterion (nothing int)").await;
    let site = Site::new(&pool).await.with_standby(standby);
    assert_eq!(name(&site, "", EVENT).await, "Demo");
}

#[database_test]
async fn what_is_hidden_is_kept_by_no_cache(pool: PgPool) {
    let world = Event::new("demo")
        .organizer("org")
        .team("Lights", &["ana"])
        .draft("Secret", "Lights")
        .create(&pool)
        .await;
    let (_, site) = Event::new("later").unopened().organizer("org").served(&pool).await;
    let draft = format!("/api/projects/{}", world.project("Secret").await);
    for path in [draft.as_str(), "/api/events/later", "/events/later", "/api/events/demo/results"] {
        for who in ["", "org"] {
            let reply = site.api(who).get(path).await;
            let kept = reply.headers["cache-control"].to_str().unwrap().to_owned();
            assert!(!kept.contains("public"), "{who} {path} {}: {kept}", reply.status);
            assert!(!kept.contains("s-maxage"), "{who} {path} {}: {kept}", reply.status);
        }
    }
}
