//! What people say about projects.

use crate::support::{Event, Site};
use serde_json::json;
use sqlx::PgPool;

async fn path(pool: &PgPool, title: &str) -> String {
    let id: i64 = sqlx::query_scalar("select id from project where title = $1")
        .bind(title)
        .fetch_one(pool)
        .await
        .unwrap();
    format!("/api/projects/{id}/comments")
}

async fn demo(pool: &PgPool) {
    Event::new("demo")
        .person("vera")
        .organizer("org")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .draft("Fog", "Lights")
        .create(pool)
        .await;
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn whoever_is_signed_in_says_something_that_everybody_reads(pool: PgPool) {
    demo(&pool).await;
    let (site, path) = (Site::new(&pool).await, path(&pool, "Lamp").await);
    assert_eq!(site.api("").get(&path).await.json(), json!([]));
    let posted = site.api("vera").post(&path, json!({ "body": " Bright!\r\nAnd warm. " })).await;
    assert_eq!(posted.status, 201);
    assert_eq!(
        (&posted.json()["author"], &posted.json()["body"]),
        (&json!("Vera"), &json!("Bright!\nAnd warm."))
    );
    assert_eq!(site.api("ana").post(&path, json!({ "body": "Thank you." })).await.status, 201);
    let all = site.api("").get(&path).await.json();
    assert_eq!((all.as_array().unwrap().len(), &all[0]), (2, &posted.json()));
    assert!(!all.to_string().contains('@'), "no address: {all}");
    let first = site.api("").get(&format!("{path}?limit=1")).await;
    assert_eq!(first.json().as_array().unwrap().len(), 1);
    let next = first.headers["link"].to_str().unwrap().to_owned();
    assert_eq!(next, format!("<{path}?limit=1&after={}>; rel=\"next\"", posted.json()["id"]));
    let second = site.api("").get(next.trim_start_matches('<').split('>').next().unwrap()).await;
    assert_eq!((&second.json()[0], second.headers.get("link")), (&all[1], None));
    let logged: Vec<String> =
        sqlx::query_scalar("select action from audit_log").fetch_all(&pool).await.unwrap();
    assert_eq!(logged, ["comment.posted", "comment.posted"]);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_comment_is_refused_in_the_order_of_checks(pool: PgPool) {
    demo(&pool).await;
    let site = Site::new(&pool).await;
    let (lamp, fog) = (path(&pool, "Lamp").await, path(&pool, "Fog").await);
    assert_eq!(site.api("").post_text(&lamp, "no JSON").await.status, 401);
    assert_eq!(site.api("").post_text("/api/projects/x/comments", "").await.status, 401);
    // A draft has none, whoever asks.
    for name in ["", "vera", "ana", "org"] {
        assert_eq!(site.api(name).get(&fog).await.refusal(), (404, "Not found.".into()), "{name}");
    }
    assert_eq!(site.api("ana").post(&fog, json!({ "body": "Ours." })).await.status, 404);
    for body in
        [json!({}), json!({ "body": "  \n" }), json!({ "body": 3 }), json!({ "body": "x".repeat(2001) })]
    {
        let refused = site.api("vera").post(&lamp, body.clone()).await;
        assert_eq!(refused.status, 400, "{body}");
        assert!(refused.json()["body"][0].is_string());
    }
    assert_eq!(site.api("vera").post(&lamp, json!({ "body": "é".repeat(2000) })).await.status, 201);
}
