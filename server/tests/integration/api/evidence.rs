//! What is found on submissions: who chooses that, and where its digest and the code at the close appear.

use crate::api::bundle_export::{exported, imported};
use crate::prelude::*;
use shared::provenance::{File, Verdict, check_files};
use words::findings::report_text;

const SETTINGS: &str = "/events/demo/manage/settings";
const HEAD: &str = "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a";

async fn choose(site: &Site, fields: &[(&str, &str)]) -> (u16, String) {
    let mut sent = site.browser("org").get(SETTINGS).await.fields(SETTINGS);
    sent.retain(|(name, _)| !name.starts_with("evidence") || name == "evidence_version");
    let reply = site.browser("org").submit(SETTINGS, &changed(&sent, fields)).await;
    (reply.status, reply.text())
}

#[database_test(Event::new("demo").organizer("org").team("Lights", &["ana"]).create(&pool))]
async fn evidence_is_chosen_until_submissions_close_and_said_on_the_submit_page(demo: World) {
    demo.move_window("submissions", (Some(-1), Some(1))).await;
    let site = Site::new(&demo.pool).await;
    let says = async || {
        let event = site.api("").get("/api/events/demo").await.json();
        let page = site.browser("ana").get("/events/demo/submit").await.text();
        (event.get("evidence").cloned(), page.contains("the portal looks at this submission"))
    };
    assert_eq!(says().await, (None, false), "off by default");
    let wanted =
        [("evidence", "true"), ("evidence_across", "true"), ("evidence_names", "HackZurich\nLauzHack")];
    assert_eq!(choose(&site, &wanted).await.0, 303);
    assert_eq!(says().await, (Some(json!(true)), true));
    let (action, .., after) = demo.audit().await.pop().unwrap();
    let after: Value = after;
    assert_eq!(
        (action.as_str(), &after["evidence"], &after["evidence_across"], &after["evidence_names"]),
        ("event.edited", &json!(true), &json!(true), &json!(2))
    );
    let (status, text) = choose(&site, &[("evidence", "true"), ("evidence_names", &"a\n".repeat(21))]).await;
    assert!(status == 400 && text.contains("at most 20 names"), "{status} {text}");

    demo.move_window("submissions", (Some(-2), Some(-1))).await;
    let kept = ("evidence_names", "HackZurich\nLauzHack");
    for late in [&[][..], &[("evidence", "true"), kept], &[wanted[0], wanted[1], ("evidence_names", "")]] {
        let (status, text) = choose(&site, late).await;
        assert!(status == 409 && text.contains("this stays as the teams have read it"), "{status} {text}");
    }
    let sql = "select concat_ws(' ', evidence, evidence_across, evidence_names) from event where id = $1";
    assert_eq!(demo.one::<String>(sql).await, "t t {HackZurich,LauzHack}");
}

/// A published event with three facts, and the signed results.
async fn published(pool: &PgPool) -> (World, Site) {
    let (demo, site) = (World::demo(pool), Site::new(pool).await);
    let first = demo.project("Project 1").await;
    demo.run(
        &format!(
            "update event set evidence = true;
             insert into evidence (event_id, project_id, fact, found_by) values
                 (1, {first}, jsonb_build_object('kind', 'code_at_close', 'url', (select repo_url from project where id = {first}),
                     'head', '{HEAD}', 'rewritten', false), null),
                 (1, {first}, '{{\"kind\": \"dead_video\", \"url\": \"https://x.example/v\", \"why\": \"It is gone.\"}}', null),
                 (1, {first}, '{{\"kind\": \"note\", \"text\": \"Asked them.\"}}', (select id from person where email = 'org@x.example'))"
        ),
    )
    .await;
    (demo, site)
}

#[database_test(CALIBRATED, published(&pool))]
async fn the_code_at_the_close_is_public_with_the_results(demo: World, site: Site) {
    let project = demo.project("Project 1").await;
    let shown = async || {
        let object = site.api("").get(&format!("/api/projects/{project}")).await.json();
        let page = site.browser("").get(&format!("/projects/{project}")).await.body;
        (object.get("code_at_close").cloned(), page.contains(HEAD))
    };
    assert_eq!(shown().await, (None, false));
    publish_in(&site, "demo").await;
    assert_eq!(shown().await, (Some(json!(HEAD)), true));
    site.browser("").get(&format!("/projects/{project}")).await.body.lacks(&["Asked them", "It is gone"]);
}

#[database_test(CALIBRATED, published(&pool))]
async fn the_signed_digest_is_that_of_the_first_facts_in_the_bundle(demo: World, site: Site) {
    publish_in(&site, "demo").await;
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let document: Value = serde_json::from_str(&signed).unwrap();
    assert_eq!(document["payload"]["evidence"]["facts"], 3);
    // A later fact comes behind those that were signed.
    let later = "insert into evidence (event_id, project_id, fact) select event_id, project_id, fact from evidence limit 1";
    demo.run(later).await;
    let bundle = exported(&site, "demo").await;
    let keys = site.keys().await;
    let report = |bundle: &Value| {
        let bundle = bundle.to_string();
        let files = [
            File { name: "b.json", bytes: bundle.as_bytes() },
            File { name: "r.json", bytes: signed.as_bytes() },
        ];
        check_files(&files, &keys, None)
    };
    let whole = report(&bundle);
    assert_ne!(whole.files[0].verdict, Verdict::DoesNotHold, "{}", report_text(&whole));
    for said in [
        "3 facts on the projects match the digest in r.json.",
        "1 fact on the projects came after r.json was signed.",
    ] {
        assert!(report_text(&whole).contains(said), "{}", report_text(&whole));
    }
    let of = bundle["projects"].as_array().unwrap().iter().position(|p| p["title"] == "Project 1").unwrap();
    let changes: [fn(&mut Value); 3] = [
        |facts| facts[2]["fact"]["text"] = json!("Never asked."),
        |facts| drop(facts.as_array_mut().unwrap().remove(1)),
        |facts| facts[0]["found_at"] = json!("2026-11-20T00:00:00Z"),
    ];
    for change in changes {
        let mut changed = bundle.clone();
        change(&mut changed["projects"][of]["evidence"]);
        let found = report(&changed);
        let said = report_text(&found);
        assert!(said.contains("are not those whose digest is in r.json"), "{said}");
        assert_eq!(found.files[0].verdict, Verdict::DoesNotHold);
    }

    // An import takes them along.
    imported(&site, &bundle, "copy").await;
    let copied =
        "select array_agg((fact ->> 'kind') || found_at || salt order by id) from evidence where event_id = ";
    let here: Vec<String> = demo.one(&format!("{copied} $1")).await;
    let there: Vec<String> = demo.one(&format!("{copied} (select id from event where slug = 'copy')")).await;
    assert_eq!(here, there);
    let mut wrong = bundle;
    wrong["projects"][of]["evidence"][0]["salt"] = json!("short");
    let sent = portal::setup::import_bundle::read(wrong.to_string().as_bytes());
    assert!(sent.is_err());
}

#[database_test(CALIBRATED, published(&pool))]
async fn a_bundle_names_who_wrote_on_a_project_without_a_role(demo: World, site: Site) {
    let sql = "insert into person (email, name, confirmed_at, is_staff) values ('root@x.example', 'Root', now(), true);
         insert into evidence (event_id, project_id, fact, found_by)
             select v.event_id, v.project_id, v.fact, p.id from evidence v, person p
             where v.fact ->> 'kind' = 'note' and p.email = 'root@x.example'";
    demo.run(sql).await;
    imported(&site, &exported(&site, "demo").await, "copy").await;
    let writers = "select array_agg(p.email order by v.id) from evidence v join person p on p.id = v.found_by
        where v.event_id = (select id from event where slug = 'copy')";
    assert_eq!(demo.one::<Vec<String>>(writers).await, ["org@x.example", "root@x.example"]);
}
