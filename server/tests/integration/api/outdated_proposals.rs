//! What a program proposes is not done where that changed since it was proposed.

use crate::api::leaving::imported;
use crate::api::proposals::{PAGE, decide, demo, newest, propose};
use crate::prelude::*;
use shared::proposal::{ProposableWrite, WRITES};
use std::collections::BTreeSet;

#[database_test(demo().served(&pool))]
async fn a_review_that_was_saved_since_is_not_written_over(world: World, site: Site) {
    let path = format!("/api/judge/assignments/{}/review", world.assignment("ada", "Lamp").await);
    let save = async |impact: i64| {
        let saved = site
            .api("ada")
            .post(&path, json!({ "scores": { "quality": 3, "impact": impact } }))
            .await
            .is(200);
        saved.headers["etag"].to_str().unwrap().to_owned()
    };
    let first = save(5).await;
    let review = json!({ "scores": { "quality": 5, "impact": 5 }, "comment": "Good.", "submit": true });
    let id = propose(&site, "ada", "POST", &path, review.clone()).await;
    save(7).await;
    let page = site.browser("ada").get(PAGE).await;
    for told in [
        "This was changed after the program read it",
        r#"{"impact":5,"quality":3}"#,
        r#"{"impact":7,"quality":3}"#,
    ] {
        assert!(page.text().replace("&quot;", "\"").contains(told), "{told}: {}", page.text());
    }
    assert!(!page.body.contains(&format!("{PAGE}/{id}/confirm")), "{}", page.body);
    // The page may be an older one.
    let rows = world.audit().await.len();
    assert_eq!(decide(&site, "ada", id, "confirm").await, 303);
    let told = newest(&site, "ada").await;
    assert_eq!((&told["status"], &told["confirmed_at"]), (&json!(412), &Value::Null), "{told}");
    assert!(told["detail"].as_str().unwrap().starts_with("This review was saved"), "{told}");
    assert_eq!(world.audit().await.len(), rows);
    // A program that says which save it has read is told at once.
    let bearer = format!("Bearer {}", token("ada"));
    let send = async |tag: &str| {
        let headers =
            [("authorization", bearer.as_str()), ("content-type", "application/json"), ("if-match", tag)];
        let sent = json!({ "method": "POST", "path": path, "body": review });
        site.api("").send_with("POST", "/api/proposals", &headers, sent.to_string()).await
    };
    assert_eq!(send(&first).await.status, 412);
    let anew = send(&save(7).await).await.is(201);
    assert_eq!(decide(&site, "ada", anew.json()["id"].as_i64().unwrap(), "confirm").await, 303);
    assert_eq!(world.audit().await.pop().unwrap().0, "review.submitted");
    let kept = "select string_agg(was, '') from proposal where event_id = $1 and confirmed_at is not null";
    assert_eq!(world.one::<String>(kept).await, "", "it goes with the body");
}

#[database_test]
async fn an_edit_of_what_a_teammate_changed_since_is_refused_and_shown(pool: PgPool) {
    let world =
        Event::new("demo").team("Lights", &["pia", "pat"]).project("Lamp", "Lights").create(&pool).await;
    let site = Site::new(&pool).await;
    let path = format!("/api/projects/{}", world.project("Lamp").await);
    let change = async |change: Value| assert_eq!(site.api("pat").patch(&path, change).await.status, 200);
    let title = async || site.api("").get(&path).await.json()["title"].clone();
    let lantern = propose(&site, "pia", "PATCH", &path, json!({ "title": "Lantern" })).await;
    let torch = propose(&site, "pia", "PATCH", &path, json!({ "title": "Torch" })).await;
    // Another field is nobody's matter.
    change(json!({ "tagline": "Bright" })).await;
    assert!(!site.browser("pia").get(PAGE).await.text().contains("changed after the program read it"));
    assert_eq!(decide(&site, "pia", lantern, "confirm").await, 303);
    assert_eq!(title().await, "Lantern");
    site.browser("pia")
        .get(PAGE)
        .await
        .text()
        .has(&["changed after the program read it", "title when readLamptitle nowLantern"]);
    assert_eq!(decide(&site, "pia", torch, "confirm").await, 303);
    let told = newest(&site, "pia").await;
    assert_eq!((&told["status"], &told["confirmed_at"]), (&json!(409), &Value::Null), "{told}");
    assert_eq!(title().await, "Lantern");
    // What a program says that it has read counts.
    let old = json!({ "title": "Torch", "was": { "title": "Lamp" } });
    let old = propose(&site, "pia", "PATCH", &path, old).await;
    assert!(!site.browser("pia").get(PAGE).await.body.contains(&format!("{PAGE}/{old}/confirm")));
    let read = json!({ "title": "Torch", "was": { "title": "Lantern" } });
    let read = propose(&site, "pia", "PATCH", &path, read).await;
    assert_eq!(decide(&site, "pia", read, "confirm").await, 303);
    assert_eq!(title().await, "Torch");
}

#[database_test]
async fn a_correction_of_what_another_organizer_corrected_since_is_refused_and_shown(pool: PgPool) {
    let event = Event::new("demo").organizer("olga").organizer("orla").team("Lights", &["pia"]);
    let world = event.project("Lamp", "Lights").create(&pool).await;
    let (site, lamp) = (Site::new(&pool).await, world.project("Lamp").await);
    imported(&pool, lamp).await;
    let path = format!("/api/events/demo/projects/{lamp}/correct");
    let correct = async |body: Value| site.api("orla").post(&path, body).await;
    let read = async || {
        let project = site.api("").get(&format!("/api/projects/{lamp}")).await.json();
        json!([project["title"], project["team"]])
    };
    let title = propose(&site, "olga", "POST", &path, json!({ "title": "Lantern" })).await;
    let team = propose(&site, "olga", "POST", &path, json!({ "team": "Bulbs" })).await;
    correct(json!({ "team": "Lights of Oslo" })).await.is(200);
    assert_eq!(decide(&site, "olga", title, "confirm").await, 303);
    assert_eq!(read().await, json!(["Lantern", "Lights of Oslo"]), "the title is another value");
    site.browser("olga")
        .get(PAGE)
        .await
        .text()
        .has(&["changed after the program read it", "team when readLights"]);
    assert_eq!(decide(&site, "olga", team, "confirm").await, 303);
    let told = newest(&site, "olga").await;
    assert_eq!((&told["status"], &told["confirmed_at"]), (&json!(409), &Value::Null), "{told}");
    assert_eq!(read().await, json!(["Lantern", "Lights of Oslo"]));
    // Who says of another value alone what it was would write over this one.
    for was in [json!({}), json!({ "title": "Lantern" })] {
        let sent = json!({ "method": "POST", "path": path, "body": { "team": "Bulbs", "was": was } });
        assert!(site.api("olga").post("/api/proposals", sent).await.is(400).body.contains("team"));
    }
    // By the API alone it is the same.
    correct(json!({ "team": "Bulbs", "was": { "team": "Lights" } })).await.is(409);
    correct(json!({ "team": "Bulbs", "was": { "team": 3 } })).await.is(400);
    correct(json!({ "team": "Bulbs", "was": { "team": "Lights of Oslo" } })).await.is(200);
    assert_eq!(read().await, json!(["Lantern", "Bulbs"]));
}

/// What a proposal says that its subject changed.
const OUTDATED: &str = "This changed since the program read it.";

/// Proposals that write over nothing and take nothing back.
const OVER_NOTHING: &[(&str, &str)] = &[
    ("POST /api/events/{slug}/calls", "a call that waits stays"),
    ("POST /api/events/{slug}/open", "an event is opened once"),
    ("POST /api/projects/{id}/comments", "a comment is one more"),
];

/// Proposals that were made from what changed before they were confirmed.
struct Walk<'w> {
    world: &'w World,
    site: &'w Site,
    /// As [`WRITES`] has them.
    tried: BTreeSet<String>,
}

impl Walk<'_> {
    async fn propose(&mut self, name: &str, (method, path): (&str, &str), body: Value) -> i64 {
        let write = ProposableWrite::find(method, path).unwrap();
        self.tried.insert(format!("{} {}", write.method, write.path));
        propose(self.site, name, method, path, body).await
    }

    /// Confirms one of which something changed: nothing is done, and it waits with the reason.
    async fn is_refused(&self, name: &str, id: i64, (status, detail): (u16, &str)) {
        let rows = self.world.audit().await.len();
        assert_eq!(decide(self.site, name, id, "confirm").await, 303);
        let told = self.site.api(name).get("/api/proposals").await.json();
        let told = told.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
        assert_eq!((&told["status"], &told["confirmed_at"]), (&json!(status), &Value::Null), "{told}");
        assert!(told["detail"].as_str().unwrap().contains(detail), "{told}");
        assert_eq!(self.world.audit().await.len(), rows, "{told}");
    }

    /// The same of one whose values its page shows, then and now.
    async fn is_outdated(&self, name: &str, id: i64) {
        let page = self.site.browser(name).get(PAGE).await;
        assert!(page.text().contains("This was changed after the program read it"), "{}", page.text());
        assert!(!page.body.contains(&format!("{PAGE}/{id}/confirm")), "{}", page.body);
        self.is_refused(name, id, (409, OUTDATED)).await;
    }
}

#[database_test]
async fn no_proposal_is_done_on_what_its_program_did_not_see(pool: PgPool) {
    let event = Event::new("demo")
        .judges(&["ada", "bo"])
        .organizers(&["olga", "orla"])
        .person("zoe")
        .teams(&[("Lights", &["pia", "pat"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .draft("Fog", "Lights")
        .assign("ada", "Lamp");
    let (world, site) = event.served(&pool).await;
    let [lamp, boat, fog] =
        [world.project("Lamp").await, world.project("Boat").await, world.project("Fog").await];
    let (olga, orla, pat) = (site.api("olga"), site.api("orla"), site.api("pat"));
    let mut walk = Walk { world: &world, site: &site, tried: BTreeSet::new() };

    // While submissions are open. Who had no team founds one.
    let new = ("POST", "/api/events/demo/projects");
    let id = walk.propose("zoe", new, json!({ "title": "Kite" })).await;
    site.browser("zoe").submit("/events/demo/team/create", &[("name", "Winds")]).await.is(303);
    walk.is_outdated("zoe", id).await;
    // A teammate answers a question that nobody asked as the answer was proposed.
    let path = format!("/api/projects/{lamp}");
    let id = walk.propose("pia", ("PATCH", &path), json!({ "answers": { "tool": "Saw" } })).await;
    let asked = r#"update event set form_questions = '[{"key": "tool", "label": "Tool", "kind": "text", "shown_to": "all"}]' where id = $1"#;
    world.run(asked).await;
    pat.patch(&path, json!({ "answers": { "tool": "Plane" } })).await.is(200);
    walk.is_outdated("pia", id).await;
    assert_eq!(site.api("pia").get(&path).await.json()["answers"]["tool"], "Plane");
    let half = json!({ "answers": { "tool": "Saw" }, "was": { "answers": {} } });
    let half = json!({ "method": "PATCH", "path": path, "body": half });
    assert!(site.api("pia").post("/api/proposals", half).await.is(400).body.contains("answers"));
    imported(&pool, boat).await;
    let correct = format!("/api/events/demo/projects/{boat}/correct");
    let id = walk.propose("olga", ("POST", &correct), json!({ "title": "Ship" })).await;
    orla.post(&correct, json!({ "title": "Ferry" })).await.is(200);
    walk.is_outdated("olga", id).await;
    let withdraw = format!("/api/events/demo/projects/{fog}/withdraw");
    let id = walk.propose("olga", ("POST", &withdraw), json!({ "reason": "An empty draft" })).await;
    pat.patch(&format!("/api/projects/{fog}"), json!({ "submit": true })).await.is(200);
    walk.is_outdated("olga", id).await;
    // It was restored, and withdrawn anew for another reason.
    let withdraw = format!("/api/events/demo/projects/{boat}/withdraw");
    let restore = format!("/api/events/demo/projects/{boat}/restore");
    olga.post(&withdraw, json!({ "reason": "Nobody came" })).await.is(200);
    let id = walk.propose("olga", ("POST", &restore), json!({})).await;
    orla.post(&restore, json!({})).await.is(200);
    orla.post(&withdraw, json!({ "reason": "A test entry" })).await.is(200);
    walk.is_outdated("olga", id).await;
    orla.post(&restore, json!({})).await.is(200);
    // Another organizer gave more than what was proposed.
    let more = "/api/events/demo/more-time";
    let lights: i64 = world.one("select id from team where event_id = $1 and name = 'Lights'").await;
    let until = async |minutes: i32| {
        let sql = format!(
            "select to_char((now() + interval '{minutes} minutes') at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')
             from event where id = $1"
        );
        world.one::<String>(&sql).await
    };
    let time =
        async |minutes: i32| json!({ "team": lights, "until": until(minutes).await, "reason": "No power" });
    let id = walk.propose("olga", ("POST", more), time(90).await).await;
    orla.post(more, time(120).await).await.is(200);
    let given = olga.get(more).await.json();
    walk.is_outdated("olga", id).await;
    assert_eq!(olga.get(more).await.json(), given);

    // While judging is open.
    world.move_window("submissions", (Some(-3), Some(-2))).await;
    world.move_window("judging", (Some(-1), Some(1))).await;
    let calls = "/api/events/demo/calls";
    let newest = async || world.one::<i64>("select max(id) from help_call where event_id = $1").await;
    let ada = site.api("ada");
    ada.post(calls, json!({ "said": "The table is empty" })).await.is(200);
    let id = walk.propose("ada", ("DELETE", calls), json!({})).await;
    orla.post(&format!("{calls}/{}/close", newest().await), json!({})).await.is(200);
    ada.post(calls, json!({ "said": "The lamp is on fire" })).await.is(200);
    walk.is_outdated("ada", id).await;
    let call = newest().await;
    let (take, close) = (format!("{calls}/{call}/take"), format!("{calls}/{call}/close"));
    let id = walk.propose("olga", ("POST", &take), json!({})).await;
    orla.post(&take, json!({})).await.is(200);
    walk.is_outdated("olga", id).await;
    let id = walk.propose("orla", ("POST", &close), json!({})).await;
    olga.post(&take, json!({})).await.is(200);
    walk.is_outdated("orla", id).await;
    let review = format!("/api/judge/assignments/{}/review", world.assignment("ada", "Lamp").await);
    let id = walk.propose("ada", ("POST", &review), json!({ "scores": { "quality": 3 } })).await;
    ada.post(&review, json!({ "scores": { "quality": 5 } })).await.is(200);
    walk.is_refused("ada", id, (412, "This review was saved")).await;
    let scores = json!({ "file": "judge,project,quality,impact\nada@x.example,Lamp,3,5\n", "replace": true, "digest": "old" });
    let id = walk.propose("olga", ("POST", "/api/events/demo/scores"), scores).await;
    walk.is_refused("olga", id, (412, "")).await;
    // More is dealt to somebody who has not come.
    let invited = "insert into invitation (event_id, email, role, token_hash)
        values ($1, 'nora@y.example', 'judge', sha256('nora'))";
    world.run(invited).await;
    let deal = async |project: i64| {
        let sql = format!(
            "insert into invited_assignment (event_id, invitation_id, project_id, source)
             select event_id, id, {project}, 'manual' from invitation where event_id = $1"
        );
        world.run(&sql).await;
    };
    deal(boat).await;
    let id = walk.propose("olga", ("POST", "/api/events/demo/assignments/share-out"), json!({})).await;
    deal(lamp).await;
    walk.is_outdated("olga", id).await;
    let by_rule = ("POST", "/api/events/demo/prizes/by-rule");
    let id = walk.propose("olga", by_rule, json!({ "digest": "old" })).await;
    walk.is_refused("olga", id, (409, "changed since this was shown")).await;

    // While the vote is open.
    world.move_window("judging", (Some(-2), Some(-1))).await;
    world.move_window("voting", (Some(-1), Some(1))).await;
    world.run("update event set voting_mode = 'account' where id = $1").await;
    let ballot = "/api/events/demo/ballot";
    let id = walk.propose("zoe", ("POST", ballot), json!({ "choices": [lamp] })).await;
    site.api("zoe").post(ballot, json!({ "choices": [boat] })).await.is(200);
    walk.is_outdated("zoe", id).await;
    assert_eq!(site.api("zoe").get(ballot).await.json()["choices"], json!([boat]));
    // Who says what they have read is held to that.
    let read = json!({ "choices": [lamp], "was": { "choices": [boat] } });
    let id = walk.propose("zoe", ("POST", ballot), read).await;
    assert_eq!(decide(&site, "zoe", id, "confirm").await, 303);
    assert_eq!(site.api("zoe").get(ballot).await.json()["choices"], json!([lamp]));

    let over_nothing = OVER_NOTHING.iter().map(|(write, _)| (*write).to_owned());
    let known: BTreeSet<String> = walk.tried.iter().cloned().chain(over_nothing).collect();
    let all: BTreeSet<String> =
        WRITES.iter().map(|write| format!("{} {}", write.method, write.path)).collect();
    assert_eq!(known, all);
    assert_eq!(all.len(), walk.tried.len() + OVER_NOTHING.len(), "each is one or the other");
}

#[database_test]
async fn what_its_maker_could_not_read_is_not_written_over(pool: PgPool) {
    let judged = demo().person("zoe").windows([(Some(-3), Some(-2)), (Some(-1), None), (Some(2), Some(3))]);
    let (world, site) = judged.served(&pool).await;
    let lights: i64 = world.one("select id from team where event_id = $1 and name = 'Lights'").await;
    let time = |until: &str| json!({ "team": lights, "until": until, "reason": "No power" });
    let more = "/api/events/demo/more-time";
    let id = propose(&site, "zoe", "POST", more, time("2099-01-01T10:00:00Z")).await;
    site.api("olga").post(more, time("2099-01-02T10:00:00Z")).await.is(200);
    assert_eq!(decide(&site, "zoe", id, "confirm").await, 303);
    assert_eq!(newest(&site, "zoe").await["status"], 403);
    // By now she organizes the event, and still has not seen what the team has.
    for into in [
        "event_person (event_id, person_id) select $1, id",
        "membership (event_id, person_id, role) select $1, id, 'organizer'",
    ] {
        world.run(&format!("insert into {into} from person where email = 'zoe@x.example'")).await;
    }
    assert!(!site.browser("zoe").get(PAGE).await.body.contains(&format!("{PAGE}/{id}/confirm")));
    assert_eq!(decide(&site, "zoe", id, "confirm").await, 303);
    let told = newest(&site, "zoe").await;
    assert_eq!(told["status"], 409, "{told}");
    assert!(told["detail"].as_str().unwrap().contains(OUTDATED), "{told}");
    let given = site.api("olga").get(more).await.json();
    assert_eq!(given[0]["until"], "2099-01-02T10:00:00Z");
    let anew = propose(&site, "zoe", "POST", more, time("2099-01-03T10:00:00Z")).await;
    assert_eq!(decide(&site, "zoe", anew, "confirm").await, 303);
    assert_eq!(newest(&site, "zoe").await["status"], 200);
}
