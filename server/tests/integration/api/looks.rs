//! What judges looked at before they submitted: numbers of a project, where the event counts them.

use crate::prelude::*;

async fn counted(world: &World) -> Option<(i32, i32, i32, i32)> {
    let sql = "select repository, demo, video, judges from project_look where event_id = $1";
    sqlx::query_as(sql).bind(world.event).fetch_optional(&world.pool).await.unwrap()
}

#[database_test]
async fn each_judge_counts_once_for_a_project_and_is_stored_nowhere(pool: PgPool) {
    let event = Event::new("demo").judging().organizer("olga").judge("ada").judge("bo").judge("cy");
    let event = event.judge("dee").judge("eli").judge("fay");
    let event = event.team("Lights", &["pia"]).project("Lamp", "Lights");
    let event = event.assign("ada", "Lamp").assign("bo", "Lamp").assign("cy", "Lamp");
    let (world, site) =
        event.assign("dee", "Lamp").assign("eli", "Lamp").assign("fay", "Lamp").served(&pool).await;
    let link = "begin; set local session_replication_role = replica;
        update project set demo_url = 'https://lamp.example'; commit";
    sqlx::raw_sql(link).execute(&pool).await.unwrap();
    let save = async |judge: &str, submit: bool, looked: Value| {
        let path = format!("/api/judge/assignments/{}/review", world.assignment(judge, "Lamp").await);
        let mut review = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": submit });
        if !looked.is_null() {
            review["looked"] = looked;
        }
        site.api(judge).post(&path, review).await.is(200);
    };
    let task = format!("/judge/assignments/{}", world.assignment("ada", "Lamp").await);
    let says = "This device counts which of these you open";
    // Off unless an organizer chose it.
    assert!(!site.browser("ada").get(&task).await.body.contains(says));
    save("cy", true, json!(["repo_url"])).await;
    assert_eq!(counted(&world).await, None);

    sqlx::query("update event set counts_looks = true").execute(&pool).await.unwrap();
    site.browser("ada").get(&task).await.body.has(&[says, "data-look=\"demo_url\""]);
    assert_eq!(site.api("ada").get("/api/events/demo").await.json()["counts_looks"], json!(true));
    save("ada", false, json!(["demo_url"])).await;
    assert_eq!(counted(&world).await, None, "a draft counts nothing");
    save("ada", true, json!(["repo_url", "video_url", "another"])).await;
    assert_eq!(counted(&world).await, Some((1, 0, 1, 1)));
    // An update, and what is withdrawn and submitted again.
    for submit in [true, false, true] {
        save("ada", submit, json!(["demo_url"])).await;
    }
    assert_eq!(counted(&world).await, Some((1, 0, 1, 1)), "a judge counts once");
    save("cy", true, json!(["repo_url"])).await;
    assert_eq!(counted(&world).await, Some((1, 0, 1, 1)), "the review was submitted before");
    // Without scripting nothing is sent, and nothing is counted.
    save("bo", true, Value::Null).await;
    assert_eq!(counted(&world).await, Some((1, 0, 1, 1)));

    let desk = format!("/events/demo/manage/projects/{}", world.project("Lamp").await);
    let project = format!("/api/projects/{}", world.project("Lamp").await);
    let read = async |who: &str| site.api(who).get(&project).await.json()["looks"].clone();
    let run = async |sql: &'static str| {
        sqlx::raw_sql(sql).execute(&pool).await.unwrap();
    };
    let close = "update event set judging_close = clock_timestamp()";
    // Somebody who watches a number while reviews come in would know whose look it counts. So would a reader of the numbers of few judges.
    let shown = async || {
        let page = site.browser("olga").get(&desk).await.text();
        (page.contains("whose device counted"), read("olga").await)
    };
    save("dee", true, json!(["repo_url"])).await;
    run(close).await;
    assert_eq!(shown().await, (false, Value::Null), "two judges");
    // As if it had never been closed.
    run("begin; set local session_replication_role = replica; update event set judging_close = null; commit")
        .await;
    save("eli", true, json!(["demo_url"])).await;
    assert_eq!(shown().await, (false, Value::Null), "judging is open");
    run(close).await;
    assert_eq!(read("olga").await, json!({ "repository": 2, "demo": 1, "video": 1, "judges": 3 }));
    let page = site.browser("olga").get(&desk).await.text();
    let numbers =
        "Of 3 judges whose device counted, 2 opened the code before they submitted, 1 the demo, 1 the video.";
    assert!(page.contains(numbers), "{page}");
    for who in ["", "ada", "pia"] {
        assert_eq!(read(who).await, Value::Null, "{who}");
    }
    // Opened again, it counts nobody more.
    run("update event set judging_close = null").await;
    save("fay", true, json!(["video_url"])).await;
    assert_eq!(counted(&world).await, Some((2, 1, 1, 3)));
}
