//! What teams see of the reviews of their projects: comments, and means per criterion.

use crate::prelude::*;

const CALIBRATION: &str = "/events/demo/manage/calibration";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";
const CHOOSE: &str = "/events/demo/manage/calibration/feedback";

/// An event whose judging is over. The lamp has three reviews, each other project one or two.
async fn world(pool: &PgPool) -> (Site, String) {
    let event = Event::new("demo")
        .judged()
        .organizers(&["org", "olli", "judy"])
        .judges(&["judy", "ada", "bo", "cy"])
        .teams(&[("Lights", &["ana"]), ("Waves", &["bob", "olli"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves"), ("Foam", "Waves"), ("Reef", "Waves")])
        .review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .review("bo", "Lamp", r#"{"quality": 3, "impact": 2}"#)
        .review("cy", "Lamp", r#"{"quality": 3, "impact": 2}"#)
        .review("bo", "Tide", r#"{"quality": 2, "impact": 5}"#)
        .review("ada", "Tide", r#"{"quality": 2, "impact": 5}"#)
        .review("bo", "Foam", r#"{"quality": 5, "impact": 5}"#)
        .review("bo", "Reef", r#"{"quality": 1, "impact": 5}"#)
        .review_draft("judy", "Lamp", r#"{"quality": 1}"#);
    event.create(pool).await;
    let id: i64 = one(pool, "select id from project where title = 'Lamp'").await;
    (Site::new(pool).await, format!("/api/projects/{id}/feedback"))
}

async fn publish(site: &Site) {
    calibrated(site).await;
    site.browser("org").submit(PUBLISH, &[("run", "1"), ("consent", "true")]).await.is(303);
}

/// Sends the form as the organizer who saw `seen`, with these boxes ticked.
async fn choose(site: &Site, seen: &str, ticked: &[&str]) -> Reply {
    let ticked = ticked.iter().map(|name| (*name, "true"));
    let fields: Vec<_> = std::iter::once(("seen", seen)).chain(ticked).collect();
    site.browser("org").submit(CHOOSE, &fields).await
}

async fn logged(pool: &PgPool) -> i64 {
    one(pool, "select count(*) from audit_log where action = 'feedback.chosen'").await
}

#[database_test(world(&pool))]
async fn a_team_reads_released_comments_without_names(pool: PgPool, site: Site, path: String) {
    assert_eq!(choose(&site, "nothing", &["comments"]).await.status, 303, "also before the publication");
    assert_eq!(site.api("ana").get(&path).await.status, 404, "nothing is published");
    publish(&site).await;
    let page = site.browser("org").get(CALIBRATION).await.text();
    page.has(&["7 comments on 4 projects", "Now, each team reads the judges’ comments on its own project."]);
    let read = site.api("ana").get(&path).await;
    let mut comments: Vec<String> = serde_json::from_value(read.json()["comments"].clone()).unwrap();
    comments.sort();
    assert_eq!(comments, ["By ada", "By bo", "By cy"], "submitted ones alone");
    assert_eq!(read.json().as_object().unwrap().len(), 2, "project and comments, nothing else");
    assert_eq!(site.api("ana").get(&path).await.body, read.body, "the order stays");
    let page = path.replace("/api", "").replace("/feedback", "");
    let own = site.browser("ana").get(&page).await.body;
    assert!(own.contains("By ada") && own.contains("What judges wrote") && own.contains(" of 4"), "{own}");
    assert!(!own.contains("Mean score"), "{own}");
    for who in ["bob", "ada", "org"] {
        assert!(!site.browser(who).get(&page).await.body.contains("By ada"), "{who}");
    }
    assert_eq!(choose(&site, "comments", &[]).await.status, 303);
    assert_eq!(site.api("ana").get(&path).await.status, 404);
    assert_eq!(logged(&pool).await, 2);
}

#[database_test(world(&pool))]
async fn a_team_sees_its_means_beside_those_of_the_event(pool: PgPool, site: Site, path: String) {
    publish(&site).await;
    assert_eq!(choose(&site, "nothing", &["criteria"]).await.status, 303);
    let read = site.api("ana").get(&path).await.json();
    assert_eq!(read.get("comments"), None);
    assert_eq!((&read["reviews"], read["criteria"].as_array().map(Vec::len)), (&json!(3), Some(2)));
    let mean = |key: &str| {
        let all = read["criteria"].as_array().unwrap();
        let figure = all.iter().find(|figure| figure["key"] == key).unwrap();
        (figure["mean"].clone(), figure["event_mean"].clone())
    };
    assert_eq!(mean("quality"), (json!(3.33), json!(2.86)), "10 of 3 reviews, 20 of 7");
    assert_eq!(mean("impact"), (json!(3.67), json!(4.43)));
    let page = path.replace("/api", "").replace("/feedback", "");
    let own = site.browser("ana").get(&page).await.text();
    assert!(own.contains("3.33") && own.contains("2.86") && own.contains("From 3 reviews"), "{own}");
    assert!(!own.contains("By ada"), "{own}");
    // Two reviews would tell one judge's score to whoever knows the other's.
    let tide: i64 = one(&pool, "select id from project where title = 'Tide'").await;
    let few = site.api("bob").get(&format!("/api/projects/{tide}/feedback")).await.json();
    assert_eq!((&few["reviews"], &few["criteria"]), (&json!(2), &json!([])));
    let own = site.browser("bob").get(&format!("/projects/{tide}")).await.text();
    assert!(own.contains("Mean scores are shown from 3 reviews on"), "{own}");
    // A review that is saved while judging is open again would be the difference of two means.
    run(&pool, "update event set judging_close = now() + interval '1 hour'").await;
    let open = site.api("ana").get(&path).await.json();
    assert_eq!(open.as_object().map(|o| o.len()), Some(1), "{open}");
    site.browser("ana").get(&page).await.says("The mean scores appear when judging has closed.");
}

#[database_test(world(&pool))]
async fn the_check_list_says_what_teams_will_see(site: Site, _: String) {
    calibrated(&site).await;
    let org = site.browser("org");
    org.get(PUBLISH).await.says("teams see nothing of the reviews of their projects");
    assert_eq!(choose(&site, "nothing", &["comments", "criteria"]).await.status, 303);
    let page = org.get(PUBLISH).await.text();
    page.has(&["sees its mean score per criterion", "from 3 reviews on"]);
    let page = org.get(CALIBRATION).await.text();
    page.has(&["for 1 project", "3 projects have fewer than 3 reviews"]);
    assert!(page.contains("Once the results are published, each team reads"), "{page}");
}

#[database_test(world(&pool))]
async fn a_choice_made_from_an_older_one_is_refused_and_both_are_shown(pool: PgPool, site: Site, _: String) {
    assert_eq!(choose(&site, "nothing", &["comments"]).await.status, 303);
    let stale = choose(&site, "nothing", &["criteria"]).await.is(409);
    let text = stale.text();
    assert!(text.contains("Saved: each team reads the judges’ comments on its own project."), "{text}");
    assert!(text.contains("not saved: each team sees the mean score"), "{text}");
    // The next press is made from what is saved.
    stale.shows(r#"name="seen" value="comments""#);
    assert_eq!(choose(&site, "both", &[]).await.status, 409);
    assert_eq!(choose(&site, "", &["comments"]).await.status, 409, "a form of ours says what it showed");
    assert_eq!(choose(&site, "both", &["comments"]).await.status, 303, "that is what is saved");
    assert_eq!(logged(&pool).await, 1);
}

#[database_test(world(&pool))]
async fn others_do_not_read_it(pool: PgPool, site: Site, path: String) {
    for who in ["olli", "judy"] {
        assert_eq!(site.browser(who).submit(CHOOSE, &[("seen", "nothing")]).await.status, 403, "{who}");
        let refused = site.api(who).get(&path).await;
        assert!(refused.status == 403 && !refused.body.contains("By ada"), "{who}: {}", refused.body);
    }
    publish(&site).await;
    run(&pool, "update event set feedback_released = true, feedback_criteria = true").await;
    assert_eq!(site.api("").get(&path).await.status, 401);
    for who in ["bob", "ada"] {
        let refused = (403, "only the project's team reads its feedback".to_owned());
        assert_eq!(site.api(who).get(&path).await.refusal(), refused, "{who}");
    }
    let all = site.api("org").get(&path).await.json();
    assert_eq!(all["comments"].as_array().map(Vec::len), Some(3));
    assert_eq!(site.api("ana").get("/api/projects/999/feedback").await.refusal(), (404, "Not found.".into()));
    assert_eq!(site.api("ana").get(&path).await.json(), all);
    // A vote that opens after the publication hides the results, and what teams could tell of them.
    run(&pool, "update event set voting_mode = 'account', voting_open = null, voting_close = null").await;
    assert_eq!(site.api("ana").get(&path).await.status, 404);
}

#[database_test(world(&pool))]
async fn choosing_twice_at_once_is_logged_once(pool: PgPool, site: Site, _: String) {
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("select from event for update").execute(&mut *holder).await.unwrap();
    let one = choose(&site, "nothing", &["comments"]);
    let (one, two, ()) = tokio::join!(one, choose(&site, "nothing", &["comments"]), async {
        until_waiting(&pool, 2).await;
        holder.rollback().await.unwrap();
    });
    assert_eq!((one.status, two.status), (303, 303), "{} {}", one.body, two.body);
    assert_eq!(logged(&pool).await, 1);
}
