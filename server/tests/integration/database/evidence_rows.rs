//! Evidence only grows, by the database's clock.

use crate::database::world::{WORLD, World};
use database_test::database_test;
use sqlx::PgPool;

const FOUND: &str = "insert into evidence (event_id, project_id, fact, found_at)
    values (1, 1, '{\"kind\": \"dead_video\"}', '2020-01-01')";

#[database_test(WORLD)]
async fn facts_are_added_by_the_clock_and_never_changed_or_removed(pool: PgPool) {
    let world = World::of(pool);
    for mut session in [world.app().await, world.owner().await] {
        session.run(FOUND).await;
        for change in ["update evidence set fact = '{\"kind\": \"note\"}'", "delete from evidence"] {
            session.refused(change, "EV403 append_only").await;
        }
        let kept = "select bool_and(found_at > clock_timestamp() - interval '1 hour' and salt ~ '^[0-9a-f]{32}$') from evidence";
        assert!(session.one::<bool>(kept).await);
    }
    let salts = "select count(distinct salt) from evidence";
    assert_eq!(world.owner().await.one::<i64>(salts).await, 2, "each has its own");
}

#[database_test(WORLD)]
async fn a_fact_waits_for_the_publication_that_signs_those_before(pool: PgPool) {
    let world = World::of(pool);
    let (mut publishing, mut adding) = (world.app().await, world.app().await);
    publishing.run(FOUND).await;
    publishing.run("begin; select pg_advisory_xact_lock(hashtextextended('submit', 1))").await;
    adding.run("set lock_timeout = '200ms'").await;
    adding.refused(FOUND, "55P03 -").await;
    publishing.run("commit").await;
    adding.run(FOUND).await;
    let ordered = "select bool_and(later.id > earlier.id) from evidence earlier join evidence later on later.found_at > earlier.found_at";
    assert!(adding.one::<bool>(ordered).await);
}
