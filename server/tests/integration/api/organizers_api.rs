//! Organizers' acts by the API: each is the operation of its page, with the same rule and the same row in the log.

use crate::prelude::*;

fn demo() -> Event {
    Event::lamp_and_boat().review("ada", "Lamp", FULL).assign("bo", "Boat")
}

/// The actions that the log has of these, in their order.
async fn logged(world: &World, begins: &[&str]) -> Vec<String> {
    let rows = world.audit().await.into_iter().map(|(action, ..)| action);
    rows.filter(|action| begins.iter().any(|begin| action.starts_with(begin))).collect()
}

#[database_test(demo().served(&pool))]
async fn a_project_is_withdrawn_restored_and_corrected_as_on_its_page(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let at = |act: &str| format!("/api/events/demo/projects/{lamp}/{act}");
    let reason = json!({ "reason": "Nobody came to show it." });
    for (who, status) in [("orla", 403), ("pia", 403), ("", 401)] {
        assert_eq!(site.api(who).post(&at("withdraw"), reason.clone()).await.status, status, "{who}");
    }
    let olga = site.api("olga");
    for nothing in [json!(7), json!(" "), json!("\u{200b}")] {
        olga.post(&at("withdraw"), json!({ "reason": nothing })).await.is(400);
    }
    olga.post(&format!("/api/events/demo/projects/{}/restore", lamp + 99), json!({})).await.is(404);
    let gone = olga.post(&at("withdraw"), reason.clone()).await;
    assert_eq!((gone.status, &gone.json()["status"]), (200, &json!("withdrawn")), "{}", gone.body);
    assert_eq!(olga.post(&at("withdraw"), reason).await.status, 409);
    let back = olga.post(&at("restore"), json!({})).await;
    assert_eq!((back.status, &back.json()["status"]), (200, &json!("submitted")), "{}", back.body);
    // No list brought it.
    olga.post(&at("correct"), json!({ "title": "Lampion" })).await.is(409);
    let sql = "set session_replication_role = replica; update project set external_id = 'list-' || id;
         set session_replication_role = origin";
    world.run(sql).await;
    let stale = json!({ "title": "Lantern", "was": { "title": "Old lamp" } });
    assert_eq!(olga.post(&at("correct"), stale).await.status, 409);
    let right = olga.post(&at("correct"), json!({ "title": "Lampion", "tagline": "Not read" })).await;
    assert_eq!((&right.json()["title"], &right.json()["tagline"]), (&json!("Lampion"), &json!("")));
    let expected = ["project.withdrawn", "project.restored", "project.corrected"];
    assert_eq!(logged(&world, &["project."]).await, expected);
}

#[database_test]
async fn one_team_gets_more_time_as_on_the_page(pool: PgPool) {
    // Judging never closes, so that more time may end whenever.
    let windows = [(Some(-3), Some(-2)), (Some(-1), None), (Some(2), Some(3))];
    let (world, site) = demo().windows(windows).served(&pool).await;
    let path = "/api/events/demo/more-time";
    let lights: i64 = world.one("select id from team where event_id = $1 and name = 'Lights'").await;
    let sent = json!({ "team": lights, "until": "2099-01-01T10:00:00Z", "reason": "The power was out" });
    assert_eq!(site.api("orla").post(path, sent.clone()).await.status, 403);
    for wrong in ["tomorrow", "2001-01-01T10:00:00Z"] {
        let reply =
            site.api("olga").post(path, json!({ "team": lights, "until": wrong, "reason": "Why" })).await;
        assert!(reply.status == 400 && reply.json().get("until").is_some(), "{wrong}: {}", reply.body);
    }
    let unsaid = json!({ "team": lights, "until": "2099-01-01T10:00:00Z", "reason": "\u{2060}\u{e0020}" });
    site.api("olga").post(path, unsaid).await.is(400);
    let given = site.api("olga").post(path, sent).await;
    let told = json!([{
        "team": lights, "name": "Lights", "until": "2099-01-01T10:00:00Z", "reason": "The power was out",
    }]);
    assert_eq!((given.status, given.json()), (200, told.clone()), "{}", given.body);
    assert_eq!(site.api("orla").get(path).await.json(), told);
    let own = site.api("pia").get("/api/me").await.json();
    assert_eq!(own["teams"][0]["more_time_reason"], "The power was out", "{own}");
    assert_eq!(logged(&world, &["team.extended"]).await.len(), 1);
}

#[database_test(demo().served(&pool))]
async fn scores_of_a_list_are_checked_and_entered_as_on_the_page(world: World, site: Site) {
    let (check, enter) = ("/api/events/demo/scores/check", "/api/events/demo/scores");
    let file = "judge,project,quality,impact,table\nbo@x.example,Boat,5,2,1\nAda,Lamp,1,1,2\nbo@x.example,Lamp,9,2,3\n";
    let olga = site.api("olga");
    for who in ["orla", "ada"] {
        assert_eq!(site.api(who).post(enter, json!({ "file": file })).await.status, 403, "{who}");
    }
    let read = olga.post(check, json!({ "file": file })).await.json();
    let acts: Vec<_> =
        read["rows"].as_array().unwrap().iter().map(|row| row["act"].as_str().unwrap()).collect();
    assert_eq!((acts, &read["unused"]), (vec!["new", "replaces", "left_out"], &json!(["table"])), "{read}");
    olga.post(enter, json!({ "file": file, "digest": "other" })).await.is(412);
    // Only what is new, unless the body says more.
    let sent = json!({ "file": file, "digest": read["digest"] });
    assert_eq!(olga.post(enter, sent).await.json(), json!({ "number": 1 }));
    let expected = json!({ "number": 1 });
    assert_eq!(olga.post(enter, json!({ "file": file, "replace": true })).await.json(), expected);
    assert_eq!(olga.post(enter, json!({ "file": "" })).await.status, 400);
    assert_eq!(logged(&world, &["review."]).await, ["review.entered", "review.entered"]);
}

#[database_test(demo().served(&pool))]
async fn a_judge_calls_and_organizers_take_and_close_the_call(world: World, site: Site) {
    let calls = "/api/events/demo/calls";
    let task = world.assignment("bo", "Boat").await;
    assert_eq!(site.api("pia").post(calls, json!({})).await.status, 403);
    let long = json!({ "said": "x".repeat(121) });
    assert_eq!(site.api("bo").post(calls, long).await.status, 400);
    let made = site.api("bo").post(calls, json!({ "said": "The table is empty.", "assignment": task })).await;
    assert_eq!(made.json()["call"]["said"], json!("The table is empty."), "{}", made.body);
    assert_eq!(site.api("ada").get(calls).await.status, 403);
    let (seen, part) = (site.api("olga").get(calls).await.json(), site.api("orla").get(calls).await.json());
    assert_eq!((&seen[0]["judge"], &seen[0]["project"]), (&json!("Bo"), &json!(world.project("Boat").await)));
    // Who takes part is not told who judges which project.
    assert_eq!((&part[0]["judge"], &part[0]["project"]), (&json!("Bo"), &Value::Null));
    let id = &seen[0]["id"];
    let taken = site.api("olga").post(&format!("{calls}/{id}/take"), json!({})).await.json();
    assert_eq!(taken[0]["taken_by"], json!("Olga"));
    assert_eq!(site.api("olga").post(&format!("{calls}/{id}/close"), json!({})).await.json(), json!([]));
    // A second one is taken back.
    site.api("bo").post(calls, json!({})).await;
    assert_eq!(site.api("bo").delete(calls).await.json(), json!({ "call": null }));
    let expected = ["call.made", "call.taken", "call.ended", "call.made", "call.withdrawn"];
    assert_eq!(logged(&world, &["call."]).await, expected);
}

#[database_test(demo().served(&pool))]
async fn prizes_are_confirmed_by_rule_as_they_were_read(world: World, site: Site) {
    let path = "/api/events/demo/prizes/by-rule";
    let sql =
        "insert into prize (event_id, name, rule) select id, 'Grand', 'choice' from event where id = $1";
    world.run(sql).await;
    assert_eq!(site.api("orla").get(path).await.status, 403);
    let read = site.api("olga").get(path).await.json();
    assert_eq!(read["sure"], json!([]), "{read}");
    assert_eq!(read["waiting"][0]["why"][0]["kind"], "choice", "{read}");
    assert_eq!(site.api("olga").post(path, json!({ "digest": "other" })).await.status, 409);
    let sent = json!({ "digest": read["digest"] });
    assert_eq!(site.api("olga").post(path, sent).await.json(), json!({ "number": 0 }));
}
