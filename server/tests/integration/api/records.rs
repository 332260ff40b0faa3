//! Signed documents: who gets them, what they say, and that they are valid.

use crate::prelude::*;
use portal::call::By;
use portal::records::keys;
use portal::records::secret::Secret;
use portal::records::signer::Signer;
use shared::provenance::{
    DocumentCheck, KeySet, Payload, ReviewRecord, SignedRanking, canonical, parse, reviews_digest, verify,
};
use shared::record_salt::RecordSalt;
use std::collections::BTreeSet;
use store::database::Database;

const SIGNED: &str = "/api/events/demo/results/signed";
const KEYS: &str = "/.well-known/evenhand-signing-key";

async fn key_set(site: &Site) -> KeySet {
    KeySet::read(site.api("").get(KEYS).await.body.as_bytes()).unwrap()
}

/// Checks a document's signature and returns its payload.
async fn payload(site: &Site, document: &str) -> Payload {
    match verify(document.as_bytes(), &key_set(site).await) {
        DocumentCheck::Valid { payload, .. } => *payload,
        other => panic!("{other:?}"),
    }
}

#[database_test(CALIBRATED)]
async fn a_published_ranking_is_signed_once_over_the_row_that_published_it(pool: PgPool) {
    let demo = World::demo(&pool);
    let site = Site::new(&pool).await;
    for who in ["", "j1", "org"] {
        assert_eq!(site.api(who).get(SIGNED).await.status, 404, "{who}: nothing is published");
    }
    published(&site).await;
    let document = site.api("").get(SIGNED).await.is(200);
    assert_eq!(document.headers["content-type"].to_str().unwrap(), "application/json");
    assert_eq!(site.api("org").get(SIGNED).await.body, document.body, "the same bytes to all");
    let Payload::Results(signed) = payload(&site, &document.body).await else { panic!("no results") };
    assert_eq!((signed.issuer.as_str(), signed.event.slug.as_str()), ("http://portal.example", "demo"));
    let shown = site.api("").get("/api/events/demo/results").await.json();
    assert_eq!(serde_json::from_value::<SignedRanking>(shown).unwrap(), signed.results);
    let sql = "select seq, row_hash, action from audit_log where event_id = 1 order by seq desc limit 1";
    let head: (i64, String, String) = one_row(&pool, sql).await;
    assert_eq!(signed.audit_head.seq, head.0);
    assert_eq!(signed.audit_head.row_hash, head.1);
    assert_eq!(head.2.as_str(), "results.published");
    // A correction is signed again. The first document is still valid, and the check says what replaced it.
    let told = site.api("").post_text("/api/verify", document.body.clone()).await.json();
    assert_eq!(told["valid"], json!(true));
    assert_eq!(told["superseded_by"], Value::Null);
    assert_eq!(told["key_status"], "current");
    rescored(&demo).await;
    calibrated(&site).await;
    let correct = [("run", "2"), ("reason", "A review was missing."), ("consent", "true")];
    site.browser("org").submit("/events/demo/manage/calibration/publish", &correct).await.is(303);
    let told = site.api("").post_text("/api/verify", document.body.clone()).await.json();
    assert_eq!((&told["valid"], &told["superseded_by"]), (&json!(true), &json!(2)));
    let Payload::Results(second) = payload(&site, &site.api("").get(SIGNED).await.body).await else {
        panic!()
    };
    assert_eq!((second.results.run, second.supersedes), (2, Some(1)));
}

#[database_test(PUBLISHED)]
async fn a_changed_document_is_invalid_and_a_non_document_is_400(site: Site) {
    let document = site.api("").get(SIGNED).await.body;
    let changed = document.replace("\"rank\":1,", "\"rank\":2,");
    assert_ne!(changed, document);
    let told = site.api("").post_text("/api/verify", changed).await;
    assert_eq!((told.status, &told.json()["valid"]), (200, &json!(false)));
    assert!(told.json()["reason"].is_string(), "{}", told.body);
    for none in
        ["", "{}", "[]", "no JSON", &document.replacen("{\"payload\"", "{\"payload\":1,\"payload\"", 1)]
    {
        let refused = site.api("").post_text("/api/verify", none).await;
        assert_eq!(refused.status, 400, "{none}");
        let said = refused.json()["body"][0].as_str().map(str::to_owned).unwrap();
        said.has(&["Save the file again"]);
    }
}

#[database_test]
async fn a_judges_record_says_how_much_was_judged_and_no_scores(pool: PgPool) {
    let (world, site) = Event::new("demo")
        .judging()
        .organizer("org")
        .judges(&["ada", "bo"])
        .person("vera")
        .external_id("ada", "a-1")
        .team("Lights", &["ana"])
        .projects(&[("Lamp", "Lights"), ("Torch", "Lights")])
        .review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .assign("ada", "Torch")
        .served(&pool)
        .await;
    let path = "/api/judge/record?event=demo";
    let own = site.api("ada").get(path).await;
    let Payload::Judge(record) = payload(&site, &own.body).await else { panic!("{}", own.body) };
    assert_eq!(record.judge.email.as_str(), &*email("ada"));
    assert_eq!(record.assignments.done, 1);
    assert_eq!(record.assignments.pending, 1);
    assert!(record.first_submitted_on == record.last_submitted_on);
    assert!(record.first_submitted_on.is_some());
    assert!(record.reviews_digest.len() == 64);
    own.body.lacks(&["scores", "By ada", "Lamp"]);
    // Only the judge's own answer contains the salt.
    let salt = RecordSalt::parse(own.headers["evenhand-record-salt"].to_str().unwrap()).unwrap();
    assert!(!own.body.contains(&salt.to_hex()));
    let scores = site.api("ada").get("/api/judge/scores?event=demo").await.json();
    let done = scores.as_array().unwrap().iter().filter(|s| s["status"] == "done");
    let review = |s: &Value| ReviewRecord {
        project: s["project"].as_i64().unwrap(),
        submitted_at: s["submitted_at"].as_str().unwrap().parse().unwrap(),
        scores: serde_json::from_value(s["scores"].clone()).unwrap(),
    };
    let reviews: Vec<ReviewRecord> = done.map(review).collect();
    assert_eq!(reviews_digest(&salt, reviews.clone()).unwrap(), record.reviews_digest);
    // Trying all scores without the salt finds none, not even the right ones.
    let text = canonical(&parse(&serde_json::to_vec(&reviews).unwrap()).unwrap());
    assert_ne!(sha256_hex(text.as_bytes()), record.reviews_digest);
    let mut salts = BTreeSet::new();
    for salt in
        world.all::<String>("select encode(record_salt, 'hex') from event_person where event_id = $1").await
    {
        assert!(salts.insert(salt), "a salt of one's own for everybody");
    }
    assert!(salts.contains(&salt.to_hex()));
    for name in ["a-1", "ada%40x.example"] {
        let named = site.api("org").get(&format!("{path}&judge={name}")).await;
        assert!(!named.headers.contains_key("evenhand-record-salt"));
        let Payload::Judge(same) = payload(&site, &named.body).await else { panic!("{}", named.body) };
        assert_eq!((same.judge, same.reviews_digest), (record.judge.clone(), record.reviews_digest.clone()));
    }
    let cell = async |who: &str, query: &str| {
        let reply = site.api(who).get(&format!("/api/judge/record{query}")).await;
        (reply.status, reply.json()["detail"].as_str().unwrap_or_default().to_owned())
    };
    let found = cell("bo", "?event=demo&judge=a-1").await;
    assert_eq!(found, (403, "judges can only read their own records".into()));
    assert_eq!(cell("vera", "?event=demo").await, (403, "judges only".into()));
    assert_eq!(cell("org", "?event=demo&judge=ana%40x.example").await, (404, "no such judge".into()));
    assert_eq!(cell("org", "?event=demo&judge=%00").await, (404, "no such judge".into()));
    assert_eq!(cell("ada", "?event=none").await, (404, "Not found.".into()));
    assert_eq!(cell("ada", "").await.0, 400);
    assert_eq!(cell("ada", "?event=A").await.0, 400);
    assert_eq!(cell("", "").await.0, 401);
}

#[database_test(JUDGED)]
async fn a_participants_record_has_ranks_once_results_are_published(pool: PgPool, site: Site) {
    let read = async || {
        let reply = site.api("p1").get("/api/participant/record?event=demo").await;
        let Payload::Participant(record) = payload(&site, &reply.body).await else {
            panic!("{}", reply.body)
        };
        record
    };
    calibrated(&site).await;
    let before = read().await;
    assert!(!before.projects.is_empty());
    assert!(before.projects.iter().all(|p| p.rank.is_none() && p.of.is_none()));
    published(&site).await;
    let after = read().await;
    assert!(after.projects.iter().any(|p| p.rank.is_some() && p.of == Some(5)), "{after:?}");
    run(&pool, "update event set voting_mode = 'account', voting_open = null, voting_close = null").await;
    assert_eq!(read().await.projects, before.projects, "the vote hides ranks again");
    site.api("j1").get("/api/participant/record?event=demo").await.refuses(403, "participants only");
}

#[database_test(PUBLISHED)]
async fn a_retired_keys_signatures_stay_valid_and_it_signs_nothing_new(site: Site) {
    let document = site.api("").get(SIGNED).await.body;
    let shell = portal::caller::Caller::shell();
    site.state
        .by(&shell)
        .write(async |call| keys::rotate(call, &Secret::from_bytes([8; 32])).await)
        .await
        .unwrap();
    let set = site.api("").get(KEYS).await;
    assert_eq!(set.headers["content-type"], "application/jwk-set+json");
    let statuses: Vec<Value> =
        set.json()["keys"].as_array().unwrap().iter().map(|key| key["status"].clone()).collect();
    assert_eq!(statuses, [json!("current"), json!("retired")]);
    assert!(set.json()["keys"][1]["retired_at"].is_string());
    let told = site.api("").post_text("/api/verify", document).await.json();
    assert_eq!((&told["valid"], &told["key_status"]), (&json!(true), &json!("retired")));
    // This process still holds the old key.
    let refused = site.api("j1").get("/api/judge/record?event=demo").await.is(409);
    refused.shows("signing key is not the portal’s current one");
}

#[database_test]
async fn the_first_key_leaves_a_row_in_the_log_and_a_second_start_none(pool: PgPool) {
    let signer = Signer::of(Secret::from_bytes([7; 32]), "http://portal.example");
    let (database, shell) = (Database::on_one_lane(pool.clone()), Caller::shell());
    for _ in 0..2 {
        By::of(&database, &shell).write(async |call| keys::register(call, &signer).await).await.unwrap();
    }
    let rows: Vec<(String, String)> = all_rows(&pool, "select action, object_id from audit_log").await;
    assert_eq!(rows, [("key.created".to_owned(), signer.kid())]);
}

#[database_test(JUDGED)]
async fn a_record_is_signed_without_a_lock_on_the_key(pool: PgPool, site: Site) {
    assert_eq!(site.api("j1").get("/api/judge/record?event=demo").await.status, 200);
    let mut rotation = pool.begin().await.unwrap();
    sqlx::query("select from signing_key for update").execute(&mut *rotation).await.unwrap();
    // A read waits for nobody.
    site.api("j1").get("/api/judge/record?event=demo").await.is(200);
}

#[database_test]
async fn nobody_stepped_aside_from_a_project_that_was_withdrawn(pool: PgPool) {
    let event = Event::new("demo").judging().organizer("olga").judge("ada").team("Lights", &["ana"]);
    let event = event.project("Lamp", "Lights").project("Torch", "Lights");
    let full = r#"{"quality": 4, "impact": 7}"#;
    let (demo, site) = event.review("ada", "Lamp", full).assign("ada", "Torch").served(&pool).await;
    let withdraw = format!("/events/demo/manage/projects/{}/withdraw", demo.project("Torch").await);
    assert_eq!(site.browser("olga").submit(&withdraw, &[("reason", "A test entry")]).await.status, 303);
    let own = site.api("ada").get("/api/judge/record?event=demo").await;
    let Payload::Judge(record) = payload(&site, &own.body).await else { panic!("{}", own.body) };
    let counted = &record.assignments;
    assert_eq!((counted.done, counted.pending, counted.recused), (1, 0, 0));
}
