//! Places on the floor: planned, moved by hand, read from a file, printed, and the way of a judge.

use crate::prelude::*;
use crate::support::{multipart, unescaped};
use portal::secrets::csrf_token;

const FLOOR: &str = "/events/demo/manage/floor";

/// Four submitted projects and a draft; Jo judges three of them, Kim two.
async fn hall(pool: &PgPool) -> (World, Site) {
    let (world, site) = Event::new("demo")
        .judging()
        .organizer("org")
        .judges(&["jo", "kim"])
        .organizer("both")
        .judge("both")
        .teams(&[("Lights", &["ana"]), ("Waves", &["bob"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves"), ("Dune", "Waves"), ("Kite 10", "Lights")])
        .draft("Fog", "Waves")
        .assignments(&[("jo", "Lamp"), ("jo", "Tide"), ("jo", "Dune"), ("kim", "Tide")])
        .served(pool)
        .await;
    run(pool, "set session_replication_role = replica; insert into project_need (project_id, event_id, power, quiet)
        select id, event_id, true, false from project where title = 'Tide'").await;
    (world, site)
}

async fn places(pool: &PgPool) -> Vec<String> {
    let sql = "select p.title || ' ' || l.room || '/' || l.place from project_place l join project p on p.id = l.project_id order by p.id";
    sqlx::query_scalar(sql).fetch_all(pool).await.unwrap()
}

async fn logged(pool: &PgPool) -> Vec<(String, Value, Value)> {
    let sql = "select object_type, before, without_salt(after) from audit_log where action = 'project.moved' order by seq";
    let rows: Vec<(String, String, String)> = all_rows(pool, sql).await;
    let json = |text: &str| serde_json::from_str(text).unwrap();
    rows.iter().map(|(of, before, after)| (of.clone(), json(before), json(after))).collect()
}

/// The moves that a preview offers to confirm.
fn offered(page: &str) -> String {
    unescaped(page.hidden("moves"))
}

#[database_test(hall(&pool))]
async fn a_plan_is_shown_first_and_then_carried_out_as_it_was_shown(world: World, site: Site) {
    let org = site.browser("org");
    let form = [("places", "Hall: A1-A9"), ("power", "Hall: A9"), ("group", "none"), ("order", "title")];
    for (field, said) in [
        ("group", "“group” must be none, track or prize."),
        ("order", "“order” must be title or submission."),
    ] {
        let unknown = [("places", "Hall: A1-A9"), (field, "size")];
        org.submit(&format!("{FLOOR}/plan/preview"), &unknown).await.answers(400, said);
    }
    let shown = org.submit(&format!("{FLOOR}/plan/preview"), &form).await.is(200);
    assert!(shown.body.contains("Save 4 places") && places(&world.pool).await.is_empty());
    let moves = offered(&shown.body);
    let done = org.submit(&format!("{FLOOR}/moves"), &[("moves", &moves), ("once", "k1")]).await;
    done.leads_to("/events/demo/manage/floor?moved=4");
    assert_eq!(
        places(&world.pool).await,
        ["Lamp Hall/A3", "Tide Hall/A9", "Dune Hall/A1", "Kite 10 Hall/A2"]
    );
    // Sent twice it acts once.
    assert_eq!(org.submit(&format!("{FLOOR}/moves"), &[("moves", &moves), ("once", "k1")]).await.status, 303);
    let log = logged(&world.pool).await;
    assert_eq!((log.len(), log[0].0.as_str()), (1, "event"));
    assert_eq!(log[0].2["places"]["1"], json!(["Hall", "A3"]));
    assert_eq!(log[0].1["places"]["1"], Value::Null);
    // The same moves are from places that are no more.
    let stale = org.submit(&format!("{FLOOR}/moves"), &[("moves", &moves), ("once", "k2")]).await.is(409);
    assert!(stale.body.contains("4 projects were moved by another organizer"), "{}", stale.text());
    for broken in ["", "[", "[{}]", r#"[{"project":1,"from":{"room":"","place":""},"to":{"room":"x"}}]"#] {
        let refused = org.submit(&format!("{FLOOR}/moves"), &[("moves", broken)]).await;
        assert_eq!(refused.status, 400, "{broken}: {}", refused.text());
    }
    for (moves, status) in [
        (r#"[{"project":5,"from":{"room":"","place":""},"to":{"room":"","place":"1"}}]"#, 400),
        (r#"[{"project":-1,"from":{"room":"","place":""},"to":{"room":"","place":"1"}}]"#, 400),
        (r#"[{"project":1,"from":{"room":"Hall","place":"A3"},"to":{"room":"","place":"\u0000"}}]"#, 400),
    ] {
        let path = format!("{FLOOR}/moves");
        let fields = [("moves", moves)];
        assert_eq!(org.submit(&path, &fields).await.status, status, "{moves}");
    }
}

#[database_test(hall(&pool))]
async fn a_plan_with_a_project_that_was_withdrawn_since_names_it(world: World, site: Site) {
    let org = site.browser("org");
    let shown = org.submit(&format!("{FLOOR}/plan/preview"), &[("places", "Hall: A1-A9")]).await.is(200);
    let withdraw = "/events/demo/manage/projects/2/withdraw";
    org.submit(withdraw, &[("reason", "The team left.")]).await.is(303);
    let moves = offered(&shown.body);
    let refused = org.submit(&format!("{FLOOR}/moves"), &[("moves", &moves), ("once", "k1")]).await;
    refused.answers(400, "“Tide” is withdrawn by now. Make the plan again.");
    assert!(places(&world.pool).await.is_empty());
}

#[database_test(hall(&pool))]
async fn what_cannot_be_planned_comes_back_with_the_field_and_what_was_typed(_: World, site: Site) {
    let org = site.browser("org");
    for (form, why) in [
        ([("places", ""), ("power", ""), ("gap", "")], "Enter the places of the hall."),
        ([("places", "A9-A1"), ("power", ""), ("gap", "")], "Line 1: “A9-A1” is no range."),
        ([("places", "Hall: 1-4"), ("power", "5"), ("gap", "")], "5 is not among the places above."),
        ([("places", "Hall: 1-4"), ("power", ""), ("gap", "-1")], "Enter a whole number from 0 to 100."),
    ] {
        let refused = org.submit(&format!("{FLOOR}/plan/preview"), &form).await.is(400);
        assert!(refused.body.contains(why) && refused.body.contains(form[0].1), "{why}: {}", refused.text());
    }
    let short = org.submit(&format!("{FLOOR}/plan/preview"), &[("places", "1-3")]).await;
    short.body.has(&["1 project gets no place.", "Tide asked for power."]);
}

#[database_test(hall(&pool))]
async fn by_hand_a_taken_place_is_named_and_two_can_change_places(world: World, site: Site) {
    world.run("insert into project_place (project_id, event_id, room, place) values (1, 1, 'Hall', 'A1'), (2, 1, 'Hall', 'A2')").await;
    let org = site.browser("org");
    let lamp = "/events/demo/manage/projects/1/place".to_owned();
    let from = [("from_room", "Hall"), ("from_place", "A1")];
    let to_a2 = [from[0], from[1], ("room", "hall"), ("place", "a2")];
    org.submit(&lamp, &to_a2).await.is(400).shows("“Tide” is at hall, a2.");
    let swapped = org.submit(&lamp, &[to_a2.as_slice(), &[("swap", "true")]].concat()).await;
    swapped.leads_to("/events/demo/manage/projects/1?done=place-saved");
    assert_eq!(places(&world.pool).await, ["Lamp hall/a2", "Tide Hall/A1"]);
    // Another organizer still sees the old places.
    let stale = org.submit(&lamp, &[from[0], from[1], ("room", "Hall"), ("place", "A7")]).await;
    stale.answers(409, "It is at hall, a2. You typed: Hall, A7.");
    let long = "x".repeat(21);
    let now = [("from_room", "hall"), ("from_place", "a2"), ("room", long.as_str()), ("place", "")];
    org.submit(&lamp, &now).await.is(400).shows("shorten it to 20");
    let off = [("from_room", "hall"), ("from_place", "a2"), ("room", ""), ("place", "")];
    assert_eq!(org.submit(&lamp, &off).await.status, 303);
    assert_eq!(places(&world.pool).await, ["Tide Hall/A1"]);
    let draft = org.get("/events/demo/manage/projects/5").await;
    assert_eq!(draft.status, 200, "a draft has no place");
    assert!(!draft.body.contains("Place in the hall"), "a draft has no place");
}

#[database_test(hall(&pool))]
async fn a_file_that_was_taken_out_goes_back_in_with_a_verdict_per_row(world: World, site: Site) {
    let sql = "insert into project_place (project_id, event_id, room, place) values (1, 1, 'Hall', 'A1')";
    world.run(sql).await;
    let org = site.browser("org");
    let file = org.get(&format!("{FLOOR}/places.csv")).await;
    assert_eq!(
        file.body,
        "project,title,team,track,room,place,power,quiet\r\n1,Lamp,Lights,,Hall,A1,,\r\n2,Tide,Waves,,,,yes,\r\n\
         3,Dune,Waves,,,,,\r\n4,Kite 10,Lights,,,,,\r\n"
    );
    let preview = format!("{FLOOR}/file/preview");
    org.submit(&preview, &[("file", &file.body)]).await.shows("Nothing would change");
    let changed = "title;room;place\nLamp;Hall;A2\nTide;Hall;A1\nNone;Hall;A3\n";
    // As a browser sends a chosen file.
    let body =
        multipart::form(&[("p.csv", changed)], &[("csrfmiddlewaretoken", &csrf_token(&session("org")))]);
    let cookie = format!("sessionid={}", session("org"));
    let shown =
        org.send_with("POST", &preview, &[("cookie", cookie.as_str()), multipart::KIND], body).await.is(200);
    assert!(shown.body.contains("No project that takes part has this number or title."), "{}", shown.text());
    let moves = offered(&shown.body);
    assert_eq!(org.submit(&format!("{FLOOR}/moves"), &[("moves", &moves)]).await.status, 303);
    assert_eq!(places(&world.pool).await, ["Lamp Hall/A2", "Tide Hall/A1"]);
    for bad in ["", "a,b\n1,2", "title\nLamp"] {
        assert_eq!(org.submit(&preview, &[("file", bad)]).await.status, 400, "{bad}");
    }
}

#[database_test(hall(&pool))]
async fn what_is_corrected_below_a_preview_is_shown_again_and_not_written_as_it_was(
    world: World,
    site: Site,
) {
    let org = site.browser("org");
    for (act, field, typed, corrected, written) in [
        (
            "file/preview",
            "file",
            "title,room,place\nLamp,Hall,A2\n",
            "title,room,place\nLamp,Hall,B2\n",
            "Lamp Hall/B2",
        ),
        ("plan/preview", "places", "Hall: C1-C9", "Hall: D1-D9", "Hall/D1"),
    ] {
        let action = format!("{FLOOR}/{act}");
        let shown = org.submit(&action, &[(field, typed)]).await.is(200);
        let before = places(&world.pool).await;
        let carry_out = async |page: &Reply, text: &str| {
            let fields = page.fields(&action);
            assert!(fields.iter().any(|(name, _)| name == field), "{act}: {fields:?}");
            org.submit(&format!("{FLOOR}/moves"), &changed(&fields, &[(field, text)])).await
        };
        let again = carry_out(&shown, corrected).await.is(200);
        assert!(again.body.contains(corrected.trim_end()), "{}", again.body);
        assert_eq!(places(&world.pool).await, before, "{act}");
        assert_eq!(carry_out(&again, corrected).await.status, 303, "{act}");
        let now = places(&world.pool).await;
        assert!(now.iter().any(|place| place.contains(written)), "{act}: {now:?}");
    }
}

#[database_test(hall(&pool))]
async fn a_judge_walks_the_floor_in_the_round_that_was_dealt(world: World, site: Site) {
    let sql = "insert into project_place (project_id, event_id, room, place)
        values (1, 1, 'Hall', 'A10'), (2, 1, 'Hall', 'A2'), (3, 1, 'Attic', 'B1')";
    world.run(sql).await;
    let list = site.browser("jo").get("/judge").await;
    let at = |title: &str| {
        list.body.find(&format!("</span>{title}</a>")).unwrap_or_else(|| panic!("{}", list.body))
    };
    let round = [at("Lamp"), at("Tide"), at("Dune")];
    assert!(
        round.is_sorted(),
        "from the first that was assigned, backward through Hall, A2, to the attic: {round:?}"
    );
    list.says("Hall, A10 Lamp");
    let task = world.assignment("jo", "Lamp").await;
    site.browser("jo").get(&format!("/judge/assignments/{task}")).await.says("Hall, A10 · Lights");
    // The API keeps its order, which is that of the assignments' ids.
    let ids: Vec<i64> = site
        .api("jo")
        .get("/api/judge/assignments")
        .await
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["id"].as_i64().unwrap())
        .collect();
    assert!(ids.is_sorted() && ids.len() == 3);
    assert!(site.api("").get("/api/projects/4").await.json().get("room").is_none());
    // What comes later lies along the way.
    let sql = "insert into project_place (project_id, event_id, room, place) values (4, 1, 'Hall', 'A5');
         insert into assignment (event_id, person_id, project_id, source)
         select 1, id, 4, 'manual' from person where email = 'jo@x.example'";
    world.run(sql).await;
    let found = site.api("jo").get("/api/judge/tasks").await.json();
    let projects: Vec<i64> =
        found[0]["tasks"].as_array().unwrap().iter().map(|task| task["project"].as_i64().unwrap()).collect();
    assert_eq!(projects, [1, 4, 2, 3], "the API tells the order of the page");
    let lamp = site.api("").get("/api/projects/1").await.json();
    assert_eq!((&lamp["room"], &lamp["place"]), (&json!("Hall"), &json!("A10")));
    assert!(site.browser("").get("/projects/1").await.text().contains("PlaceHall, A10"));
}

#[database_test(hall(&pool))]
async fn sheets_say_who_judges_what_and_are_not_for_organizers_who_take_part(world: World, site: Site) {
    let sql = "insert into project_place (project_id, event_id, room, place) values (2, 1, 'Hall', 'A2')";
    world.run(sql).await;
    let site = site.at("http://portal.example");
    let print = |page: &str| format!("{FLOOR}/print?sheets={page}");
    let org = site.browser("org");
    let sheets = org.get(&print("judges")).await;
    sheets.answers(200, "Jo3 projects in your walking order");
    assert_eq!(sheets.body.matches("QR code: your form for").count(), 4);
    let refused = site.browser("both").get(&print("judges")).await;
    assert!(refused.status == 403 && !refused.body.contains("Kim"), "{}", refused.text());
    for page in ["signs", "list", "scores", "scores-by-project"] {
        assert_eq!(site.browser("both").get(&print(page)).await.status, 200, "{page}");
    }
    let signs = org.get(&print("signs")).await;
    assert_eq!(signs.body.matches("class=\"paper-page paper-sign\"").count(), 4, "drafts have no sign");
    assert!(signs.body.contains("http://portal.example/projects/2"));
    org.get(&print("scores")).await.text().has(&["Quality", "Weight 2"]);
    assert!(world.assignment("kim", "Tide").await > 0);
}

#[database_test(hall(&pool))]
async fn score_sheets_for_paper_are_filled_in_by_project_and_by_judge(world: World, site: Site) {
    let sql = "insert into project_place (project_id, event_id, room, place) values (2, 1, 'Hall', 'A2'), (1, 1, 'hall', 'A1'),
         (3, 1, 'Hall', 'A3');
         update person set name = '' where email = 'kim@x.example';
         begin; set local session_replication_role = replica; update project set title = '<b>Dune & \"co\"</b>' where id = 3; commit";
    world.run(sql).await;
    let site = site.at("http://portal.example");
    let print = |page: &str| format!("{FLOOR}/print?sheets={page}");
    let org = site.browser("org");
    let blank = org.get(&print("scores")).await;
    assert_eq!(blank.body.matches("<h2>Score sheet").count(), 1, "{}", blank.body);
    let projects = org.get(&print("scores-by-project")).await;
    assert_eq!(projects.body.matches("<h2>Score sheet").count(), 4);
    projects.says("Place hall, A1");
    projects.says("Project Lamp, Lights");
    assert!(!projects.body.contains("<b>Dune"), "titles are text");
    assert!(projects.body.contains("&lt;b&gt;Dune &amp;"), "titles are text");
    let judges = org.get(&print("scores-by-judge")).await;
    assert_eq!(judges.body.matches("QR code: the form for").count(), 4);
    judges.says("Judge JoPlace");
    assert!(
        judges.text().contains("Judge kim@x.examplePlace"),
        "who gave no name goes by the address: {}",
        judges.text()
    );
    assert!(world.assignment("kim", "Tide").await > 0);
    let refused = site.browser("both").get(&print("scores-by-judge")).await;
    assert!(refused.status == 403 && !refused.body.contains("Tide"), "{}", refused.text());
    for part in ["", "0", "1", "2", "-1", "x", "99999999999999999999"] {
        let signs = org.get(&format!("{}&part={part}", print("signs"))).await;
        assert_eq!(signs.body.matches("class=\"paper-page paper-sign\"").count(), 4, "part {part}");
    }
    // A1 and A2 are in one room, however it is written.
    let list = org.get(&print("list")).await;
    assert_eq!(list.body.matches("<section").count(), 2, "the hall, and what has no place: {}", list.body);
}
