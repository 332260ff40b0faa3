//! What programs propose is done when their person confirms it, once, and by nothing else.

use crate::api::leaving::imported;
use crate::api::rate_limits::use_up;
use crate::support::{Event, Site, Told, World, token};
use database_test::database_test;
use serde_json::{Value, json};
use shared::proposal::{BODY, ProposableWrite, WRITES};
use sqlx::PgPool;
use std::collections::BTreeSet;

const PAGE: &str = "/me/proposals";

/// What can't be proposed, and why.
const LEFT: &[(&str, &str)] = &[
    ("POST /api/events/import", "sends a file that nobody reads on a page"),
    (
        "POST /api/events/{slug}/confirmations/{id}/confirm",
        "is the second look of a person, who reads what is asked for",
    ),
    ("POST /api/events/{slug}/confirmations/{id}/decline", "is said beside what is asked for"),
    ("POST /api/events/{slug}/confirmations/{id}/withdraw", "is taken back beside what is asked for"),
    ("POST /api/events/{slug}/questions", "is a question in a person's own words"),
    ("POST /api/events/{slug}/questions/until", "is chosen beside the questions"),
    ("POST /api/events/{slug}/questions/{number}/answer", "is read by everybody and can't be taken back"),
    ("POST /api/events/{slug}/questions/{number}/own", "is chosen beside the questions"),
    ("POST /api/events/{slug}/questions/{number}/remove", "can't be taken back"),
    ("POST /api/events/{slug}/results", "can't be taken back"),
    ("POST /api/events/{slug}/results/final", "can't be taken back"),
    ("POST /api/events/{slug}/scores/check", "only reads"),
    ("POST /api/events/{slug}/winners", "is ticked beside what the winner has shown"),
    ("POST /api/events/{slug}/winners/next", "takes a prize from a team, in public"),
    ("POST /api/projects/{id}/evidence", "is what a person has seen"),
    ("POST /api/projects/{id}/pictures", "sends a file that nobody reads on a page"),
    ("PATCH /api/projects/{id}/pictures/{picture}", "is about a picture that the page does not show"),
    ("DELETE /api/projects/{id}/pictures/{picture}", "is about a picture that the page does not show"),
    ("POST /api/proposals", "proposes"),
    ("POST /api/verify", "only reads"),
];

#[test]
fn each_write_of_the_api_can_be_proposed_or_is_left_for_a_reason() {
    let writes = web::routes::entries()
        .filter(|(method, path, _)| method.as_str() != "GET" && path.starts_with("/api/"));
    let writes: BTreeSet<String> = writes.map(|(method, path, _)| format!("{method} {path}")).collect();
    let known = WRITES.iter().map(|write| format!("{} {}", write.method, write.path));
    assert_eq!(
        writes,
        known.chain(LEFT.iter().map(|(write, _)| (*write).to_owned())).collect::<BTreeSet<_>>()
    );
}

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judge("ada")
        .organizer("olga")
        .teams(&[("Lights", &["pia"]), ("Waves", &["ben"])])
        .project("Lamp", "Lights")
        .draft("Fog", "Lights")
        .assign("ada", "Lamp")
}

/// Proposes as somebody's program, and returns the proposal's id.
async fn propose(site: &Site, name: &str, method: &str, path: &str, body: Value) -> i64 {
    let sent = json!({ "method": method, "path": path, "body": body, "via": "mcp" });
    let made = site.api(name).post("/api/proposals", sent).await.is(201);
    made.json()["id"].as_i64().unwrap()
}

async fn decide(site: &Site, name: &str, id: i64, act: &str) -> u16 {
    site.browser(name).submit(&format!("{PAGE}/{id}/{act}"), &[]).await.status
}

async fn comments(site: &Site, world: &World) -> usize {
    let path = format!("/api/projects/{}/comments", world.project("Lamp").await);
    site.api("").get(&path).await.json().as_array().unwrap().len()
}

#[database_test]
async fn a_proposal_is_done_once_it_is_confirmed_and_the_log_says_by_what_way(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let lamp = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let id = propose(&site, "ben", "POST", &lamp, json!({ "body": "It <lit> the hall." })).await;
    assert_eq!((comments(&site, &world).await, world.audit().await.len()), (0, 0), "nothing is done yet");
    let page = site.browser("ben").get(PAGE).await;
    for told in [
        "Post a comment on a project",
        "Lamp",
        "It &lt;lit&gt; the hall.",
        "ben@x.example",
        "take part",
        &lamp,
    ] {
        assert!(page.body.contains(told), "{told}: {}", page.text());
    }
    // A program can't confirm what it proposes, and nobody confirms for others.
    assert_eq!(site.api("ben").post(&format!("{PAGE}/{id}/confirm"), json!({})).await.status, 403);
    assert_eq!(decide(&site, "pia", id, "confirm").await, 404);
    assert!(!site.browser("pia").get(PAGE).await.body.contains("lit&gt;"));
    assert_eq!(comments(&site, &world).await, 0);
    assert_eq!(decide(&site, "ben", id, "confirm").await, 303);
    assert_eq!(comments(&site, &world).await, 1);
    let (action, role, _, after) = world.audit().await.pop().unwrap();
    assert_eq!(action.as_str(), "comment.posted");
    assert_eq!(role.as_str(), "participant");
    assert_eq!(after["via"], "mcp");
    for act in ["confirm", "refuse"] {
        assert_eq!(decide(&site, "ben", id, act).await, 404, "{act} again");
    }
    assert_eq!(comments(&site, &world).await, 1);
    let told = site.api("ben").get("/api/proposals").await.json();
    assert_eq!(json!([told[0]["status"], told[0]["body"], told[0]["detail"]]), json!([201, "", ""]));
    assert!(site.browser("ben").get(PAGE).await.text().contains("Done "));
    // What they do by themselves says nothing of a way.
    site.api("ben").post(&lamp, json!({ "body": "By hand." })).await;
    assert_eq!(world.audit().await.pop().unwrap().3["via"], Value::Null);
}

#[database_test]
async fn a_review_is_saved_as_if_its_judge_had_sent_it(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let task = world.assignment("ada", "Lamp").await;
    let path = format!("/api/judge/assignments/{task}/review");
    let review = json!({ "scores": { "quality": 3, "impact": 5 }, "submit": true });
    let id = propose(&site, "ada", "POST", &path, review).await;
    assert_eq!(decide(&site, "ada", id, "confirm").await, 303);
    let (action, role, _, after) = world.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), role.as_str(), &after["via"]), ("review.submitted", "judge", &json!("mcp")));
    // Who proposes what is another's, or hidden, reads what they would read of what is not there.
    for path in [
        path.clone(),
        format!("/api/projects/{}/comments", world.project("Fog").await),
        "/api/projects/999999/comments".to_owned(),
        "/api/events/none/open".to_owned(),
    ] {
        let sent = json!({ "method": "POST", "path": path });
        let (status, detail) = site.api("ben").post("/api/proposals", sent).await.refusal();
        assert_eq!((status, detail.as_str()), (404, "Not found."), "{path}");
    }
}

#[database_test]
async fn what_the_portal_refuses_waits_with_the_reason(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let lamp = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let calls = propose(&site, "ben", "POST", "/api/events/demo/calls", json!({ "said": "Help" })).await;
    let empty = propose(&site, "ben", "POST", &lamp, json!({ "body": " " })).await;
    for (id, status) in [(calls, 403), (empty, 400)] {
        assert_eq!(decide(&site, "ben", id, "confirm").await, 303);
        let told = site.api("ben").get("/api/proposals").await.json();
        let one = told.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
        assert_eq!((&one["status"], &one["confirmed_at"]), (&json!(status), &Value::Null), "{one}");
        let detail = one["detail"].as_str().unwrap();
        assert!(!detail.is_empty(), "{detail}");
        assert!(site.browser("ben").get(PAGE).await.text().contains(detail), "{detail}");
    }
    assert_eq!((comments(&site, &world).await, world.audit().await.len()), (0, 0));
    // The roles of the moment count: as a judge, they may call.
    let judge = "insert into event_person (event_id, person_id) select $1, id from person where email = 'ben@x.example' \
                 on conflict do nothing returning event_id";
    world.all::<i64>(judge).await;
    let judge = "insert into membership (event_id, person_id, role) select $1, id, 'judge' from person \
                 where email = 'ben@x.example' returning event_id";
    assert_eq!(world.one::<i64>(judge).await, world.event);
    assert_eq!(decide(&site, "ben", calls, "confirm").await, 303);
    assert_eq!(world.audit().await.pop().unwrap().0, "call.made");
    // As what they lost, they may not.
    let late = propose(&site, "ben", "POST", "/api/events/demo/calls", json!({ "said": "Help" })).await;
    let lost = "delete from membership where event_id = $1 and role = 'judge'
                and person_id = (select id from person where email = 'ben@x.example') returning event_id";
    assert_eq!(world.one::<i64>(lost).await, world.event);
    let rows = world.audit().await.len();
    assert_eq!(decide(&site, "ben", late, "confirm").await, 303);
    let told = newest(&site, "ben").await;
    assert_eq!(
        (&told["id"], &told["status"], &told["confirmed_at"]),
        (&json!(late), &json!(403), &Value::Null)
    );
    assert_eq!(world.audit().await.len(), rows);
    assert_eq!(decide(&site, "ben", late, "refuse").await, 303);
    assert_eq!(decide(&site, "ben", empty, "refuse").await, 303);
    assert_eq!(decide(&site, "ben", empty, "confirm").await, 404);
    let page = site.browser("ben").get(PAGE).await.text();
    page.has(&["No longer waiting", "Refused ", "Done ", "No proposals"]);
}

#[database_test]
async fn a_comment_counts_against_its_limit_however_it_comes(pool: PgPool) {
    let world = demo().create(&pool).await;
    let site = Site::with(&pool, &["--limit-comments=1"]).await;
    let lamp = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let comment = json!({ "body": "Bright!" });
    let [first, second] = [
        propose(&site, "ben", "POST", &lamp, comment.clone()).await,
        propose(&site, "ben", "POST", &lamp, comment).await,
    ];
    assert_eq!(decide(&site, "ben", first, "confirm").await, 303);
    use_up(&pool, "comments", 60, 1).await;
    assert_eq!(decide(&site, "ben", second, "confirm").await, 303);
    assert_eq!(comments(&site, &world).await, 1);
    let told = site.api("ben").get("/api/proposals").await.json();
    assert_eq!((&told[0]["status"], &told[0]["confirmed_at"]), (&json!(429), &Value::Null), "{told}");
    assert!(told[0]["detail"].as_str().unwrap().starts_with("Too many requests"), "{told}");
}

#[database_test]
async fn proposals_end_by_themselves_and_their_number_is_bounded(pool: PgPool) {
    let world = demo().create(&pool).await;
    let site = Site::with(&pool, &["--limits=off"]).await;
    let call = async || propose(&site, "ada", "POST", "/api/events/demo/calls", json!({})).await;
    let first = call().await;
    for _ in 0..50 {
        call().await;
    }
    assert_eq!(world.one::<i64>("select count(*) from proposal where event_id = $1").await, 50);
    assert_eq!(decide(&site, "ada", first, "confirm").await, 404, "the oldest went");
    // All are on one page, so they hold together what one may hold.
    let long = json!({ "said": "x".repeat(BODY * 2 / 5) });
    for _ in 0..3 {
        propose(&site, "ada", "POST", "/api/events/demo/calls", long.clone()).await;
    }
    let held = "select array[count(*) filter (where octet_length(body) > 2), sum(octet_length(body))] from proposal where event_id = $1";
    let held = world.one::<Vec<i64>>(held).await;
    assert!(held[0] == 2 && held[1] <= i64::try_from(BODY).unwrap(), "{held:?}");
    let last = call().await;
    world.all::<i64>("update proposal set expires_at = now() where event_id = $1 returning id").await;
    assert_eq!(decide(&site, "ada", last, "confirm").await, 404);
    assert!(site.browser("ada").get(PAGE).await.text().contains("Not confirmed in time"));
    store::proposal::forget_old(&mut pool.acquire().await.unwrap()).await.unwrap();
    assert_eq!(site.api("ada").get("/api/proposals").await.json(), json!([]));
    call().await;
    let found = site.browser("ada").get("/me/data.json").await.json()["proposals"].as_array().unwrap().len();
    assert_eq!(found, 1);
    site.browser("ada").submit("/me/leave", &[("typed", "leave")]).await;
    assert_eq!(world.one::<i64>("select count(*) from proposal where event_id = $1").await, 0);
}

/// The caller's newest proposal, as the API tells it.
async fn newest(site: &Site, name: &str) -> Value {
    site.api(name).get("/api/proposals").await.json()[0].clone()
}

#[database_test]
async fn a_proposal_sent_twice_under_one_key_is_made_once(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let lamp = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let send = async |key: &str, said: &str| {
        let bearer = format!("Bearer {}", token("ben"));
        let headers = [
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
            ("idempotency-key", key),
        ];
        let sent = json!({ "method": "POST", "path": lamp, "body": { "body": said } });
        site.api("").send_with("POST", "/api/proposals", &headers, sent.to_string()).await
    };
    let (first, again) = (send("k", "Bright!").await, send("k", "Bright!").await);
    assert_eq!((first.status, again.status), (201, 201), "{}", again.body);
    assert_eq!(first.json(), again.json());
    assert_eq!((send("k", "Dim!").await.status, send("a b", "Dim!").await.status), (422, 400));
    assert_eq!(world.one::<i64>("select count(*) from proposal where event_id = $1").await, 1);
    // What is sent goes as the person decides, so it is not kept under the key either.
    let kept = "select answer from idempotency_key where key = 'k'";
    assert_eq!(world.one::<String>(kept).await, first.json()["id"].to_string());
    let id = first.json()["id"].as_i64().unwrap();
    assert_eq!(decide(&site, "ben", id, "confirm").await, 303);
    let after = send("k", "Bright!").await;
    assert_eq!((after.status, &after.json()["status"]), (201, &json!(201)), "it says what became of it");
    assert_eq!(comments(&site, &world).await, 1);
}

#[database_test]
async fn a_review_that_was_saved_since_is_not_written_over(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
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
        "This was saved since the program read it",
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
    assert!(!site.browser("pia").get(PAGE).await.text().contains("saved since"));
    assert_eq!(decide(&site, "pia", lantern, "confirm").await, 303);
    assert_eq!(title().await, "Lantern");
    site.browser("pia").get(PAGE).await.text().has(&["saved since", "title when readLamptitle nowLantern"]);
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
    site.browser("olga").get(PAGE).await.text().has(&["saved since", "team when readLights"]);
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
        assert!(page.text().contains("This was saved since the program read it"), "{}", page.text());
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
