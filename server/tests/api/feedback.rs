//! Comments of reviews, released to the team.

use crate::support::judged::SHELL;
use crate::support::{Event, Site, until_waiting};
use serde_json::json;
use server::portal::publish::calibrate;
use server::store::database::Database;
use sqlx::PgPool;

const CALIBRATION: &str = "/events/demo/manage/calibration";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";

async fn world(pool: &PgPool) -> (Site, String) {
    Event::new("demo")
        .judged()
        .organizer("org")
        .judge("ada")
        .judge("bo")
        .judge("cy")
        .team("Lights", &["ana"])
        .team("Waves", &["bob"])
        .project("Lamp", "Lights")
        .project("Tide", "Waves")
        .review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .review("bo", "Lamp", r#"{"quality": 3, "impact": 2}"#)
        .review("bo", "Tide", r#"{"quality": 2, "impact": 5}"#)
        .review_draft("cy", "Lamp", r#"{"quality": 1}"#)
        .create(pool)
        .await;
    let id: i64 =
        sqlx::query_scalar("select id from project where title = 'Lamp'").fetch_one(pool).await.unwrap();
    (Site::new(pool).await, format!("/api/projects/{id}/feedback"))
}

async fn publish(pool: &PgPool, site: &Site) {
    calibrate::run(&Database::new(pool.clone()), &SHELL, "demo").await.unwrap();
    let done = site.browser("org").submit(PUBLISH, &[("run", "1"), ("consent", "true")]).await;
    assert_eq!(done.status, 303, "{}", done.body);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_team_reads_released_feedback_without_names(pool: PgPool) {
    let (site, path) = world(&pool).await;
    let release = async |act| site.browser("org").submit(&format!("{CALIBRATION}/{act}-feedback"), &[]).await;
    assert_eq!(release("release").await.status, 409, "nothing is published");
    publish(&pool, &site).await;
    assert_eq!(site.api("ana").get(&path).await.refusal(), (404, "Not found.".into()), "not released");
    let page = site.browser("org").get(CALIBRATION).await.body;
    assert!(page.contains("3 comments about 2 projects"), "{page}");
    assert_eq!(release("release").await.status, 303);
    let read = site.api("ana").get(&path).await;
    let mut comments: Vec<String> = serde_json::from_value(read.json()["comments"].clone()).unwrap();
    comments.sort();
    assert_eq!(comments, ["By ada", "By bo"], "submitted ones alone");
    assert_eq!(read.json().as_object().unwrap().len(), 2, "project and comments, nothing else");
    assert_eq!(site.api("ana").get(&path).await.body, read.body, "the order stays");
    let page = path.replace("/api", "").replace("/feedback", "");
    let own = site.browser("ana").get(&page).await.body;
    assert!(own.contains("By ada") && own.contains("What judges wrote") && own.contains("1 of 2"), "{own}");
    for who in ["bob", "ada", "org"] {
        assert!(!site.browser(who).get(&page).await.body.contains("By ada"), "{who}");
    }
    assert_eq!(release("withdraw").await.status, 303);
    assert_eq!(site.api("ana").get(&path).await.status, 404);
    let logged: Vec<String> =
        sqlx::query_scalar("select action from audit_log where action like 'feedback%' order by seq")
            .fetch_all(&pool)
            .await
            .unwrap();
    assert_eq!(logged, ["feedback.released", "feedback.withdrawn"]);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn others_do_not_read_it(pool: PgPool) {
    let (site, path) = world(&pool).await;
    publish(&pool, &site).await;
    sqlx::query("update event set feedback_released = true").execute(&pool).await.unwrap();
    assert_eq!(site.api("").get(&path).await.status, 401);
    for who in ["bob", "ada"] {
        let refused = (403, "only the project's team reads its feedback".to_owned());
        assert_eq!(site.api(who).get(&path).await.refusal(), refused, "{who}");
    }
    assert_eq!(site.api("org").get(&path).await.json()["comments"].as_array().map(Vec::len), Some(2));
    assert_eq!(site.api("ana").get("/api/projects/999/feedback").await.refusal(), (404, "Not found.".into()));
    let empty = site.api("ana").get(&path).await.json();
    assert_ne!(empty["comments"], json!([]));
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn releasing_twice_at_once_is_logged_once(pool: PgPool) {
    let (site, _) = world(&pool).await;
    publish(&pool, &site).await;
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("select from event for update").execute(&mut *holder).await.unwrap();
    let (org, act) = (site.browser("org"), format!("{CALIBRATION}/release-feedback"));
    let (one, two, ()) = tokio::join!(org.submit(&act, &[]), org.submit(&act, &[]), async {
        until_waiting(&pool, 2).await;
        holder.rollback().await.unwrap();
    });
    assert_eq!((one.status, two.status), (303, 303), "{} {}", one.body, two.body);
    let sql = "select count(*) from audit_log where action = 'feedback.released'";
    assert_eq!(sqlx::query_scalar::<_, i64>(sql).fetch_one(&pool).await.unwrap(), 1);
}
