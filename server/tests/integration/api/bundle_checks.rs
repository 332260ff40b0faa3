//! The file of a whole event holds beside what was signed: after its reviews changed, and after the publication.

use super::bundle_export::{exported, imported};
use crate::prelude::*;
use crate::support::judged::lines;
use shared::calibration::UNWATCHED;
use shared::provenance::{File, Verdict, again, check_files, from_reviews, read_bundle};
use words::findings::report_text;

#[database_test(JUDGED)]
async fn a_bundle_of_an_imported_event_holds_after_its_reviews_changed(world: World, site: Site) {
    let whole = exported(&site, "demo").await;
    imported(&site, &whole, "copy").await;
    let keys = site.keys().await;
    let check = |head: &str, bundle: &str| {
        let files = [
            File { name: "head.json", bytes: head.as_bytes() },
            File { name: "bundle.json", bytes: bundle.as_bytes() },
        ];
        check_files(&files, &keys, None)
    };
    let holds = async |what: &str| {
        let head = site.api("org").get("/api/events/copy/audit-head").await.body;
        let bundle = exported(&site, "copy").await.to_string();
        let report = check(&head, &bundle);
        // No signed results are beside it.
        assert!(report.files.iter().all(|file| file.verdict == Verdict::Holds), "{what}: {report:#?}");
        let said = report_text(&report);
        assert!(said.contains("came with the import, as its row in the log confirms."), "{what}: {said}");
        (head, bundle)
    };
    let id = async |judge: &str, project: &str| -> i64 {
        let sql = format!(
            "select a.id from assignment a join person j on j.id = a.person_id
             join project p on p.id = a.project_id join event e on e.id = a.event_id
             where e.slug = 'copy' and j.email = '{}' and p.title = '{project}'",
            email(judge)
        );
        world.one(&sql).await
    };
    holds("as it came").await;
    let saves = [
        ("j1", "Project 1", json!({ "scores": { "quality": 1, "impact": 1 }, "submit": true })),
        ("j2", "Project 3", json!({ "comment": "Not yet.", "submit": false })),
    ];
    for (judge, project, sent) in saves {
        let path = format!("/api/judge/assignments/{}/review", id(judge, project).await);
        assert_eq!(site.api(judge).post(&path, sent).await.status, 200, "{judge}");
        holds(judge).await;
    }
    let aside = id("j3", "Project 5").await;
    site.browser("j3").submit(&format!("/judge/assignments/{aside}/recuse"), &[]).await.is(303);
    holds("recuse").await;
    let number = async |title: &str| -> i64 {
        let sql = format!(
            "select p.id from project p join event e on e.id = p.event_id
             where e.slug = 'copy' and p.title = '{title}'"
        );
        world.one(&sql).await
    };
    let (judge, conflict) = (world.person("j1").await.to_string(), number("Project 3").await.to_string());
    let fields = [("judge", judge.as_str()), ("project", &conflict), ("kind", "family")];
    let declare = "/events/copy/manage/assignments/conflicts/declare";
    site.browser("org").submit(declare, &fields).await.is(303);
    holds("declare").await;
    let project = format!("/events/copy/manage/projects/{}", number("Project 2").await);
    let review = format!("/events/copy/manage/assignments/{}", id("j3", "Project 4").await);
    let mut last = (String::new(), String::new());
    for (path, act) in [
        (&review, "void"),
        (&review, "restore"),
        (&project, "withdraw"),
        (&project, "restore"),
        (&project, "withdraw"),
    ] {
        let sent = site.browser("org").submit(&format!("{path}/{act}"), &[("reason", "Nobody came.")]).await;
        sent.is(303);
        last = holds(act).await;
    }
    let (head, bundle) = last;
    let file: Value = serde_json::from_str(&bundle).unwrap();
    let (untouched, gone) = (id("Zoe", "Project 5").await, id("Zoe", "Project 2").await);
    for (id, member) in [(untouched, "submitted_at"), (gone, "voided_submitted_at")] {
        let mut forged = file.clone();
        let all = forged["assignments"].as_array_mut().unwrap();
        let review = &mut all.iter_mut().find(|assignment| assignment["id"] == json!(id)).unwrap()["review"];
        assert!(review[member].is_string(), "{review}");
        review[member] = json!("2020-01-01T00:00:00Z");
        let report = check(&head, &forged.to_string());
        assert_eq!(report.verdict(), Verdict::DoesNotHold, "{member}");
        assert!(report_text(&report).contains("Some reviews differ from the imported ones"), "{report:#?}");
    }
}

#[database_test(PUBLISHED)]
async fn a_bundle_holds_beside_the_head_of_its_last_row_whatever_was_logged_between(
    world: World,
    site: Site,
) {
    const HEAD: &str = "/api/events/demo/audit-head";
    let of_bundle = format!("{HEAD}?bundle=1");
    let none = "You have not downloaded a bundle of this event yet. Download it first, then its signed head.";
    site.api("org").get(&of_bundle).await.refuses(404, none);
    let earlier = site.api("org").get(HEAD).await.body;
    rescored(&world).await;
    calibrated(&site).await;
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await.body;
    // Each download is logged, too.
    assert_eq!(site.api("org").get("/api/events/demo/export/audit.csv").await.status, 200);
    let own = site.api("org").get(&of_bundle).await.body;
    let later = site.api("org").get(HEAD).await.body;
    let keys = site.keys().await;
    let check = |head: &str| {
        let files = [
            File { name: "demo-bundle.json", bytes: bundle.as_bytes() },
            File { name: "head.json", bytes: head.as_bytes() },
        ];
        let report = check_files(&files, &keys, None);
        (report.files[0].verdict, report_text(&report))
    };
    let rows = serde_json::from_str::<Value>(&bundle).unwrap()["audit"].as_array().unwrap().len();
    let (verdict, said) = check(&own);
    assert_eq!(verdict, Verdict::Holds, "{said}");
    assert!(said.contains(&format!("The log ends with row {rows}, the row that head.json signed")), "{said}");
    // Beside another head, the report names where that one is.
    for other in [earlier, later] {
        let (verdict, said) = check(&other);
        assert_eq!(verdict, Verdict::CannotBeJudged, "{said}");
        assert!(said.contains(&format!("http://portal.example{HEAD}?row={rows}")), "{said}");
    }
    site.browser("org").get("/events/demo/manage/exports").await.shows(&format!("href=\"{of_bundle}\""));
}

#[database_test(PUBLISHED)]
async fn only_the_bundle_of_a_published_event_computes_to_its_signed_results(world: World, site: Site) {
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let shown = site.api("").get("/api/events/demo/results").await.json();
    // A later run that nobody published.
    rescored(&world).await;
    calibrated(&site).await;
    let head = site.api("org").get("/api/events/demo/audit-head").await.body;
    let file = site.api("org").get("/api/events/demo/export/bundle.json").await.body;
    let stored = read_bundle(file.as_bytes()).unwrap();
    let [first, second] = &stored.runs[..] else { panic!("{} runs", stored.runs.len()) };
    assert_eq!((first.input_digest.clone(), first.input.len()), (sha256_hex(lines().as_bytes()), 17));
    assert_eq!(json!(first.excluded), json!({"6": "duplicate", "7": "no_reviews"}));
    assert_eq!(json!(first.pinned_at), shown["published_at"]);
    assert_eq!((second.pinned_at, &second.reason), (None, &None));
    let outcome = again(first, true, UNWATCHED).unwrap();
    assert_eq!(outcome.projects, first.results);
    assert_eq!(outcome.judges, first.judges);
    assert_eq!(from_reviews(&stored.event).unwrap().digest_hex(), second.input_digest);

    let trusted = site.keys().await;
    let results = File { name: "results.json", bytes: signed.as_bytes() };
    let head = File { name: "head.json", bytes: head.as_bytes() };
    let check = |documents: &[File<'_>], bundle: &str| {
        let bundle = File { name: "demo-bundle.json", bytes: bundle.as_bytes() };
        check_files(&[documents, &[bundle]].concat(), &trusted, None)
    };
    // Nothing that was signed says that the later run was made.
    assert!(
        report_text(&check(&[results], &file)).contains("that made run 2 comes after the last signed one.")
    );
    let report = check(&[results, head], &file);
    assert!(report.all_hold(), "{report:#?}");
    assert!(
        report_text(&report).contains("The computed ranking matches results.json in every number."),
        "{report:#?}"
    );
    let mut forged: Value = serde_json::from_str(&file).unwrap();
    forged["runs"][0]["input"][0][3] = json!(0.5);
    assert!(!check(&[results, head], &forged.to_string()).all_hold());
    let mut forged: Value = serde_json::from_str(&file).unwrap();
    forged["audit"][0]["actor"] = json!("system@x.example");
    assert!(!check(&[results, head], &forged.to_string()).all_hold());
}
