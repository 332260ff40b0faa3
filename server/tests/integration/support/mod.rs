//! An event to test with, and clients that ask the whole service about it, in-process.
//!
//! ```ignore
//! #[database_test(Event::new("demo").judging().judge("ada").organizer("olga").served(&pool))]
//! async fn a_judge_reads_what_they_have(demo: World, site: Site) {
//!     site.api("ada").get("/api/judge/assignments").await.is(200);
//! }
//! ```
//! A person is a name: their address is `<name>@x.example`, and they have a token and a session.
//! What is asked is checked where it comes: `reply.is(200)`, `reply.answers(409, "closed")`, `text.has(&["Lamp"])`. SQL goes
//! through the event, `demo.run` and `demo.one`, or through [`run`] and [`one`] where a test has no more than its pool.

pub(crate) mod authenticator;
mod database;
mod event;
mod forms;
mod given;
pub(crate) mod judged;
pub(crate) mod multipart;
pub(crate) mod provider;
mod site;
pub(crate) mod smtp;
mod world;

pub(crate) use database::{Column, MIGRATED, Template, all_rows, on_a_copy, one, one_row, run};
pub(crate) use event::{Event, FULL};
pub(crate) use forms::{TOKEN, changed, post, post_with, submit_as};
pub(crate) use given::Given;
pub(crate) use site::{Client, Reply, Site, Told, no_limits, unescaped};
pub(crate) use world::World;

/// Returns once as many sessions of this database wait for a lock.
pub(crate) async fn until_waiting(pool: &sqlx::PgPool, sessions: i64) {
    let sql = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while sqlx::query_scalar::<_, i64>(sql).fetch_one(pool).await.unwrap() < sessions {
        tokio::task::yield_now().await;
    }
}

pub(crate) fn token(name: &str) -> String {
    format!("evh_{name:0<43}")
}

/// The identifier of a person's browser session.
pub(crate) fn session(name: &str) -> String {
    format!("session-{name}")
}

pub(crate) fn join_code(slug: &str, team: &str) -> String {
    format!("join-{slug}-{team}")
}

/// The address of a person.
pub(crate) fn email(name: &str) -> String {
    format!("{name}@x.example")
}
