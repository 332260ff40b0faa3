//! What programs propose is done when their person confirms it, once, and by nothing else.

use crate::api::rate_limits::use_up;
use crate::prelude::*;
use shared::proposal::{BODY, WRITES};
use std::collections::BTreeSet;

pub(super) const PAGE: &str = "/me/proposals";

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

pub(super) fn demo() -> Event {
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
pub(super) async fn propose(site: &Site, name: &str, method: &str, path: &str, body: Value) -> i64 {
    let sent = json!({ "method": method, "path": path, "body": body, "via": "mcp" });
    let made = site.api(name).post("/api/proposals", sent).await.is(201);
    made.json()["id"].as_i64().unwrap()
}

pub(super) async fn decide(site: &Site, name: &str, id: i64, act: &str) -> u16 {
    site.browser(name).submit(&format!("{PAGE}/{id}/{act}"), &[]).await.status
}

async fn comments(site: &Site, world: &World) -> usize {
    let path = format!("/api/projects/{}/comments", world.project("Lamp").await);
    site.api("").get(&path).await.json().as_array().unwrap().len()
}

#[database_test(demo().served(&pool))]
async fn a_proposal_is_done_once_it_is_confirmed_and_the_log_says_by_what_way(world: World, site: Site) {
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

#[database_test(demo().served(&pool))]
async fn the_page_hides_no_character_of_what_a_proposal_sends(world: World, site: Site) {
    let lamp = format!("/api/projects/{}/comments", world.project("Lamp").await);
    propose(&site, "ben", "POST", &lamp, json!({ "body": "It is \u{202e}taerg\u{e0041}.\nTruly." })).await;
    let page = site.browser("ben").get(PAGE).await.body;
    page.has(&["It is \\u{202e}taerg\\u{e0041}.", "Truly."]);
    page.lacks(&["\u{202e}", "\u{e0041}"]);
}

#[database_test(demo().served(&pool))]
async fn a_review_is_saved_as_if_its_judge_had_sent_it(world: World, site: Site) {
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

#[database_test(demo().served(&pool))]
async fn what_the_portal_refuses_waits_with_the_reason(world: World, site: Site) {
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

#[database_test(demo().create(&pool))]
async fn a_comment_counts_against_its_limit_however_it_comes(world: World) {
    let site = Site::with(&world.pool, &["--limit-comments=1"]).await;
    let lamp = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let comment = json!({ "body": "Bright!" });
    let [first, second] = [
        propose(&site, "ben", "POST", &lamp, comment.clone()).await,
        propose(&site, "ben", "POST", &lamp, comment).await,
    ];
    assert_eq!(decide(&site, "ben", first, "confirm").await, 303);
    use_up(&world.pool, "comments", 60, 1).await;
    assert_eq!(decide(&site, "ben", second, "confirm").await, 303);
    assert_eq!(comments(&site, &world).await, 1);
    let told = site.api("ben").get("/api/proposals").await.json();
    assert_eq!((&told[0]["status"], &told[0]["confirmed_at"]), (&json!(429), &Value::Null), "{told}");
    assert!(told[0]["detail"].as_str().unwrap().starts_with("Too many requests"), "{told}");
}

#[database_test(demo().create(&pool))]
async fn proposals_end_by_themselves_and_their_number_is_bounded(world: World) {
    let site = Site::with(&world.pool, &["--limits=off"]).await;
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
    store::proposal::forget_old(&mut world.pool.acquire().await.unwrap()).await.unwrap();
    assert_eq!(site.api("ada").get("/api/proposals").await.json(), json!([]));
    call().await;
    let found = site.browser("ada").get("/me/data.json").await.json()["proposals"].as_array().unwrap().len();
    assert_eq!(found, 1);
    site.browser("ada").submit("/me/leave", &[("typed", "leave")]).await;
    assert_eq!(world.one::<i64>("select count(*) from proposal where event_id = $1").await, 0);
}

/// The caller's newest proposal, as the API tells it.
pub(super) async fn newest(site: &Site, name: &str) -> Value {
    site.api(name).get("/api/proposals").await.json()[0].clone()
}

#[database_test(demo().served(&pool))]
async fn a_proposal_sent_twice_under_one_key_is_made_once(world: World, site: Site) {
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
