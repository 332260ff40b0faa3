//! Public answers that are kept ready: what makes a new one, what the clock and the rules hide at once, and how they travel.

use crate::support::judged::{calibrated, judged, published};
use crate::support::{Event, Site, World};
use serde_json::json;
use sqlx::{AssertSqlSafe, PgPool};

const LIST: &str = "/api/events/demo/projects";

async fn demo(pool: &PgPool) -> World {
    let event = Event::new("demo").organizer("org").person("vera").team("Lights", &["ana"]);
    event.project("Lamp", "Lights").draft("Torch", "Lights").create(pool).await
}

/// Changes rows behind the portal's back, so that a kept answer shows as such.
async fn unseen(pool: &PgPool, sql: &str) {
    let sql = format!("set session_replication_role = replica; {sql}; reset session_replication_role");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.unwrap();
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn an_answer_is_kept_until_something_public_changes(pool: PgPool) {
    let demo = demo(&pool).await;
    let site = Site::new(&pool).await;
    let lamp = demo.project("Lamp").await;
    let paths = [LIST, "/events/demo/projects", &format!("/api/projects/{lamp}")];
    let shows = async |words: &str| {
        let mut shown = Vec::new();
        for path in paths {
            shown.push(site.api("").get(path).await.body.contains(words));
        }
        shown
    };
    assert_eq!(shows("Lamp").await, [true; 3]);
    assert!(site.state.shelf.bytes() > 0);
    unseen(&pool, "update project set title = 'Lantern' where title = 'Lamp'").await;
    assert_eq!(shows("Lantern").await, [false; 3], "kept");
    // Whoever is signed in reads the rows.
    assert!(site.api("vera").get(LIST).await.body.contains("Lantern"));
    // Saves of reviews and the like show in no public answer.
    sqlx::query("insert into audit_log (event_id, actor, actor_role, action, object_type, object_id) values ($1, 'x', 'judge', 'review.saved', 'review', '1')")
        .bind(demo.event).execute(&pool).await.unwrap();
    assert_eq!(shows("Lantern").await, [false; 3], "kept");
    let torch = demo.project("Torch").await;
    let edit = site.api("ana").patch(&format!("/api/projects/{torch}"), json!({ "submit": true })).await;
    assert_eq!(edit.status, 200, "{}", edit.text());
    assert_eq!(shows("Lantern").await, [true; 3], "made anew");
    assert_eq!(site.api("").get(LIST).await.json().as_array().unwrap().len(), 2);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_name_that_changes_is_shown_at_once(pool: PgPool) {
    let demo = demo(&pool).await;
    let site = Site::new(&pool).await;
    let path = format!("/api/projects/{}", demo.project("Lamp").await);
    let members = async || site.api("").get(&path).await.json()["members"].clone();
    let before = members().await;
    sqlx::query("update person set name = 'Nobody' where email like 'ana@%'").execute(&pool).await.unwrap();
    assert_ne!(members().await, before);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn results_are_hidden_the_moment_a_vote_opens(pool: PgPool) {
    let demo = judged(&pool).await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    published(&site).await;
    sqlx::query("update event set voting_mode = 'account'").execute(&pool).await.unwrap();
    let paths = ["/events/demo/results", "/api/events/demo/results"];
    let statuses = async || {
        let mut statuses = Vec::new();
        for path in paths {
            statuses.push(site.api("").get(path).await.status);
        }
        statuses
    };
    let first: i64 = demo.one("select min(id) from project where event_id = $1").await;
    let ranked =
        async || site.api("").get(&format!("/projects/{first}")).await.body.contains("<dt>Rank</dt>");
    for _ in 0..2 {
        demo.move_window("voting", (Some(-2), Some(-1))).await;
        assert_eq!((statuses().await, ranked().await), (vec![200, 200], true));
        assert_eq!((statuses().await, ranked().await), (vec![200, 200], true), "kept");
        demo.move_window("voting", (Some(-2), Some(1))).await;
        assert_eq!((statuses().await, ranked().await), (vec![404, 404], false));
    }
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_kept_answer_travels_packed_where_that_is_understood(pool: PgPool) {
    let demo = demo(&pool).await;
    let site = Site::new(&pool).await;
    let words = "many words ".repeat(300);
    let lamp = demo.project("Lamp").await;
    let edit = site.api("ana").patch(&format!("/api/projects/{lamp}"), json!({ "description": words })).await;
    assert_eq!(edit.status, 200, "{}", edit.text());
    let ask = async |accepted: &str, tag: &str| {
        let headers = [("accept-encoding", accepted), ("if-none-match", tag)];
        site.api("").send_with_bytes("GET", LIST, &headers).await
    };
    let plain = ask("gzip", "").await;
    let tag = plain.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(plain.headers().get("content-encoding"), None);
    for _ in 0..2 {
        let packed = ask("gzip, br", "").await;
        assert_eq!(packed.headers()["content-encoding"], "br");
        assert_eq!(packed.headers()["etag"].to_str().unwrap(), tag);
        let vary: Vec<_> = packed.headers().get_all("vary").iter().collect();
        assert_eq!(vary, ["Authorization, Cookie, Accept", "Accept-Encoding"]);
        let unchanged = ask("gzip, br", &tag).await;
        assert_eq!(unchanged.status(), 304);
        assert_eq!(unchanged.headers().get_all("vary").iter().collect::<Vec<_>>(), vary);
    }
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_shelf_of_no_size_keeps_nothing(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--shelf", "0"]).await;
    assert_eq!(site.api("").get(LIST).await.status, 200);
    unseen(&pool, "update project set title = 'Lantern' where title = 'Lamp'").await;
    assert!(site.api("").get(LIST).await.body.contains("Lantern"));
    assert_eq!(site.state.shelf.bytes(), 0);
}
