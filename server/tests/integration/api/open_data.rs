//! Scores without names: who publishes them, once, and what becomes public.

use crate::prelude::*;
use sha2::{Digest, Sha256};
use shared::calibration::Panels;

const EXPORTS: &str = "/events/demo/manage/exports";
const DESK: &str = "/events/demo/manage/open-data";
const PUBLIC: &str = "/events/demo/open-data";
const FILE: &str = "/events/demo/open-data/scores.csv";
const SENTENCE: &str = "Scores may be published <without> names.";

/// Twelve projects, each reviewed by five of six judges; Ana organizes and judges.
async fn hall(pool: &PgPool) -> (World, Site) {
    let mut event = Event::new("demo").judging().organizer("org").organizer("ana").judge("ana");
    for judge in 1..=5 {
        event = event.judge(&format!("j{judge}"));
    }
    event = event.team("Lights", &["p"]);
    for project in 0..12 {
        let title = format!("Project {project}");
        event = event.project(&title, "Lights");
        for seat in 0..5 {
            let judge = ["j1", "j2", "j3", "j4", "j5", "ana"][(project + seat) % 6];
            let scores = format!(
                r#"{{"quality": {}, "impact": {}}}"#,
                1 + (project + seat) % 5,
                (3 * project + seat) % 11
            );
            event = event.review(judge, &title, &scores);
        }
    }
    event.served(pool).await
}

async fn publish(site: &Site, who: &str, agreed: &str) -> u16 {
    site.browser(who).submit(DESK, &[("statement", SENTENCE), ("agreed", agreed)]).await.status
}

#[database_test(hall(&pool))]
async fn scores_without_names_follow_the_results_once(world: World, site: Site) {
    calibrated(&site).await;
    site.browser("org").get(EXPORTS).await.shows("Publish the results of");
    assert_eq!(publish(&site, "org", "true").await, 409, "before the results");
    assert!(!site.browser("ana").get(EXPORTS).await.body.contains("Publish the results of"), "she judges");
    published(&site).await;
    assert_eq!(site.api("").get(PUBLIC).await.status, 404);

    let desk = site.browser("org").get(EXPORTS).await;
    desk.shows("50 reviews of 12 projects by 5 judges");
    assert!(desk.body.contains("Publish 50 scores"), "{}", desk.body);
    let without = site.browser("org").submit(DESK, &[("statement", SENTENCE)]).await.is(422);
    assert!(without.body.contains("Tick the box to confirm that they agreed."), "{}", without.body);
    assert!(without.body.contains("&lt;without&gt;"), "the sentence comes back: {}", without.body);
    let unsaid = site.browser("org").submit(DESK, &[("statement", " "), ("agreed", "true")]).await;
    assert!(unsaid.body.contains("Enter the sentence that judges and teams agreed to."), "{}", unsaid.body);

    assert_eq!(publish(&site, "org", "true").await, 303);
    assert_eq!(publish(&site, "org", "true").await, 409, "once");
    let page = site.api("").get(PUBLIC).await.is(200);
    assert!(page.body.contains("&lt;without&gt; names.") && page.body.contains("CC0"), "{}", page.body);
    let results = site.api("").get("/api/events/demo/results").await.json();
    let panels: Panels = serde_json::from_value(results["panels"].clone()).unwrap();
    assert!(panels.dealt, "{}", page.body);
    assert!(page.body.contains("The portal chose the judges of every review."), "{}", page.body);
    assert!(page.body.contains(&words::panels(&panels)), "{}", page.body);
    let file = site.api("").get(FILE).await;
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"demo-open-scores.csv\"");
    assert_eq!(file.body.lines().count(), 51);
    assert!(file.body.starts_with("project,judge,total\r\n1,"), "{}", file.body);
    assert!(!file.body.contains('@') && !file.body.contains("Project"), "{}", file.body);
    let how = site.api("").get("/events/demo/results/how").await;
    assert!(how.body.contains(PUBLIC), "{}", how.body);
    assert!(how.body.contains(&words::panels(&panels)), "clear or not, it is said: {}", how.body);

    let rows = world.audit().await;
    let (_, _, before, after) = rows.iter().find(|row| row.0 == "open_data.published").unwrap();
    assert!(before.is_null());
    assert_eq!((&after["reviews"], &after["judges"], &after["run"]), (&json!(50), &json!(5), &json!(1)));
    let hash = Sha256::digest(file.body.as_bytes()).iter().map(|b| format!("{b:02x}")).collect::<String>();
    assert_eq!(after["sha256"], json!(hash));
    assert!(!after.to_string().contains("without"), "what people wrote stays out of the log: {after}");
}

#[database_test(hall(&pool))]
async fn the_database_keeps_what_was_given_away(world: World, site: Site) {
    calibrated(&site).await;
    let insert =
        "insert into open_data (event_id, run_id, statement, csv, projects, judges, reviews, left_out)
                  values (1, 1, 'Yes.', E'project,judge,total\\r\\n1,1,0.5\\r\\n', 1, 1, 1, 0)";
    let refused =
        async |sql: &'static str| sqlx::query(sql).execute(&world.pool).await.unwrap_err().to_string();
    assert!(refused(insert).await.contains("published results"), "only what is published");
    published(&site).await;
    assert_eq!(publish(&site, "org", "true").await, 303);
    assert!(refused(insert).await.contains("open_data_taken"));
    for change in ["update open_data set statement = 'No.'", "delete from open_data", "truncate open_data"] {
        assert!(refused(change).await.contains("only grows"), "{change}");
    }
    assert_eq!(world.one::<i64>("select count(*) from open_data where event_id = $1").await, 1);
}
