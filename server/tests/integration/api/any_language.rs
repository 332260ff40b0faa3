//! Texts in any language: a search finds what looks alike.

use crate::support::{Event, Site};
use database_test::database_test;
use sqlx::PgPool;

#[database_test]
async fn a_search_finds_what_looks_alike(pool: PgPool) {
    let world = Event::new("demo")
        .judging()
        .organizer("olga")
        .team("Łódź", &["tina"])
        .project("Café Münster", "Łódź");
    let world = world.team("Oak", &["bo"]).project("Lamp", "Oak").create(&pool).await;
    let site = Site::new(&pool).await;
    for typed in ["café", "cafe\u{301}", "CAFE", "munster", "mu\u{308}nster", "lodz", "ŁÓDŹ"] {
        let query: String = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect();
        let found = site.api("").get(&format!("/events/demo/projects?q={query}")).await.text();
        assert!(found.contains("Café Münster") && !found.contains("Lamp"), "{typed}: {found}");
    }
    let stored = "select count(*) from project where event_id = $1 and title is not nfc normalized";
    assert_eq!(world.one::<i64>(stored).await, 0);
}
