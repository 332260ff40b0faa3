//! Files as organizers and visitors save them pass the check. Changed and forged files do not.

use super::judge::{demo, path};
use crate::prelude::*;
use crate::support::multipart::{KIND, form};
use shared::provenance::{DocumentCheck, File, KeySet, KeyStatus, Payload, PublicKey, Report, Verdict};
use shared::provenance::{check_files, public_key, sign, verify};
use words::findings::{answer, report_text};

const FORGER: [u8; 32] = [66; 32];

async fn checked(site: &Site, files: &[(&str, &str)]) -> Report {
    let files: Vec<File<'_>> =
        files.iter().map(|(name, text)| File { name, bytes: text.as_bytes() }).collect();
    check_files(&files, &site.keys().await, None)
}

/// The address behind a link of the page.
fn link(page: &str, from: &str) -> String {
    let (_, rest) = page.split_once(&format!("href=\"{from}")).unwrap_or_else(|| panic!("{from} in {page}"));
    format!("{from}{}", rest.split_once('"').unwrap().0)
}

#[database_test(demo().served(&pool))]
async fn the_log_and_the_head_saved_from_one_page_fit_together_in_either_order(world: World, site: Site) {
    let review = path(&world, "ada", "Lamp").await;
    let draft = json!({ "scores": { "quality": 4 } });
    assert_eq!(site.api("ada").post(&review, draft.clone()).await.status, 200);
    for log_first in [true, false] {
        let page = site.browser("olga").get("/events/demo/manage/audit").await.body;
        let head = link(&page, "/api/events/demo/audit-head");
        let log = link(&page, "/api/events/demo/export/audit.csv");
        let [first, second] = if log_first { [&log, &head] } else { [&head, &log] };
        let first = site.browser("olga").get(first).await;
        // Other people keep working meanwhile.
        assert_eq!(site.api("ada").post(&review, draft.clone()).await.status, 200);
        let second = site.browser("olga").get(second).await;
        assert_eq!((first.status, second.status), (200, 200));
        let (log, head) = if log_first { (first, second) } else { (second, first) };
        let report = checked(&site, &[("demo-audit.csv", &log.body), ("head.json", &head.body)]).await;
        assert_eq!(report.verdict(), Verdict::Holds, "log first: {log_first}\n{report:#?}");
        assert_eq!(answer(&report), "Both files hold.");
    }
    // The head of the log's end is later than a file from before, which is no proof that anything was removed.
    let log = site.api("olga").get("/api/events/demo/export/audit.csv").await.body;
    let bundle = site.api("olga").get("/api/events/demo/export/bundle.json").await.body;
    let head = site.api("olga").get("/api/events/demo/audit-head").await.body;
    for (name, text) in [("demo-audit.csv", &log), ("bundle.json", &bundle)] {
        let report = checked(&site, &[(name, text), ("head.json", &head)]).await;
        assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged, "{report:#?}");
        assert_eq!(answer(&report), format!("{name}: The signed head is newer than this file."));
        assert!(!report.all_hold());
    }
}

#[database_test(demo().served(&pool))]
async fn a_head_is_requested_by_its_row_number(world: World, site: Site) {
    let review = path(&world, "ada", "Lamp").await;
    for score in [4, 5] {
        site.api("ada").post(&review, json!({ "scores": { "quality": score } })).await;
    }
    let at = async |row: &str| site.api("olga").get(&format!("/api/events/demo/audit-head?row={row}")).await;
    let head = at("1").await.body;
    let DocumentCheck::Valid { payload, .. } = verify(head.as_bytes(), &site.keys().await) else {
        panic!("{head}")
    };
    let hash: String = world.one("select row_hash from audit_log where event_id = $1 and seq = 1").await;
    let signed = payload.audit_head().unwrap();
    assert_eq!((signed.seq, &signed.row_hash), (1, &hash));
    assert_eq!(at("3").await.refusal(), (404, "The log has no such row.".into()));
    for wrong in ["", "0", "-1", "x", "1.0", "99999999999999999999"] {
        let refused = at(wrong).await;
        assert_eq!(refused.status, 400, "{wrong}: {}", refused.body);
        assert_eq!(refused.json()["row"], json!(["Give the number of a row, from 1."]), "{}", refused.body);
    }
    let other = site.api("pia").get("/api/events/demo/audit-head?row=x").await;
    assert_eq!(other.status, 403, "who comes before what");
}

/// An event whose reviews were saved by the service, so that the log has a row of each.
async fn reviewed(pool: &PgPool) -> (World, Site) {
    let (world, site) = demo().served(pool).await;
    for (judge, project, quality) in [("ada", "Lamp", 1), ("bo", "Lamp", 2), ("ada", "Boat", 4)] {
        let review =
            json!({ "scores": { "quality": quality, "impact": 3 }, "comment": "Good.", "submit": true });
        site.api(judge).post(&path(&world, judge, project).await, review).await.is(200);
    }
    calibrated(&site).await;
    world.move_window("judging", (Some(-9), Some(-1))).await;
    published(&site).await;
    (world, site)
}

#[database_test(reviewed(&pool))]
async fn the_log_in_a_bundle_shows_a_changed_review(_: World, site: Site) {
    let bundle = site.api("olga").get("/api/events/demo/export/bundle.json").await.body;
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let report = checked(&site, &[("bundle.json", &bundle), ("results.json", &signed)]).await;
    assert_eq!(report.verdict(), Verdict::Holds, "{report:#?}");
    assert!(report_text(&report).contains("The log confirms 3 reviews in the file."), "{report:#?}");
    let mut forged: Value = serde_json::from_str(&bundle).unwrap();
    let at = forged["assignments"]
        .as_array()
        .unwrap()
        .iter()
        .position(|a| a["review"]["scores"]["quality"] == json!(1));
    forged["assignments"][at.unwrap()]["review"]["scores"]["quality"] = json!(5);
    let report = checked(&site, &[("bundle.json", &forged.to_string()), ("results.json", &signed)]).await;
    let place = format!("assignments[{}].review.scores", at.unwrap());
    assert_eq!(report.files[0].verdict, Verdict::DoesNotHold, "{report:#?}");
    assert_eq!(report.files[0].breaks_at.as_deref(), Some(place.as_str()));
    assert!(report_text(&report).contains("quality is 5 in the file and 1 in the log."), "{report:#?}");
}

/// The report on the event's own bundle and the signed head of its log. Nothing in them is forged, so nothing may fail.
async fn said_of_bundle(site: &Site, after: &str) -> String {
    let head = site.api("olga").get("/api/events/demo/audit-head").await.is(200).body;
    let bundle = site.api("olga").get("/api/events/demo/export/bundle.json").await.is(200).body;
    let report = checked(site, &[("bundle.json", &bundle), ("head.json", &head)]).await;
    assert_ne!(report.files[0].verdict, Verdict::DoesNotHold, "{after}: {report:#?}");
    report_text(&report)
}

#[database_test(demo().served(&pool))]
async fn nothing_that_judges_and_organizers_do_makes_a_bundle_look_forged(world: World, site: Site) {
    // As the log of an event begins that was made here.
    let created = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, after)
        values ($1, 'olga@x.example', 'organizer', 'event.created', 'event', '1', '{\"projects\": 2}')";
    world.run(created).await;
    let (lamp, boat) = (world.assignment("ada", "Lamp").await, world.assignment("ada", "Boat").await);
    let project = world.project("Lamp").await.to_string();
    let bo: String = world.one("select id::text from person where email = 'bo@x.example'").await;
    let act = async |who: &str, path: String, fields: &[(&str, &str)]| {
        site.browser(who).submit(&path, fields).await.is(303);
        said_of_bundle(&site, &path).await
    };
    let (own, desk) = ("/judge/assignments", "/events/demo/manage/assignments");
    let of_project = format!("/events/demo/manage/projects/{project}");
    act("ada", format!("{own}/{lamp}/visit"), &[("kind", "absent")]).await;
    for judge in ["ada", "bo"] {
        let review = json!({ "scores": { "quality": 4, "impact": 3 }, "comment": "Good.", "submit": true });
        site.api(judge).post(&path(&world, judge, "Lamp").await, review).await.is(200);
    }
    act("ada", format!("{own}/{lamp}/note"), &[("version", "none"), ("note", "The first one.")]).await;
    let typed =
        [("base_version", "none"), ("score_quality", "5"), ("score_impact", "2"), ("comment", "Clear.")];
    let enter = format!("{desk}/{boat}/enter");
    let preview = site.browser("olga").submit(&enter, &typed).await;
    let shown = ("shown", preview.body.hidden("shown"));
    act("olga", enter, &[&typed[..], &[shown]].concat()).await;
    act("olga", format!("{desk}/{lamp}/void"), &[("reason", "Scored the wrong project")]).await;
    act("olga", format!("{desk}/{lamp}/restore"), &[]).await;
    act("ada", format!("{own}/{boat}/recuse"), &[("reason", "A friend's")]).await;
    act("olga", format!("{desk}/{boat}/reinstate"), &[]).await;
    act("olga", format!("{of_project}/withdraw"), &[("why", "Nobody came to show it.")]).await;
    act("olga", format!("{of_project}/restore"), &[]).await;
    let related =
        [("judge", bo.as_str()), ("project", project.as_str()), ("kind", "family"), ("reason", "A cousin.")];
    let said = act("olga", format!("{desk}/conflicts/declare"), &related).await;
    assert!(said.contains("The log confirms 3 reviews in the file."), "{said}");
}

/// The page's answer has this colour and contains these words.
#[track_caller]
fn says(page: &Reply, colour: &str, words: &[&str]) {
    assert!(page.body.contains(&format!("data-standing=\"{colour}\"")), "{}", page.body);
    for word in words {
        assert!(page.body.contains(word), "{word}\n{}", page.body);
    }
}

#[database_test(JUDGED)]
async fn the_check_page_opens_with_an_events_signed_results(site: Site) {
    let none = site.api("").get("/verify?results=demo").await;
    assert_eq!(none.status, 404, "not published yet: {}", none.body);
    none.shows("This event has no published results, or there is no such event.</a>");
    let hidden = site.api("").get("/verify?results=nowhere").await;
    assert_eq!(hidden.body.replace("nowhere", "demo"), none.body, "what is hidden is as what is missing");
    calibrated(&site).await;
    published(&site).await;
    let page = site.api("").get("/verify?results=demo").await.is(200);
    let words = [
        "This signed ranking is genuine.",
        "No later results have changed what it says.",
        "<p class=\"verify-kind\">Published ranking</p>",
        "<td><bdi>Team 3</bdi></td>",
        "data-name=\"demo-results.json\"",
    ];
    says(&page, "good", &words);
    let (_, given) = page.body.split_once("id=\"given\"").unwrap();
    let (given, _) = given.split_once('>').unwrap().1.split_once("</script>").unwrap();
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    assert_eq!(given, signed.replace('<', "\\u003c"), "the page checks the very document");
    // What to do with a link.
    site.api("").get("/verify").await.shows("<p class=\"verify-unread\">");
    site.api("").get("/events/demo/results").await.shows("download=\"demo-results-run-1.json\"");
}

#[database_test(PUBLISHED)]
async fn a_forgery_in_the_sites_name_is_found_with_any_keys(site: Site) {
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let DocumentCheck::Valid { payload, .. } = verify(signed.as_bytes(), &site.keys().await) else {
        panic!()
    };
    let Payload::Results(mut results) = *payload else { panic!() };
    results.results.projects.reverse();
    let set = KeySet { keys: vec![PublicKey::new(&public_key(&FORGER), KeyStatus::Current, None, None)] };
    let set = serde_json::to_string(&set).unwrap();
    let forged = |results: &_| sign(&Payload::Results(Clone::clone(results)), &FORGER).unwrap();
    let own = forged(&results);
    let send = async |files: &[(&str, &str)]| {
        site.api("").send_with("POST", "/verify", &[KIND], form(files, &[])).await
    };
    let page = send(&[("results.json", &own), ("keys.json", &set)]).await;
    says(&page, "bad", &["results.json, at its signature.", "Its key is not one of the trusted keys."]);
    assert!(!page.body.contains("Published ranking"), "what a forgery says is not shown");
    says(
        &send(&[("results.json", &own)]).await,
        "bad",
        &["This site never had that key, so the document is a forgery."],
    );
    let told = site.api("").post_text("/api/verify", own).await.json();
    assert_eq!(told["valid"], json!(false), "{told}");
    // A document in another site's name is unknown, and nothing is green.
    results.issuer = "https://elsewhere.example".into();
    let page = send(&[("results.json", &forged(&results)), ("keys.json", &set)]).await;
    says(
        &page,
        "warn",
        &[
            "only as trustworthy as the key file that came with it.",
            "class=\"verify-statement verify-unproven\"",
        ],
    );
}

#[database_test(PUBLISHED)]
async fn a_document_of_the_future_is_refused_by_the_api_and_the_page(pool: PgPool, site: Site) {
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let DocumentCheck::Valid { payload, .. } = verify(signed.as_bytes(), &site.keys().await) else {
        panic!()
    };
    let Payload::Results(mut results) = *payload else { panic!() };
    let key = PublicKey::new(&public_key(&FORGER), KeyStatus::Current, None, None);
    let sql = "insert into signing_key (kid, x, status, created_at, retired_at) values ($1, $2, 'retired', now(), '2100-01-01')";
    sqlx::query(sql).bind(&key.kid).bind(&key.x).execute(&pool).await.unwrap();
    for (year, words) in [("2001", "before its key was made"), ("2099", "which is in the future")] {
        results.issued_at = format!("{year}-01-01T00:00:00Z").parse().unwrap();
        let document = sign(&Payload::Results(results.clone()), &FORGER).unwrap();
        let told = site.api("").post_text("/api/verify", document.clone()).await.json();
        assert_eq!(told["valid"], json!(false), "{told}");
        assert!(told["reason"].as_str().unwrap().contains(words), "{told}");
        let page =
            site.api("").send_with("POST", "/verify", &[KIND], form(&[("r.json", &document)], &[])).await;
        says(&page, "bad", &[words]);
    }
}
