//! An organizer withdraws a project and restores it, corrects an imported one, and gives one team more time.

use crate::prelude::*;
use shared::ids::EventId;

const PROJECTS: &str = "/events/demo/manage/projects";
const MORE: &str = "/events/demo/manage/projects/more-time";

fn demo() -> Event {
    Event::lamp_and_boat().reviews(&[("ada", "Lamp", FULL), ("ada", "Boat", FULL)]).assign("bo", "Lamp")
}

async fn act(site: &Site, name: &str, id: i64, act: &str, fields: &[(&str, &str)]) -> u16 {
    site.browser(name).submit(&format!("/events/demo/manage/projects/{id}/{act}"), fields).await.status
}

/// The same event, whose judging never closes, so that more time may end whenever.
fn judged_for_good() -> Event {
    demo().windows([(Some(-3), Some(-2)), (Some(-1), None), (Some(2), Some(3))])
}

/// Whether anybody finds the project in the list of the API.
async fn listed(site: &Site, id: i64) -> bool {
    let list = site.api("").get("/api/events/demo/projects").await.json();
    list.as_array().unwrap().iter().any(|project| project["id"] == json!(id))
}

#[database_test(demo().served(&pool))]
async fn a_withdrawn_project_is_nowhere_but_with_its_team_until_it_is_restored(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let page = format!("/projects/{lamp}");
    let no_show = [("why", "Nobody came to show it.")];
    assert_eq!(act(&site, "olga", lamp, "withdraw", &[("why", ""), ("reason", " ")]).await, 400);
    for name in ["orla", "ada", "pia"] {
        assert_eq!(act(&site, name, lamp, "withdraw", &no_show).await, 403, "{name}");
    }
    assert_eq!(act(&site, "olga", lamp, "restore", &[]).await, 409);
    assert_eq!(act(&site, "olga", lamp, "withdraw", &no_show).await, 303);
    assert_eq!(act(&site, "olga", lamp, "withdraw", &no_show).await, 409);
    // Its team and the organizers read why. For everybody else it is as if it were not there.
    for name in ["pia", "olga"] {
        let shown = site.browser(name).get(&page).await;
        assert!(shown.status == 200 && shown.text().contains("Nobody came to show it."), "{name}");
    }
    for name in ["", "ben", "ada"] {
        assert_eq!(site.browser(name).get(&page).await.status, 404, "{name}");
        assert_eq!(site.api("").get(&format!("/api{page}")).await.status, 404);
    }
    let own = site.api("pia").get(&format!("/api{page}")).await.json();
    assert_eq!((&own["status"], &own["submitted_at"]), (&json!("withdrawn"), &Value::Null));
    assert_eq!(own["withdrawal"]["reason"], json!("Nobody came to show it."));
    assert!(!listed(&site, lamp).await);
    let gallery = site.browser("olga").get("/events/demo/projects").await.text();
    assert!(!gallery.contains("Lamp") && gallery.contains("Boat"), "{gallery}");
    // Nothing of it counts, and nobody is given it back alone.
    let done = "select count(*) from assignment where event_id = $1 and status <> 'recused'";
    assert_eq!(world.one::<i64>(done).await, 1);
    let task = world.assignment("bo", "Lamp").await;
    let back = format!("/events/demo/manage/assignments/{task}/reinstate");
    assert_eq!(site.browser("olga").submit(&back, &[]).await.status, 409);
    // Their judges read that, by API and page, and not that they stepped aside.
    let withdrawn =
        "An organizer has withdrawn this project. It stays as it is until an organizer restores it.";
    for (judge, task) in [("ada", world.assignment("ada", "Lamp").await), ("bo", task)] {
        let page = format!("/judge/assignments/{task}");
        site.browser(judge).get(&page).await.is(200).text().lacks(&["You stepped aside", "Nobody came"]);
        site.api(judge).get("/api/judge/tasks").await.is(200).text().lacks(&["Nobody came"]);
        site.api(judge).post(&format!("/api{page}/review"), json!({})).await.refuses(409, withdrawn);
        for to in [page.clone(), format!("{page}/recuse")] {
            let refused = site.browser(judge).submit(&to, &[("comment", "Still typing")]).await;
            refused.answers(409, withdrawn);
            refused.text().lacks(&["You stepped aside"]);
        }
    }
    // An organizer reads the review with the reason, and is not offered to restore it alone.
    let desk = format!("/events/demo/manage/assignments/{}", world.assignment("ada", "Lamp").await);
    let desk = site.browser("olga").get(&desk).await.is(200).text();
    desk.has(&["Nobody came to show it.", withdrawn]);
    desk.lacks(&["Restore the review"]);
    // The submission is closed here; while it is open its team is refused for the other reason.
    world.move_window("submissions", (Some(-1), Some(1))).await;
    let edited = site.api("pia").patch(&format!("/api{page}"), json!({ "title": "Lamp 2" })).await;
    edited.answers(409, "withdrawn");
    // Back again, as it had been.
    assert_eq!(act(&site, "orla", lamp, "restore", &[]).await, 403);
    assert_eq!(act(&site, "olga", lamp, "restore", &[]).await, 303);
    assert!(listed(&site, lamp).await);
    assert_eq!(world.one::<i64>(done).await, 3);
    let told: Vec<(String, Value)> = world
        .audit()
        .await
        .into_iter()
        .filter(|(action, ..)| action.starts_with("project."))
        .map(|(action, _, _, after)| (action, after))
        .collect();
    let (first, second) = (world.assignment("ada", "Lamp").await, task);
    let expected = ["project.withdrawn", "project.restored"];
    assert_eq!(told.iter().map(|(action, _)| action.as_str()).collect::<Vec<_>>(), expected);
    let ended = [first.min(second), first.max(second)];
    assert_eq!(told[0].1["recused"], json!(ended));
    assert_eq!(told[0].1["set_aside"], json!(1));
    assert_eq!(told[1].1["counted_again"], json!([first]));
    assert_eq!(told[1].1["given_back"], json!([second]));
    let digests = "select concat_ws(' ', scores_digest($1), judges_digest($1))";
    let (of_all, said) = (world.one::<String>(digests).await, &told[1].1);
    assert!(said["scores_digest"].is_string() && said["judges_digest"].is_string(), "{said}");
    assert!(!of_all.contains(said["scores_digest"].as_str().unwrap()), "it is of this project alone: {said}");
    let logged: String =
        world.one("select string_agg(l::text, ' ') from audit_log l where event_id = $1").await;
    assert!(!logged.contains("Nobody came"), "{logged}");
}

#[database_test(demo().served(&pool))]
async fn the_page_of_a_confirmed_winner_offers_no_withdrawing(world: World, site: Site) {
    let (lamp, event) = (world.project("Lamp").await, world.event);
    let form = format!("{PROJECTS}/{lamp}/withdraw");
    let page = async || site.browser("olga").get(&format!("{PROJECTS}/{lamp}")).await.is(200);
    page().await.body.has(&[&form]);
    let won = format!(
        "insert into prize (event_id, name, rule, eligibility, awarded_at, award_reason)
             values ({event}, 'Best', 'choice', 'all', now(), 'Bright.');
         insert into prize_winner (event_id, prize_id, project_id, position)
             select {event}, id, {lamp}, 1 from prize where event_id = {event}"
    );
    world.run(&won).await;
    let why = "This project is a confirmed winner of “Best”: confirm other winners first.";
    let shown = page().await;
    shown.text().has(&[why]);
    shown.body.lacks(&[&form]);
    let refused = site.browser("olga").submit(&form, &[("reason", "Late")]).await;
    refused.answers(409, why);
}

#[database_test(demo().served(&pool))]
async fn a_restored_project_says_whether_it_has_its_place_again(world: World, site: Site) {
    let (lamp, boat) = (world.project("Lamp").await, world.project("Boat").await);
    let place = |id: i64, place: &str| {
        format!(
            "insert into project_place (event_id, project_id, room, place) values ($1, {id}, 'Hall', '{place}')"
        )
    };
    world.run(&place(lamp, "A1")).await;
    world.run(&place(boat, "A2")).await;
    let restored = async |taken: bool| {
        assert_eq!(act(&site, "olga", lamp, "withdraw", &[("reason", "Nobody came.")]).await, 303);
        if taken {
            world.run("update project_place set place = 'A1' where event_id = $1").await;
        }
        let back = site.browser("olga").submit(&format!("{PROJECTS}/{lamp}/restore"), &[]).await.is(303);
        site.browser("olga").get(back.location()).await.text()
    };
    restored(false).await.has(&["The project is restored.", "It has its place in the hall again", "A1"]);
    let log = world.audit().await;
    assert_eq!(log.last().map(|row| &row.3["place"]), Some(&json!(["Hall", "A1"])));
    restored(true).await.has(&["The project is restored.", "It has no place in the hall"]);
    let list = site.browser("olga").get("/events/demo/manage").await.text();
    list.has(&["no place in the hall."]);
}

#[database_test(demo().served(&pool))]
async fn a_project_of_another_event_is_not_withdrawn_from_here(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    Event::new("elsewhere").judging().organizer("olga").create(&world.pool).await;
    for act in ["withdraw", "restore"] {
        let path = format!("/events/elsewhere/manage/projects/{lamp}/{act}");
        assert_eq!(site.browser("olga").submit(&path, &[("reason", "Mine")]).await.status, 404, "{act}");
    }
}

#[database_test(CALIBRATED)]
async fn a_ranking_from_before_is_not_published_and_a_new_one_leaves_it_out(demo: World, site: Site) {
    assert_eq!(act(&site, "org", 3, "withdraw", &[("reason", "A test entry")]).await, 303);
    let form = [("run", "1"), ("consent", "true")];
    let refused = site.browser("org").submit("/events/demo/manage/calibration/publish", &form).await;
    assert!(refused.status >= 400, "{}", refused.text());
    assert_eq!(demo.one::<i64>("select count(*) from publication where event_id = $1").await, 0);
    assert_eq!(calibrated(&site).await, 2);
    publish_in(&site, "demo").await;
    let results = site.api("").get("/api/events/demo/results").await.json();
    let ranked = results["projects"].as_array().unwrap();
    assert!(!ranked.is_empty() && ranked.iter().all(|entry| entry["project"] != json!(3)), "{results}");
    // What is published rests on it: it is neither restored nor is another withdrawn.
    assert_eq!(act(&site, "org", 3, "restore", &[]).await, 409);
    assert_eq!(act(&site, "org", 2, "withdraw", &[("reason", "Late")]).await, 409);
}

#[database_test(demo().create(&pool))]
async fn a_typed_reason_takes_the_place_of_a_usual_one(world: World) {
    let (site, lamp) = (Site::new(&world.pool).await, world.project("Lamp").await);
    // The form comes with a usual reason, so both are sent.
    let both = [("why", "Nobody came to show it."), ("reason", "It repeats last year’s lamp.")];
    assert_eq!(act(&site, "olga", lamp, "withdraw", &both).await, 303);
    let own = site.api("pia").get(&format!("/api/projects/{lamp}")).await.json();
    assert_eq!(own["withdrawal"]["reason"], json!("It repeats last year’s lamp."));
}

#[database_test(judged_for_good().create(&pool))]
async fn one_team_gets_more_time_and_everybody_reads_it_with_the_results(world: World) {
    let (site, lamp, boat) =
        (Site::new(&world.pool).await, world.project("Lamp").await, world.project("Boat").await);
    let lights: i64 = world.one("select id from team where event_id = $1 and name = 'Lights'").await;
    let edit = async |who: &str, id: i64| {
        site.api(who).patch(&format!("/api/projects/{id}"), json!({ "tagline": "Late" })).await.status
    };
    assert_eq!((edit("pia", lamp).await, edit("ben", boat).await), (409, 409));
    let team = lights.to_string();
    let sent = [("team", team.as_str()), ("until", "2099-01-01T10:00"), ("reason", "The power was out")];
    for (field, value) in [("team", "0"), ("until", "2001-01-01T10:00"), ("until", ""), ("reason", " ")] {
        let wrong = sent.map(|(name, was)| (name, if name == field { value } else { was }));
        assert_eq!(site.browser("olga").submit(&format!("{MORE}/give"), &wrong).await.status, 400, "{field}");
    }
    for name in ["orla", "ada", "pia"] {
        assert_eq!(site.browser(name).submit(&format!("{MORE}/give"), &sent).await.status, 403, "{name}");
    }
    for _ in 0..2 {
        assert_eq!(site.browser("olga").submit(&format!("{MORE}/give"), &sent).await.status, 303);
    }
    assert_eq!((edit("pia", lamp).await, edit("ben", boat).await), (200, 409));
    for page in ["/events/demo/team", PROJECTS] {
        let who = if page == PROJECTS { "olga" } else { "pia" };
        let text = site.browser(who).get(page).await.text();
        assert!(text.contains("The power was out") && text.contains("2099"), "{page}: {text}");
    }
    // The event's page is of one mind for each team.
    let own = site.browser("pia").get("/events/demo").await.text();
    own.has(&["Your team has more time", "you can still change it"]);
    site.browser("ben").get("/events/demo").await.text().lacks(&["more time", "you can still change it"]);
    let me = site.api("pia").get("/api/me").await.json();
    assert_eq!(me["teams"][0]["submissions_close_at"], json!("2099-01-01T10:00:00Z"));
    assert!(site.api("ben").get("/api/me").await.json()["teams"][0].get("submissions_close_at").is_none());
    let rows = world.audit().await.into_iter().filter(|(action, ..)| action == "team.extended");
    let rows: Vec<Value> = rows.map(|(.., after)| after).collect();
    let digest = sha256_hex(b"The power was out");
    assert_eq!(rows, [json!({ "more_time_until": "2099-01-01T10:00:00Z", "reason_sha256": digest })]);

    calibrated(&site).await;
    publish_in(&site, "demo").await;
    let results = site.api("").get("/api/events/demo/results").await.json();
    // It ended with the publication.
    let told = json!([{ "team": "Lights", "until": results["published_at"], "reason": "The power was out" }]);
    assert_eq!(results["more_time"], told);
    assert_eq!(edit("pia", lamp).await, 409);
    site.browser("pia").get("/events/demo/team").await.text().lacks(&["Your team has more time"]);
    assert!(site.api("pia").get("/api/me").await.json()["teams"][0].get("submissions_close_at").is_none());
    let signed = site.api("").get("/api/events/demo/results/signed").await.json();
    assert_eq!(signed["payload"]["results"]["more_time"], told);
    site.browser("").get("/events/demo/results").await.says("had more time to submit than the others");
    assert_eq!(site.browser("olga").submit(&format!("{MORE}/give"), &sent).await.status, 409);

    // What was published stays as it was, and so does its correction, wherever the close of all is moved.
    world.move_window("submissions", (Some(-3), Some(5))).await;
    let site = Site::new(&world.pool).await;
    let after = site.api("").get("/api/events/demo/results").await.json();
    assert_eq!(after["more_time"], told, "{after}");
    assert_eq!(calibrated(&site).await, 2);
    let form = [("run", "2"), ("consent", "true"), ("reason", "A score was missing.")];
    let published = site.browser("olga").submit("/events/demo/manage/calibration/publish", &form).await;
    assert!(published.status < 400, "{}", published.text());
    for (path, member) in [("results", "/more_time"), ("results/signed", "/payload/results/more_time")] {
        let corrected = site.api("").get(&format!("/api/events/demo/{path}")).await.json();
        assert_eq!(corrected.pointer(member), Some(&told), "{path}: {corrected}");
    }
}

#[database_test(demo().served(&pool))]
async fn more_time_ends_when_judging_closes_at_the_latest(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let lights: i64 = world.one("select id from team where event_id = $1 and name = 'Lights'").await;
    let team = lights.to_string();
    let close: String = world
        .one("select to_char(judging_close at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI') from event where id = $1")
        .await;
    let give = async |until: &str| {
        let sent = [("team", team.as_str()), ("until", until), ("reason", "The power was out")];
        site.browser("olga").submit(&format!("{MORE}/give"), &sent).await
    };
    give("2099-01-01T10:00").await.answers(400, "before judging closes");
    let sent = json!({ "team": lights, "until": "2099-01-01T10:00:00Z", "reason": "The power was out" });
    let refused = site.api("olga").post("/api/events/demo/more-time", sent).await;
    assert!(refused.status == 400 && refused.json().get("until").is_some(), "{}", refused.body);
    assert_eq!(give(&close).await.status, 303);
    let edit = async || {
        site.api("pia").patch(&format!("/api/projects/{lamp}"), json!({ "tagline": "Late" })).await.status
    };
    assert_eq!(edit().await, 200);
    // Judging closes before the end that was given: nothing more comes, and nobody gets more.
    world.move_window("judging", (Some(-2), Some(-1))).await;
    assert_eq!(edit().await, 409);
    site.browser("olga").get(PROJECTS).await.says("Judging for Demo closed");
    assert_eq!(give(&close).await.status, 409);
}

/// The event's projects, each with the one that it repeats.
async fn repeats(world: &World) -> Vec<String> {
    world
        .all(
            "select concat(p.title, '>', o.title) from project p left join project o on o.id = p.duplicate_of
             where p.event_id = $1 order by p.id",
        )
        .await
}

#[database_test]
async fn what_repeats_a_withdrawn_project_is_ranked_in_its_place_until_it_is_back(pool: PgPool) {
    let event = demo().team("Copies", &["cy"]).team("Echoes", &["eve"]);
    let world = event.project("Copy", "Copies").project("Echo", "Echoes").create(&pool).await;
    let same = "set session_replication_role = replica;
        update project set repo_url = 'https://github.com/lights/lamp' where title in ('Lamp', 'Copy', 'Echo');
        set session_replication_role = origin";
    sqlx::raw_sql(same).execute(&mut *pool.acquire().await.unwrap()).await.unwrap();
    let site = Site::new(&pool).await;
    let (lamp, copy, echo) =
        (world.project("Lamp").await, world.project("Copy").await, world.project("Echo").await);
    let first = lamp.to_string();
    for later in [copy, echo] {
        assert_eq!(act(&site, "olga", later, "flag", &[("duplicate_of", &first)]).await, 303);
    }
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>", "Copy>Lamp", "Echo>Lamp"]);
    let gone = [("reason", "The team sent it again.")];
    assert_eq!(act(&site, "olga", lamp, "withdraw", &gone).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>", "Copy>", "Echo>Copy"]);
    let (.., after) = world.audit().await.pop().unwrap();
    assert_eq!((&after["unflagged"], &after["with_it"]), (&json!(copy), &json!([echo])));
    assert_eq!(act(&site, "olga", lamp, "restore", &[]).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>", "Copy>Lamp", "Echo>Lamp"]);
    let (.., after) = world.audit().await.pop().unwrap();
    assert_eq!(after["flagged"], json!([copy, echo]));
    // A repeat that was gone with its original comes back as the first of those that are there.
    assert_eq!(act(&site, "olga", copy, "withdraw", &gone).await, 303);
    assert_eq!(act(&site, "olga", lamp, "withdraw", &gone).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>", "Copy>Echo", "Echo>"]);
    assert_eq!(act(&site, "olga", copy, "restore", &[]).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>", "Copy>", "Echo>Copy"]);
    assert_eq!(act(&site, "olga", lamp, "restore", &[]).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>", "Copy>Lamp", "Echo>Lamp"]);
}

#[database_test]
async fn what_an_organizer_flagged_by_hand_is_flagged_again_when_its_original_is_back(pool: PgPool) {
    let (world, site) = demo().team("Ferries", &["fay"]).project("Raft", "Ferries").served(&pool).await;
    let (lamp, boat, raft) =
        (world.project("Lamp").await, world.project("Boat").await, world.project("Raft").await);
    let first = lamp.to_string();
    // They are not alike: nothing but this says that they are the same.
    for later in [boat, raft] {
        assert_eq!(act(&site, "olga", later, "flag", &[("duplicate_of", &first)]).await, 303);
    }
    let gone = [("reason", "The team sent it again.")];
    assert_eq!(act(&site, "olga", lamp, "withdraw", &gone).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>", "Raft>Boat"]);
    assert_eq!(act(&site, "olga", lamp, "restore", &[]).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>Lamp", "Raft>Lamp"]);
    let (.., after) = world.audit().await.pop().unwrap();
    assert_eq!(after["flagged"], json!([boat, raft]));
    let by_hand =
        "select count(*) from project where event_id = $1 and duplicate_reason = 'an organizer decided'";
    assert_eq!(world.one::<i64>(by_hand).await, 2);
    // A bundle agrees with its log, also while the original is gone.
    let holds = async || {
        let file = site.api("olga").get("/api/events/demo/export/bundle.json").await.body;
        let files = [shared::provenance::File { name: "b.json", bytes: file.as_bytes() }];
        let report = shared::provenance::check_files(&files, &site.keys().await, None);
        assert!(!format!("{report:?}").contains("DuplicateNotAsLogged"), "{report:#?}");
    };
    holds().await;
    // What is decided meanwhile stays decided.
    assert_eq!(act(&site, "olga", lamp, "withdraw", &gone).await, 303);
    holds().await;
    assert_eq!(act(&site, "olga", raft, "clear", &[]).await, 303);
    assert_eq!(act(&site, "olga", lamp, "restore", &[]).await, 303);
    assert_eq!(repeats(&world).await, ["Lamp>", "Boat>Lamp", "Raft>"]);
    holds().await;
}

#[database_test(judged_for_good().person("neo").served(&pool))]
async fn a_link_of_a_team_with_more_time_takes_members_until_its_time_ends(world: World, site: Site) {
    let link = |team: &str| format!("/events/demo/team/join/{}", join_code("demo", team));
    let join = async |team: &str| site.browser("neo").submit(&link(team), &[]).await.status;
    assert_eq!(join("Lights").await, 409);
    let team: i64 = world.one("select id from team where event_id = $1 and name = 'Lights'").await;
    let team = team.to_string();
    let sent = [("team", team.as_str()), ("until", "2099-01-01T10:00"), ("reason", "The power was out")];
    assert_eq!(site.browser("olga").submit(&format!("{MORE}/give"), &sent).await.status, 303);
    assert_eq!(join("Sails").await, 409);
    assert_eq!(join("Lights").await, 303);
}

#[database_test]
async fn who_has_more_time_is_not_called_late(pool: PgPool) {
    let event = judged_for_good().teams(&[("Kites", &["kim"]), ("Rafts", &["rob"])]).draft("Kite", "Kites");
    let (world, site) = event.served(&pool).await;
    let drafts = async || {
        let event = EventId(world.event);
        site.state.read(async |c| store::settings::read(c, event).await).await.unwrap().drafts
    };
    let board = async || site.browser("olga").get("/events/demo/manage").await.text();
    let early = board().await;
    early.has(&["1 draft was never submitted and will not be judged:"]);
    early.lacks(&["no project yet", "not submitted yet"]);
    assert_eq!(drafts().await, 1);
    let kite = format!("/projects/{}", world.project("Kite").await);
    site.browser("kim").get(&kite).await.says("This project was not submitted, so no judge comes.");
    for team in ["Kites", "Rafts"] {
        let id: i64 =
            world.one(&format!("select id from team where event_id = $1 and name = '{team}'")).await;
        let id = id.to_string();
        let sent = [("team", id.as_str()), ("until", "2099-01-01T10:00"), ("reason", "The power was out")];
        assert_eq!(site.browser("olga").submit(&format!("{MORE}/give"), &sent).await.status, 303, "{team}");
    }
    let late = board().await;
    late.has(&[
        "1 draft is not submitted yet. Its team has more time:",
        "1 team with more time has no project yet. Write to:",
    ]);
    late.lacks(&["will not be judged"]);
    // Closing submissions for all leaves this draft its time.
    assert_eq!(drafts().await, 0);
    site.browser("olga").get("/").await.says("2 submitted, 1 draft not yet.");
    site.browser("kim")
        .get(&kite)
        .await
        .says("This project is not submitted yet. Judges can come once it is.");
}

#[database_test(demo().served(&pool))]
async fn time_that_ends_before_the_close_of_all_is_no_more_time(world: World, site: Site) {
    // The close was moved behind it since.
    let given = "insert into team_extension (event_id, team_id, closes_at, reason)
        select e.id, t.id, e.submissions_close - interval '1 minute', 'The power was out'
        from event e join team t on t.event_id = e.id where t.name = 'Lights'";
    world.run(given).await;
    site.browser("pia").get("/events/demo/team").await.text().lacks(&["The power was out"]);
    calibrated(&site).await;
    publish_in(&site, "demo").await;
    assert_eq!(world.one::<i64>("select count(*) from publication where event_id = $1").await, 1);
    for path in ["results", "results/signed"] {
        let told = site.api("").get(&format!("/api/events/demo/{path}")).await;
        assert!(told.status == 200 && !told.body.contains("The power was out"), "{}", told.body);
    }
}

/// As a list brought it, before submissions closed.
pub(crate) async fn imported(pool: &PgPool, project: i64) {
    let sql = format!(
        "set session_replication_role = replica; update project set external_id = 'list-{project}' where id = {project};
         set session_replication_role = origin"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut *pool.acquire().await.unwrap()).await.unwrap();
}

#[database_test(demo().create(&pool))]
async fn what_a_list_had_wrong_is_corrected_after_the_close_and_the_log_says_what_it_was(world: World) {
    let (site, lamp, boat) =
        (Site::new(&world.pool).await, world.project("Lamp").await, world.project("Boat").await);
    let page = format!("/events/demo/manage/projects/{lamp}");
    // An address gets its scheme, as in a list.
    let sent = [("title", "Lampion"), ("team", "Lights of Oslo"), ("repo_url", "code.example/lamp")];
    assert_eq!(act(&site, "olga", lamp, "correct", &sent).await, 409, "a team brought it");
    assert!(!site.browser("olga").get(&page).await.text().contains("Correct what was imported"));
    imported(&world.pool, lamp).await;
    imported(&world.pool, boat).await;
    for name in ["orla", "ada", "pia"] {
        assert_eq!(act(&site, name, lamp, "correct", &sent).await, 403, "{name}");
    }
    for (field, value) in [("title", " "), ("team", " "), ("repo_url", "nowhere"), ("video_url", "http://x")]
    {
        assert_eq!(act(&site, "olga", lamp, "correct", &[(field, value)]).await, 400, "{field}");
    }
    assert_eq!(act(&site, "olga", lamp, "correct", &[("team", "sails")]).await, 409, "another team’s name");
    let olga = site.browser("olga");
    let saved = format!("{page}?done=corrected");
    olga.submit(&format!("{page}/correct"), &sent).await.leads_to(&saved);
    olga.get(&saved).await.says("The correction is saved.");
    assert_eq!(act(&site, "olga", lamp, "correct", &sent).await, 303, "a second time it changes nothing");
    let read = site.api("").get(&format!("/api/projects/{lamp}")).await.json();
    assert_eq!(read["title"], "Lampion");
    assert_eq!(read["team"], "Lights of Oslo");
    assert_eq!(read["repo_url"], "https://code.example/lamp");
    // What was made from an older state does not overwrite what somebody else corrected meanwhile.
    let old = shared::teammates::fingerprint("Lamp");
    let stale = [("title", "Lantern"), ("was_title", old.as_str())];
    let refused = olga.submit(&format!("{page}/correct"), &stale).await.is(409);
    refused.says("Somebody else changed the title too: choose what stays.");
    // The portal looks for repeats again.
    assert_eq!(act(&site, "olga", boat, "correct", &[("repo_url", "https://code.example/lamp")]).await, 303);
    let flagged = format!("select duplicate_of from project where event_id = $1 and id = {boat}");
    assert_eq!(world.one::<Option<i64>>(&flagged).await, Some(lamp));
    let rows: Vec<(Value, Value)> = world
        .audit()
        .await
        .into_iter()
        .filter(|(action, ..)| action == "project.corrected")
        .map(|(_, _, before, after)| (before, after))
        .collect();
    assert_eq!(rows.len(), 2);
    let (before, after) = &rows[0];
    assert_eq!((&before["title"], &after["title"]), (&json!("Lamp"), &json!("Lampion")));
    assert_eq!((&before["team"], &after["team"]), (&json!("Lights"), &json!("Lights of Oslo")));
    // Reviews stay as they are, and the rest of the project too.
    let done = "select count(*) from assignment where event_id = $1 and status = 'done'";
    assert_eq!(world.one::<i64>(done).await, 2);
    site.api("pia").patch(&format!("/api/projects/{lamp}"), json!({ "title": "Mine" })).await.is(409);
}

#[database_test(CALIBRATED)]
async fn what_is_published_is_corrected_no_more(pool: PgPool, site: Site) {
    imported(&pool, 3).await;
    assert_eq!(act(&site, "org", 3, "correct", &[("title", "Renamed")]).await, 303);
    publish_in(&site, "demo").await;
    assert_eq!(act(&site, "org", 3, "correct", &[("title", "Late")]).await, 409);
}
