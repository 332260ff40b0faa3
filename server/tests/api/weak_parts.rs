//! Parts of an event that few reviews connect, or none.

use crate::support::judged::{calibrated, published, sql};
use crate::support::{Event, Site, World};
use sqlx::PgPool;

const CALIBRATION: &str = "/events/demo/manage/calibration";
const DECLARE: &str = "/events/demo/manage/calibration/declare-parts";
const OFFER: &str = "Make the two parts tracks";

/// Two panels of two judges and ten projects each. `joined`: one judge of the first panel also saw the last project.
async fn two_panels(pool: &PgPool, joined: bool) -> World {
    let mut event = Event::new("demo").judging().organizer("org");
    for judge in ["a1", "a2", "b1", "b2"] {
        event = event.judge(judge);
    }
    for n in 1..=20 {
        let (team, title) = (format!("Team {n}"), format!("Project {n}"));
        event = event.team(&team, &[&format!("p{n}")]).project(&title, &team);
        for (at, judge) in (1..).zip(if n <= 10 { ["a1", "a2"] } else { ["b1", "b2"] }) {
            let scores = format!(r#"{{"quality": {}, "impact": {}}}"#, 1 + (n * at) % 5, (n * 3 + at) % 11);
            event = event.review(judge, &title, &scores);
        }
    }
    if joined {
        event = event.review("a1", "Project 20", r#"{"quality": 3, "impact": 6}"#);
    }
    event.create(pool).await
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn weakly_connected_parts_are_named_by_title_and_can_become_tracks(pool: PgPool) {
    let demo = two_panels(&pool, true).await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    let organizer = site.browser("org");
    let page = organizer.get(CALIBRATION).await.body;
    assert!(page.contains("Part 1: Project 1, Project 2") && page.contains(OFFER), "{page}");
    assert_eq!(organizer.submit(DECLARE, &[("run", "2")]).await.status, 409, "another run was shown");
    assert_eq!(organizer.submit(DECLARE, &[("run", "1")]).await.status, 303);
    let tracks = "select count(distinct track_id) from project where event_id = $1 and track_id is not null";
    assert_eq!(demo.one::<i64>(tracks).await, 2);
    let (action, _, before, after) = demo.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), &before["tracks"]), ("track.declared", &serde_json::json!([])));
    assert_eq!(after["projects"], serde_json::json!([10, 10]));
    assert!(!organizer.get(CALIBRATION).await.body.contains(OFFER), "the event has tracks now");
    assert_eq!(organizer.submit(DECLARE, &[("run", "1")]).await.status, 409, "a second press");
    calibrated(&site).await;
    let groups = "select (connectivity #>> '{fit,groups}')::bigint from calibration_run where event_id = $1 and run = 2";
    assert_eq!(demo.one::<i64>(groups).await, 2);
    published(&site).await;
    let public = site.api("").get("/events/demo/results").await.body;
    assert!(public.contains("Some judges share very few projects with the others."), "{public}");
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn parts_that_the_planner_dealt_are_one_group(pool: PgPool) {
    let demo = two_panels(&pool, false).await;
    let site = Site::new(&pool).await;
    sql(&demo, "update assignment set source = 'manual' where id = 1").await;
    calibrated(&site).await;
    sql(&demo, "update assignment set source = 'planned'").await;
    calibrated(&site).await;
    let groups =
        "select array_agg((connectivity #>> '{fit,groups}')::bigint order by run) from calibration_run
        where event_id = $1";
    assert_eq!(demo.one::<Vec<i64>>(groups).await, [2, 1]);
    published(&site).await;
    let public = site.api("").get("/events/demo/results").await.body;
    assert!(
        public.contains("The reviews fall into 2 parts") && public.contains("Part 2: Project 11"),
        "{public}"
    );
}
