//! Stage two: what judges do, and what others are told about it.

use crate::support::{Event, Site};
use sqlx::PgPool;

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn smoke(pool: PgPool) {
    let demo = Event::new("demo")
        .judging()
        .judge("ada")
        .team("Lights", &["pia"])
        .project("Lamp", "Lights")
        .project("Torch", "Lights")
        .review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .review_draft("ada", "Torch", "{}")
        .published()
        .create(&pool)
        .await;
    let site = Site::new(&pool).await;
    let reply = site.api("ada").get("/api/events/demo/projects").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(site.api("nope").get("/api/events").await.status, 401);
    assert_eq!(site.browser("ada").get("/me").await.status, 200);
    assert_eq!(demo.audit().await.len(), 0);
}
