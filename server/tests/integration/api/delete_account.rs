//! The account page, the data download, and deleting the account.

use crate::prelude::*;
use portal::account::passwords;

async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").judging().organizer("olga").admin("root").person("voter");
    let event = event.judge("ada").judge("eve").team("Lights", &["pia", "pat"]).project("Lamp", "Lights");
    let event = event.review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#);
    event.review_draft("eve", "Lamp", r#"{"quality": 2}"#).served(pool).await
}

#[database_test(world(&pool))]
async fn the_account_page_counts_reviews_and_lists_votes(world: World, site: Site) {
    world.move_window("voting", (Some(-1), Some(1))).await;
    world.run("update event set voting_mode = 'account'").await;
    let lamp = world.project("Lamp").await;
    site.api("voter").post("/api/events/demo/ballot", json!({ "choices": [lamp] })).await.is(200);
    assert!(site.browser("ada").get("/me").await.body.contains("1 of 1 submitted"));
    assert!(site.browser("eve").get("/me").await.body.contains("0 of 1 submitted"));
    let voter = site.browser("voter").get("/me").await;
    assert!(voter.body.contains("Your votes") && voter.body.contains("1 project<"), "{}", voter.body);
    assert!(!site.browser("pia").get("/me").await.body.contains("Your votes"));
}

#[database_test(world(&pool))]
async fn the_data_file_has_all_of_ones_own_data_and_nothing_of_others(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    site.api("ada").post(&format!("/api/projects/{lamp}/comments"), json!({ "body": "Bright." })).await;
    let file = site.browser("ada").get("/me/data.json").await.is(200);
    assert!(file.headers["content-disposition"].to_str().unwrap().contains("evenhand-my-data.json"));
    let data = file.json();
    assert_eq!([&data["account"]["email"], &data["account"]["name"]], ["ada@x.example", "Ada"]);
    assert_eq!(data["roles"][0]["role"], "judge");
    assert_eq!(data["assignments"][0]["review"]["scores"], json!({ "quality": 4, "impact": 7 }));
    assert_eq!(data["comments"][0]["body"], "Bright.");
    assert_eq!(data["tokens"][0]["name"], "test");
    assert_eq!(data["log"][0]["action"], "comment.posted");
    assert!(!file.body.contains("eve@") && !file.body.contains("By eve") && !file.body.contains("evh_"));
    assert_eq!(site.api("pia").get("/me/data.json").await.json()["teams"][0]["projects"][0]["title"], "Lamp");
    assert_eq!(site.api("").get("/me/data.json").await.status, 303);
}

#[database_test(world(&pool))]
async fn the_data_file_has_nothing_of_an_earlier_owner_of_the_address(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    site.api("ada").post(&format!("/api/projects/{lamp}/comments"), json!({ "body": "Bright." })).await;
    let log = async || site.browser("ada").get("/me/data.json").await.json()["log"].clone();
    assert_eq!(log().await[0]["action"], "comment.posted");
    world.run("update person set created_at = clock_timestamp() where email = 'ada@x.example'").await;
    assert_eq!(log().await, json!([]));
}

#[database_test(world(&pool))]
async fn a_deleted_persons_texts_stay_without_their_name(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let comments = format!("/api/projects/{lamp}/comments");
    site.api("ada").post(&comments, json!({ "body": "Bright." })).await;
    site.browser("ada").get("/me/leave").await.is(200).shows("1 submitted review and 1 comment will stay");
    site.browser("ada").submit("/me/leave", &[("typed", "live")]).await.is(422).shows("href=\"#typed\"");
    site.browser("ada").submit("/me/leave", &[("typed", "Leave")]).await.leads_to("/");
    assert_eq!(site.browser("ada").get("/me").await.status, 303);
    assert_eq!(site.api("ada").get("/api/me").await.status, 401);
    assert_eq!(site.api("").get(&comments).await.json()[0]["author"], "Deleted account");
    let (id, email, name): (i64, String, String) =
        one_row(&world.pool, "select id, email, name from person where deactivated_at is not null").await;
    assert!(email.starts_with(&format!("deleted-{id}-")) && email.ends_with("@deleted.invalid"), "{email}");
    assert_eq!(name, "Deleted account");
    let sql = "select action, actor from audit_log where event_id is null order by seq desc limit 1";
    let (action, actor): (String, String) = one_row(&world.pool, sql).await;
    assert_eq!((action.as_str(), actor.as_str()), ("person.left", "ada@x.example"));
    // The log of the event says which number had the address by which its rows name them.
    let sql = "select event_id, object_id, actor from audit_log where action = 'person.left' and event_id is not null";
    let (event, number, actor): (i64, String, String) = one_row(&world.pool, sql).await;
    assert_eq!((event, number, actor.as_str()), (world.event, id.to_string(), "ada@x.example"));
    // The review still counts.
    let reviews: i64 =
        world.one("select count(*) from review where event_id = $1 and submitted_at is not null").await;
    assert_eq!(reviews, 1);
}

#[database_test(world(&pool))]
async fn who_leaves_while_an_event_forgets_is_not_named_in_its_log(world: World, site: Site) {
    let mut forgets = world.pool.begin().await.unwrap();
    let forget = "set local session_replication_role = replica; select from event for update;
        update event set forgotten_at = now()";
    sqlx::raw_sql(forget).execute(&mut *forgets).await.unwrap();
    let ada = site.browser("ada");
    let (left, ()) = tokio::join!(ada.submit("/me/leave", &[("typed", "Leave")]), async {
        until_waiting(&world.pool, 1).await;
        forgets.commit().await.unwrap();
    });
    left.leads_to("/");
    let named = "select count(*) from audit_log where event_id = $1 and action = 'person.left'";
    assert_eq!(world.one::<i64>(named).await, 0);
}

#[database_test(world(&pool))]
async fn the_last_organizer_and_the_last_admin_cannot_delete_their_account(_: World, site: Site) {
    for (who, why) in [("olga", "last organizer of “Demo”"), ("root", "last site admin")] {
        assert!(site.browser(who).get("/me/leave").await.body.contains(why), "{who}");
        let refused = site.browser(who).submit("/me/leave", &[("typed", "leave")]).await;
        assert!(refused.status == 409 && refused.body.contains(why), "{who}: {}", refused.body);
        assert_eq!(site.browser(who).get("/me").await.status, 200);
    }
}

#[database_test(world(&pool))]
async fn deleting_an_account_asks_for_the_password(world: World, site: Site) {
    let hash = passwords::hash("long enough").unwrap();
    sqlx::query("update person set password_hash = $1").bind(hash).execute(&world.pool).await.unwrap();
    let wrong = site.browser("pia").submit("/me/leave", &[("typed", "leave")]).await;
    assert!(wrong.status == 422 && wrong.body.contains("The password is wrong."));
    assert_eq!(site.browser("pia").submit("/me/leave", &[("typed", "long enough")]).await.status, 303);
    let members = site.api("pat").get("/api/me").await.json()["teams"].clone();
    assert!(members.to_string().contains("Deleted account"), "{members}");
}

#[database_test(CALIBRATED)]
async fn a_run_does_not_name_a_deleted_judge(pool: PgPool, site: Site) {
    let page = async || site.browser("org").get("/events/demo/manage/calibration").await.body;
    let file = async || site.api("org").get("/api/events/demo/export/judges.csv").await.body;
    let (before, rows) = (page().await, file().await.lines().count());
    assert!(before.contains("judge=j2%40x.example"), "{before}");
    assert!(file().await.contains("1,j2@x.example,"));
    // The template may be older than a session in which one leaves.
    run(&pool, "update session set created_at = now()").await;
    assert_eq!(site.browser("j2").submit("/me/leave", &[("typed", "leave")]).await.status, 303);
    let after = page().await;
    after.has(&["Judge who left"]);
    after.lacks(&["j2@", "j2<wbr"]);
    assert!(!after.contains("judge=j2%40x.example") && after.contains("judge=j1%40x.example"), "{after}");
    let judges = file().await;
    assert!(judges.contains("\n1,,") && !judges.contains("j2@x.example"), "{judges}");
    assert_eq!(judges.lines().count(), rows);
}

#[database_test(Event::new("demo").organizer("org").judge("ada").served(&pool))]
async fn nobody_keeps_an_account_from_being_deleted_by_taking_its_address(world: World, site: Site) {
    let taken =
        "insert into person (email, name) select 'deleted-' || id || '@deleted.invalid', 'X' from person";
    world.run(taken).await;
    world.run("update person set password_hash = null").await;
    site.browser("ada").submit("/me/leave", &[("typed", "leave")]).await.leads_to("/");
}
