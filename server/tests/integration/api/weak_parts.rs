//! Parts of an event that few reviews connect, or none.

use crate::prelude::*;

const CALIBRATION: &str = "/events/demo/manage/calibration";
const DECLARE: &str = "/events/demo/manage/calibration/declare-parts";
const OFFER: &str = "Make the two parts tracks";

/// Two panels of two judges and ten projects each. `joined`: one judge of the first panel also saw the last project.
fn panels(joined: bool) -> Event {
    let mut event = Event::new("demo").judging().organizer("org").judges(&["a1", "a2", "b1", "b2"]);
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
    event
}

#[database_test(panels(false).track("Unused").served(&pool))]
async fn a_track_that_no_project_has_changes_no_group(demo: World, site: Site) {
    demo.run("update assignment set source = 'manual' where id = 1").await;
    calibrated(&site).await;
    let groups = "select (connectivity #>> '{fit,groups}')::bigint from calibration_run where event_id = $1";
    assert_eq!(demo.one::<i64>(groups).await, 2, "the parts are groups, as without the track");
    let basis = site.api("org").get("/api/events/demo/results/how").await.json();
    let parts = basis["parts"].as_array().unwrap().iter().map(|part| part.as_array().unwrap().len());
    assert_eq!(
        (parts.collect::<Vec<_>>(), &basis["weak"]),
        (vec![10, 10], &serde_json::json!(false)),
        "{basis}"
    );
}

#[database_test(panels(true).served(&pool))]
async fn weakly_connected_parts_are_named_by_title_and_can_become_tracks(demo: World, site: Site) {
    calibrated(&site).await;
    let organizer = site.browser("org");
    organizer.get(CALIBRATION).await.body.has(&["Part 1: Project 1, Project 2", OFFER]);
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
    assert_eq!(site.api("").get("/api/events/demo/results/how").await.json()["weak"], true);
}

#[database_test(panels(true).served(&pool))]
async fn parts_do_not_show_the_address_of_a_judge_who_deleted_their_account(_: World, site: Site) {
    calibrated(&site).await;
    assert_eq!(site.browser("b2").submit("/me/leave", &[("typed", "leave")]).await.status, 303);
    let page = site.browser("org").get(CALIBRATION).await.body;
    page.has(&["Part 1: Project 1, Project 2", "Judge who left"]);
    page.lacks(&["b2@", "b2<wbr"]);
}

/// The reviews that the page offers to assign: where its forms post to, and the judge.
fn offered(page: &str) -> Vec<(String, String)> {
    let forms = page.split("action=\"/events/demo/manage/assignments/projects/").skip(1);
    let between = |text: &str, from: &str| {
        let (_, rest) = text.split_once(from).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    forms
        .map(|form| {
            let path = form.split('"').next().unwrap();
            let action = format!("/events/demo/manage/assignments/projects/{path}");
            (action, between(form, "name=\"judge\" value=\""))
        })
        .collect()
}

#[database_test(panels(false).served(&pool))]
async fn reviews_that_would_connect_the_parts_are_assigned_from_the_page(demo: World, site: Site) {
    calibrated(&site).await;
    let organizer = site.browser("org");
    let page = organizer.get(CALIBRATION).await.body;
    let first = offered(&page);
    assert_eq!(first.len(), 4, "one each way, twice: {page}");
    demo.run("update event set judging_close = now() - interval '1 minute' where id = $1").await;
    let closed = organizer.get(CALIBRATION).await.body;
    assert!(
        offered(&closed).is_empty() && closed.contains("Choose a later end of judging first"),
        "{closed}"
    );
    demo.run("update event set judging_close = now() + interval '1 hour' where id = $1").await;
    // Who has a conflict with the project is not named for it.
    let judge: i64 = first[0].1.parse().unwrap();
    let project = first[0].0.split('/').nth(6).unwrap().to_owned();
    demo.run(&format!(
        "insert into conflict (event_id, person_id, project_id, kind, source) values (1, {judge}, {project}, 'other', 'organizer')"
    )).await;
    let again = offered(&organizer.get(CALIBRATION).await.body);
    assert!(!again.contains(&first[0]), "{again:?}");
    for (action, judge) in &again {
        assert_eq!(organizer.submit(action, &[("judge", judge)]).await.status, 303, "{action}");
    }
    let manual =
        "select count(*) from assignment where event_id = $1 and source = 'manual' and status = 'pending'";
    assert_eq!(demo.one::<i64>(manual).await, 4);
    let rest = offered(&organizer.get(CALIBRATION).await.body);
    assert!(rest.iter().all(|pair| !again.contains(pair)), "what is assigned is not offered again");
    published(&site).await;
    assert!(
        offered(&organizer.get(CALIBRATION).await.body).is_empty(),
        "nothing is assigned after publication"
    );
}

#[database_test(panels(false).served(&pool))]
async fn parts_that_the_planner_dealt_are_one_group(demo: World, site: Site) {
    demo.run("update assignment set source = 'manual' where id = 1").await;
    calibrated(&site).await;
    demo.run("update assignment set source = 'planned'").await;
    calibrated(&site).await;
    let groups =
        "select array_agg((connectivity #>> '{fit,groups}')::bigint order by run) from calibration_run
        where event_id = $1";
    assert_eq!(demo.one::<Vec<i64>>(groups).await, [2, 1]);
    published(&site).await;
    let public = site.api("").get("/events/demo/results").await.body;
    public.has(&["The reviews fall into 2 parts", "Part 2: Project 11"]);
}
