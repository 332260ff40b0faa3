//! Publication, and who reads the ranking.

use crate::prelude::*;
use model::confirmation::ActOutcome;
use portal::failure::Failure;
use portal::publish::publish;
use portal::records::signer::Signer;
use sqlx::AssertSqlSafe;

const RESULTS: &str = "/api/events/demo/results";
const PAGE: &str = "/events/demo/results";
const HOW: &str = "/events/demo/results/how";
const CALIBRATION: &str = "/events/demo/manage/calibration";
const RUN: &str = "/events/demo/manage/calibration/run";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";
/// Where publishing redirects to.
const DONE: &str = "/events/demo/results?published=1";

#[database_test(CALIBRATED)]
async fn a_server_that_knows_no_public_address_signs_and_publishes_nothing(site: Site) {
    let wish = || shared::publish::Wish { consent: true, ..shared::publish::Wish::default() };
    let by = async |signer: &Signer| {
        site.state
            .by(&SHELL)
            .at("demo")
            .write(async |call| publish::publish(call, Ok(wish()), signer).await)
            .await
    };
    let refused = by(&site.state.signer.clone().without_address()).await;
    assert!(matches!(refused, Err(Failure::Refused(ref refusal)) if refusal.status() == 409), "{refused:?}");
    assert_eq!(site.api("").get(RESULTS).await.status, 404, "nothing is public");
    assert_eq!(by(&site.state.signer).await.unwrap(), ActOutcome::Done(1));
}

#[database_test(JUDGED)]
async fn before_publication_only_organizers_read_the_latest_run(site: Site) {
    assert_eq!(site.api("org").get(RESULTS).await.refusal(), (404, "Not found.".into()), "no run yet");
    assert_eq!(site.api("org").get(PAGE).await.status, 404, "no run yet");
    calibrated(&site).await;
    for name in ["", "j1", "p1"] {
        assert_eq!(site.api(name).get(RESULTS).await.refusal(), (404, "Not found.".into()), "{name}");
        assert_eq!(site.api(name).get(PAGE).await.status, 404, "{name}");
        assert_eq!(site.api(name).get(HOW).await.status, 404, "{name}");
    }
    assert_eq!(site.api("org").get("/api/events/none/results").await.status, 404);
    for name in ["org", "staff"] {
        let results = site.api(name).get(RESULTS).await.json();
        assert_eq!((&results["published_at"], &results["run"]), (&serde_json::Value::Null, &1.into()));
        assert_eq!(results["reason"], serde_json::Value::Null);
        assert_eq!(results["supersedes"], serde_json::Value::Null);
        assert_eq!(results["event"], "demo");
        assert!(site.api(name).get(PAGE).await.body.contains("Preview of run 1. Only organizers see it."));
        assert_eq!(site.api(name).get(HOW).await.status, 200);
    }
}

#[database_test(CALIBRATED)]
async fn an_organizer_who_takes_part_sees_no_results_before_publication(site: Site) {
    for (name, part) in [("both", "You judge in"), ("ana", "You are on a team of")] {
        let why = format!(
            "{part} this event. Until the results are published, only organizers who take no part can see scores."
        );
        assert_eq!(site.api(name).get(RESULTS).await.refusal(), (403, why.clone()));
        for path in [PAGE, HOW, CALIBRATION, PUBLISH] {
            let page = site.browser(name).get(path).await;
            assert_eq!(page.status, 403, "{path}");
            assert!(page.body.contains(&why), "{path}: {}", page.body);
        }
        for (path, fields) in [(RUN, [("run", "1")]), (PUBLISH, [("run", "1")])] {
            let refused = site.browser(name).submit(path, &fields).await;
            assert_eq!(refused.status, 403, "{path}");
        }
        let exports = site.api(name).get("/events/demo/manage/exports").await;
        exports.body.has(&[&why]);
        exports.body.lacks(&["export/scores.csv", "the latest)", "no run yet"]);
        assert_eq!(site.api(name).get("/events/demo/manage").await.status, 200);
    }
    published(&site).await;
    for path in [RESULTS, CALIBRATION] {
        assert_eq!(site.api("both").get(path).await.status, 200, "published: {path}");
    }
}

#[database_test(PUBLISHED)]
async fn once_published_everyone_reads_that_run_and_later_runs_change_nothing(demo: World, site: Site) {
    let first = site.api("").get(RESULTS).await.is(200);
    assert!(first.json()["published_at"].as_str().unwrap().ends_with('Z'));
    rescored(&demo).await;
    assert_eq!(calibrated(&site).await, 2);
    for name in ["", "j1", "org"] {
        assert_eq!(site.api(name).get(RESULTS).await.body, first.body, "{name}");
    }
    let event = site.api("").get("/api/events/demo").await.json();
    assert_eq!(event["results_published_at"], first.json()["published_at"]);
}

#[database_test(PUBLISHED)]
async fn titles_and_teams_are_current_and_numbers_are_those_of_the_run(demo: World, site: Site) {
    let before = site.api("").get(RESULTS).await.json();
    demo.run("update event set submissions_close = null").await;
    demo.run("update project set title = 'Renamed' where id = 3; update team set name = 'Crew' where id = 3")
        .await;
    let after = site.api("").get(RESULTS).await.json();
    let third = |results: &serde_json::Value| {
        results["projects"].as_array().unwrap().iter().find(|e| e["project"] == 3).unwrap().clone()
    };
    assert_eq!((&third(&after)["title"], &third(&after)["team"]), (&"Renamed".into(), &"Crew".into()));
    assert_eq!(third(&after)["calibrated"], third(&before)["calibrated"]);
}

#[database_test(JUDGED)]
async fn an_organizer_calibrates_previews_and_publishes_on_pages(demo: World, site: Site) {
    let organizer = site.browser("org");
    assert_eq!(organizer.get(CALIBRATION).await.status, 200);
    organizer.submit(PUBLISH, &[]).await.is(409).shows("There is no run to publish. Calibrate first.");
    organizer.submit(RUN, &[]).await.leads_to(&format!("{CALIBRATION}?done=run"));
    let page = organizer.get(CALIBRATION).await.body.replace("<wbr>", "");
    assert!(page.contains("17 submitted reviews</a> by 5 judges and ranks 5 projects"), "{page}");
    page.has(&["judge=Zoe%40x.example", "Nothing has changed since run 1."]);
    // Publishing has its own page; nothing before that publishes.
    assert!(page.contains(PUBLISH) && !page.contains("value=\"publish\""), "{page}");
    assert_eq!(organizer.submit(CALIBRATION, &[("run", "1")]).await.status, 405);
    assert_eq!(site.api("").get(PAGE).await.status, 404);
    organizer.submit(PUBLISH, &[("run", "1"), ("consent", "true")]).await.leads_to(DONE);
    let again = organizer.submit(PUBLISH, &[("run", "1"), ("consent", "true")]).await;
    assert_eq!((again.status, again.location()), (303, DONE), "pressed twice");
    assert!(organizer.get(DONE).await.body.contains("Published. Run 1 is public now."));
    for (who, path) in [("org", PAGE), ("j1", DONE), ("", DONE)] {
        assert!(!site.api(who).get(path).await.body.contains("Published. Run 1"), "{who} {path}");
    }
    assert!(site.api("").get(PAGE).await.body.contains("Project 3"));
    let log: Vec<_> = demo.audit().await.into_iter().map(|(action, role, ..)| (action, role)).collect();
    let by = |action: &str| (action.to_owned(), "organizer".to_owned());
    assert_eq!(log, [by("run.created"), by("results.published")]);
}

#[database_test(JUDGED)]
async fn a_calibration_form_that_is_sent_twice_makes_one_run(world: World, site: Site) {
    let org = site.browser("org");
    let page = org.get(CALIBRATION).await.body;
    let at = page.find("name=\"once\" value=\"").unwrap_or_else(|| panic!("{page}")) + 19;
    let once = [("once", &page[at..at + 43])];
    let (one, two) = tokio::join!(org.submit(RUN, &once), org.submit(RUN, &once));
    let third = org.submit(RUN, &once).await;
    for sent in [one, two, third] {
        sent.leads_to(&format!("{CALIBRATION}?done=run"));
    }
    assert_eq!(world.one::<i64>("select count(*) from calibration_run where event_id = $1").await, 1);
    let runs = world.audit().await.into_iter().filter(|(action, ..)| action == "run.created").count();
    assert_eq!(runs, 1);
}

#[database_test(CALIBRATED)]
async fn a_correction_needs_a_reason_and_a_later_run_and_says_what_it_replaces(demo: World, site: Site) {
    let organizer = site.browser("org");
    let publish = async |run: &str, reason: &str, status: u16, sentence: &str| {
        let fields = [("run", run), ("reason", reason), ("consent", "true")];
        let reply = organizer.submit(PUBLISH, &fields).await;
        assert_eq!(reply.status, status, "{sentence}");
        assert!(reply.body.contains(sentence), "{sentence} in {}", reply.body);
        reply.body
    };
    publish("1", "no need", 422, "The first publication corrects nothing. Leave the reason empty.").await;
    publish("1", " ", 303, "").await;
    publish(
        "1",
        "again",
        409,
        "A correction needs a run later than the published one. Run the calibration again first.",
    )
    .await;
    rescored(&demo).await;
    calibrated(&site).await;
    let page = publish("9", "A swap", 409, "There is no run 9.").await;
    assert!(page.contains("A swap"), "what was typed comes back: {page}");
    publish("x", "why", 400, "Name a run by its number.").await;
    publish("2", " \r\n ", 422, "Say why the published results are corrected.").await;
    publish("2", &"é".repeat(2001), 400, "The reason has 2001 characters: shorten it to 2000.").await;
    publish("2", "A judge had swapped two projects.", 303, "").await;
    let results = site.api("").get(RESULTS).await.json();
    assert_eq!((&results["run"], &results["supersedes"]), (&2.into(), &1.into()));
    assert_eq!(results["reason"], "A judge had swapped two projects.");
    assert!(site.api("").get(PAGE).await.body.contains("A judge had swapped two projects."));
    let (action, _, before, after) = demo.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), &before["run"], &after["run"]), ("results.corrected", &1.into(), &2.into()));
    assert!(!after.to_string().contains("swapped"), "the log holds no free text: {after}");
}

#[database_test(CALIBRATED)]
async fn an_open_vote_hides_results_and_refuses_publishing_with_the_time(demo: World, site: Site) {
    let vote = async |close: &str| {
        let set = "update event set voting_mode = 'account', voting_open = null, voting_close";
        demo.run(&format!("{set} = {close}")).await;
    };
    vote("'2999-01-02 03:04:05Z'").await;
    let organizer = site.browser("org");
    let publish = [("run", "1"), ("consent", "true")];
    // The time before it is formatted as on other pages.
    let sentence = ": results stay hidden and cannot be published.";
    let refused = organizer.submit(PUBLISH, &publish).await.is(409);
    assert_eq!(refused.body.matches(sentence).count(), 1, "{}", refused.body);
    for path in [CALIBRATION, PUBLISH] {
        assert!(organizer.get(path).await.body.contains(sentence), "{path}");
    }
    let page = organizer.get(PUBLISH).await;
    let until = "The vote for Demo is open until 2 Jan 2999, 03:04 UTC";
    assert!(page.text().contains(&format!("{until}{sentence}")), "{}", page.text());
    assert!(!page.body.contains("Publish run 1"), "there is no button: {}", page.body);
    assert_eq!(site.api("").get(RESULTS).await.status, 404);
    assert_eq!(demo.one::<i64>("select count(*) from publication where event_id = $1").await, 0);
    vote("'2001-01-01Z'").await;
    assert!(organizer.get(PUBLISH).await.body.contains("Publish run 1"));
    assert_eq!(organizer.submit(PUBLISH, &publish).await.status, 303);
    assert_eq!(site.api("").get(RESULTS).await.status, 200);
    vote("null").await;
    for name in ["", "j1", "p1"] {
        assert_eq!(site.api(name).get(RESULTS).await.refusal(), (404, "Not found.".into()), "{name}");
        assert_eq!(site.api(name).get(PAGE).await.status, 404, "{name}");
    }
    let shown = site.api("org").get(RESULTS).await.json();
    assert!(shown["published_at"].is_string(), "organizers read on: {shown}");
    organizer.get(PAGE).await.shows("Only organizers see this while the community vote is open.");
}

#[database_test(PUBLISHED)]
async fn runs_and_publications_never_change(pool: PgPool) {
    for table in ["calibration_run", "publication"] {
        for change in ["update {} set event_id = event_id", "delete from {}", "truncate {} cascade"] {
            let change = change.replace("{}", table);
            // Not even the owner of the tables, a superuser, can.
            let refused = sqlx::raw_sql(AssertSqlSafe(change.clone())).execute(&pool).await.unwrap_err();
            let code = refused.as_database_error().and_then(|e| e.code()).unwrap_or_default();
            assert_eq!(code, "EV403", "{change}: {refused}");
        }
    }
}

#[database_test(JUDGED)]
async fn the_organizers_pages_are_for_organizers(demo: World, site: Site) {
    for path in ["/events/demo/manage", CALIBRATION, PUBLISH, "/events/demo/manage/exports"] {
        assert_eq!(site.api("org").get(path).await.status, 200, "{path}");
        assert_eq!(site.api("j1").get(path).await.status, 403, "{path}");
        let nobody = site.api("").get(path).await;
        assert_eq!(nobody.status, 303, "{path}");
        assert!(nobody.location().starts_with("/login?next="), "{path}");
        assert_eq!(site.api("org").get(&path.replace("demo", "none")).await.status, 404, "{path}");
    }
    for (path, fields) in [(RUN, [("run", "1")]), (PUBLISH, [("run", "1")])] {
        assert_eq!(site.browser("j1").submit(path, &fields).await.status, 403, "{path}");
        assert_eq!(site.api("org").submit(path, &fields).await.status, 403, "a token writes no page");
    }
    assert_eq!(demo.one::<i64>("select count(*) from calibration_run where event_id = $1").await, 0);
}

#[database_test(JUDGED)]
async fn the_overview_counts_what_needs_attention(demo: World, site: Site) {
    let overview = async || site.api("org").get("/events/demo/manage").await.body;
    let counts = site.state.read(async |c| store::overview::counts(c, DEMO, &[]).await).await.unwrap();
    assert_eq!((counts.pending, counts.done, counts.done_last_hour, counts.recused), (1, 18, 18, 1));
    assert_eq!((counts.submitted, counts.drafts, counts.flagged, counts.judges), (7, 1, 1, 5));
    assert_eq!((counts.teams_without_project, counts.judges_idle, counts.judges_silent), (0, 0, 0));
    // 6 is a repeat, and 7 has only a draft. The columns say how far projects are, and nothing above them says it again.
    let open = overview().await;
    let (above, columns) = open.split_once("class=\"board-columns\"").unwrap();
    assert!(above.contains("1 project is flagged as a repeat and no organizer has decided yet."), "{above}");
    assert!(columns.contains(">Project 7</a>") && !above.contains(">Project 7</a>"), "{open}");
    assert!(!above.contains("will not be ranked") && !above.contains(">Project 1</a>"), "{above}");
    calibrated(&site).await;
    demo.run("update event set judging_close = now() - interval '1 minute'").await;
    let over = overview().await;
    assert!(over.contains("Run 1 is ready to be published."), "{over}");
    for said in ["has no review and", "is flagged as a repeat and"] {
        assert!(over.contains(&format!("1 project {said} will not be ranked")), "{said}: {over}");
    }
    demo.run("update assignment set status = 'recused' where id = 1").await;
    assert!(overview().await.contains("Reviews, projects or prizes changed after run 1."));
}

#[database_test(JUDGED)]
async fn reviews_saved_after_publication_are_counted_for_the_organizer(demo: World, site: Site) {
    let page = async || site.browser("org").get(CALIBRATION).await.body;
    calibrated(&site).await;
    assert!(!page().await.contains("first published"));
    published(&site).await;
    assert!(!page().await.contains("first published"));
    let id = demo.assignment("j1", "Project 1").await;
    let review = serde_json::json!({"scores": {"quality": 1, "impact": 0}, "submit": true});
    site.api("j1").post(&format!("/api/judge/assignments/{id}/review"), review).await.is(200);
    assert!(page().await.contains("1 review was saved after the results were first published."));
}

#[database_test(CALIBRATED)]
async fn once_results_are_out_every_page_says_so_although_judging_is_open(site: Site) {
    assert!(site.api("j1").get("/events/demo").await.body.contains("Judging is open"));
    let led = async || site.api("").get("/events/demo").await.body.contains("href=\"/events/demo/results\"");
    assert!(!led().await);
    published(&site).await;
    assert!(led().await);
    for (who, path) in [
        ("", "/"),
        ("", "/events/demo"),
        ("j1", "/events/demo"),
        ("j1", "/judge"),
        ("org", "/events/demo/manage"),
    ] {
        let page = site.api(who).get(path).await.body;
        assert!(page.contains("The results are out"), "{who} {path}: {page}");
        assert!(!page.contains("Continue judging") && !page.contains("Score next"), "{who} {path}: {page}");
    }
    assert!(site.api("j1").get("/events/demo").await.body.contains("Read the results"));
}
