//! What a calibration run reads, computes and stores.

use crate::prelude::*;
use crate::support::judged::lines;
use model::context::EventKey;
use portal::publish::{calibrate, reading};
use shared::calibration;
use sqlx::ConnectOptions;
use std::process::Command;
use store::facts;
use store::run;

const RESULTS: &str = "/api/events/demo/results";
const RUN: &str = "/events/demo/manage/calibration/run";

#[database_test(PUBLISHED)]
async fn the_ranking_has_the_specified_fields_and_leaves_out_drafts_and_repeats(site: Site) {
    let results = site.api("").get(RESULTS).await.json();
    assert_eq!(results["method"], "crossed-eb/v3");
    let entries = results["projects"].as_array().unwrap();
    let mut ids: Vec<i64> = entries.iter().map(|e| e["project"].as_i64().unwrap()).collect();
    let ranks: Vec<i64> = entries.iter().map(|e| e["rank"].as_i64().unwrap()).collect();
    assert!(ranks.is_sorted() && ranks[0] == 1, "{ranks:?}");
    ids.sort_unstable();
    assert_eq!(ids, [1, 2, 3, 4, 5], "neither the repeat, nor the one without reviews, nor the draft");
    let third = entries.iter().find(|e| e["project"] == 3).unwrap();
    let mut fields: Vec<_> = third.as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    let named = "better_than_next calibrated chances project rank rank_interval raw_mean raw_rank reviews se strictness team title";
    assert_eq!(fields.join(" "), named);
    assert_eq!((&third["title"], &third["team"]), (&"Project 3".into(), &"Team 3".into()));
    // (30 + 22 + 28 + 23) / 30 / 4
    assert_eq!((&third["reviews"], &third["raw_mean"]), (&4.into(), &0.858_333.into()));
    let stored = site.state.read(async |c| run::latest(c, DEMO).await).await.unwrap().unwrap();
    let excluded: Vec<_> = stored.excluded.iter().map(|(id, why)| (id.0, why.word())).collect();
    assert_eq!(excluded, [(6, "duplicate"), (7, "no_reviews")]);
}

#[database_test(PUBLISHED)]
async fn who_reads_a_chance_reads_what_it_assumes(site: Site) {
    for page in ["results", "results/how"] {
        let text = site.browser("").get(&format!("/events/demo/{page}")).await.text();
        assert!(text.contains("with a chance of"), "{page}: {text}");
        assert!(text.contains(words::CHANCES_ASSUME), "{page}: {text}");
    }
}

#[database_test(CALIBRATED)]
async fn the_digest_is_the_sha256_of_the_lines_by_project_then_bytes_of_the_address(site: Site) {
    let results = site.api("org").get(RESULTS).await.json();
    assert!(lines().starts_with("1,Zoe@x.example,0.800000\n1,j1@x.example,"), "{}", lines());
    assert_eq!(results["input_digest"], sha256_hex(lines().as_bytes()));
}

#[database_test(JUDGED)]
async fn two_runs_on_the_same_reviews_are_equal_byte_for_byte(demo: World, site: Site) {
    assert_eq!((calibrated(&site).await, calibrated(&site).await), (1, 2));
    let different = "select count(distinct (method, input_digest, input::text, results::text, judges::text,
        excluded::text, connectivity::text)) from calibration_run where event_id = $1";
    assert_eq!(demo.one::<i64>(different).await, 1);
    rescored(&demo).await;
    calibrated(&site).await;
    assert_eq!(demo.one::<i64>(different).await, 2);
}

#[database_test(CALIBRATED)]
async fn the_page_of_the_ranking_begins_with_it(site: Site) {
    let page = site.browser("org").get("/events/demo/manage/calibration").await.body;
    let (_, after) = page.split_once("id=\"ranking\"").unwrap();
    let (ranking, after) = after.split_once("id=\"publish\"").unwrap();
    assert!(ranking.contains(">Project 3</a>"), "{ranking}");
    let (run, _) = after.split_once("id=\"judges\"").unwrap();
    assert!(run.contains("id=\"run\""), "{run}");
}

/// An event whose five judges reviewed all six projects. `review` says of a judge's nth review which project, its quality and its impact.
fn reviewed_by_five(review: impl Fn(usize, usize) -> (usize, usize, usize)) -> Event {
    let titles = ["Lamp", "Boat", "Kite", "Dune", "Reef", "Peak"];
    let mut event = Event::new("demo").judging().organizer("org");
    for (title, team) in titles.iter().zip(["T1", "T2", "T3", "T4", "T5", "T6"]) {
        event = event.team(team, &[]).project(title, team);
    }
    for (judge, name) in ["ada", "bo", "cy", "di", "eve"].into_iter().enumerate() {
        event = event.judge(name);
        for nth in 0..titles.len() {
            let (project, quality, impact) = review(judge, nth);
            let scores = format!(r#"{{"quality": {quality}, "impact": {impact}}}"#);
            event = event.review(name, titles[project], &scores);
        }
    }
    event
}

#[database_test]
async fn the_page_of_the_ranking_says_how_scores_change_over_the_order_of_visits(pool: PgPool) {
    // Each judge begins elsewhere, and gives a point more with each review, but for chance.
    let event = reviewed_by_five(|judge, nth| ((nth + judge) % 6, 3 + (judge * nth) % 2, 2 + nth));
    let (demo, site) = event.served(&pool).await;
    calibrated(&site).await;
    let page = async || site.browser("org").get("/events/demo/manage/calibration").await.text();
    // All of a judge's reviews have one moment, as from a file: nobody knows in which order they were given.
    assert!(!page().await.contains("Scores over the order of visits"));
    demo.run_unguarded("update review set submitted_at = submitted_at + id * interval '1 second'").await;
    let shown = page().await;
    assert!(shown.contains("Scores over the order of visits"), "{shown}");
    assert!(shown.contains("higher than their first, with all else equal (z\u{a0}+"), "{shown}");
    assert!(shown.contains("30 reviews, in the order in which each judge first saved them"), "{shown}");
    // A later correction does not change when a review was given.
    let sentence = |page: &str| {
        let (_, after) = page.split_once("A judge’s last review is ").unwrap_or_else(|| panic!("{page}"));
        after.split_once(')').unwrap().0.to_owned()
    };
    demo.run_unguarded("update review set submitted_at = submitted_at + interval '1 hour' where id = 1")
        .await;
    assert_eq!(sentence(&page().await), sentence(&shown));
    // What an organizer entered has an order of its own, and two judges' reviews are too few.
    let sql =
        "update review set entered_by = (select id from person where email = 'org@x.example') where id > 12";
    demo.run_unguarded(sql).await;
    assert!(!page().await.contains("Scores over the order of visits"));
}

#[database_test]
async fn a_criterion_that_says_nothing_of_the_projects_is_named(pool: PgPool) {
    // All agree on the quality. Each project gets each of five impacts once.
    let event = reviewed_by_five(|judge, project| (project, 1 + project % 5, 2 * ((project + judge) % 5)));
    let (_, site) = event.served(&pool).await;
    calibrated(&site).await;
    let shown = site.browser("org").get("/events/demo/manage/calibration").await.text();
    let (_, after) = shown.split_once("What each criterion says").unwrap_or_else(|| panic!("{shown}"));
    assert!(after.starts_with(": Impact hardly separates projects"), "one criterion is named: {after}");
    assert!(after.contains("Quality: 100\u{a0}%.") && after.contains("Impact: 0\u{a0}%."), "{after}");
}

#[database_test(CALIBRATED)]
async fn a_prize_by_rank_is_a_reason_for_a_new_run_with_chances_for_its_winners(demo: World, site: Site) {
    let page = async || site.api("org").get("/events/demo/manage/calibration").await.body;
    let unchanged = "Nothing has changed since run 1.";
    assert!(page().await.contains(unchanged));
    let sql =
        "insert into prize (event_id, name, winners, rule, eligibility) values (1, 'Best', 2, 'rank', 'all')";
    demo.run(sql).await;
    assert!(!page().await.contains(unchanged), "the run has no chances for two winners");
    calibrated(&site).await;
    assert!(page().await.contains("Nothing has changed since run 2."));
    let results = site.api("org").get(RESULTS).await.json();
    let places =
        results["projects"][0]["chances"].as_array().unwrap().iter().map(|chance| chance["places"].as_i64());
    assert_eq!(places.collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
}

#[database_test(CALIBRATED)]
async fn a_stored_run_is_reproduced_bit_for_bit_from_its_reviews(demo: World, site: Site) {
    let stored = site.state.read(async |c| run::latest(c, DEMO).await).await.unwrap().unwrap();
    let input = site.state.read(async |c| run::input(c, DEMO, 1).await).await.unwrap().unwrap();
    assert_eq!(calibration::calibrate(&input).unwrap(), stored.outcome);
    let text: String = demo.one("select input::text from calibration_run where event_id = $1").await;
    assert_eq!(text, serde_json::to_string(&input).unwrap());
}

#[database_test(JUDGED)]
async fn a_run_keeps_its_input_although_reviews_change_meanwhile(demo: World, site: Site) {
    let read = site.state.by(&SHELL).at("demo").read(calibrate::read).await.unwrap();
    rescored(&demo).await;
    let (reading, found) = calibrate::compute(read.clone()).await.unwrap();
    let keep =
        site.state.by(&SHELL).at("demo").write(async |call| calibrate::keep(call, &reading, &found).await);
    assert_eq!(keep.await.unwrap(), 1);
    let kept = site.state.read(async |c| run::input(c, DEMO, 1).await).await.unwrap().unwrap();
    assert_eq!(kept, read.input);
    let now = site.state.read(async |c| {
        let at = facts::load(c, EventKey::Slug("demo"), None).await?.unwrap();
        reading::gather(c, &at).await
    });
    assert_ne!(kept, now.await.unwrap().input);
}

#[database_test(JUDGED)]
async fn without_a_usable_review_there_is_no_run(demo: World, site: Site) {
    demo.run("update assignment set status = 'recused' where project_id <> 6").await;
    let reply = site.browser("org").submit(RUN, &[]).await.is(409);
    reply.shows("No review is submitted yet, so there is nothing to calibrate. Calibrate once judges have submitted reviews.");
    assert_eq!(demo.one::<i64>("select count(*) from calibration_run where event_id = $1").await, 0);
    assert_eq!(demo.audit().await, []);
}

#[database_test(JUDGED)]
async fn the_command_prints_the_runs_number_alone_and_acts_as_the_system(pool: PgPool, demo: World) {
    let evenhand = |slug: &'static str| {
        let url = pool.connect_options().to_url_lossy().to_string();
        let run = move || {
            let command = [env!("CARGO_BIN_EXE_evenhand"), "calibrate", slug];
            Command::new(command[0]).args(&command[1..]).env("DATABASE_URL", url).output().unwrap()
        };
        tokio::task::spawn_blocking(run)
    };
    for number in ["1\n", "2\n"] {
        let done = evenhand("demo").await.unwrap();
        assert_eq!(String::from_utf8(done.stdout).unwrap(), number, "{:?}", String::from_utf8(done.stderr));
    }
    let log: Vec<_> =
        demo.audit().await.into_iter().map(|(action, role, ..)| format!("{action} {role}")).collect();
    assert_eq!(log, ["run.created system", "run.created system"]);
    let refused = evenhand("none").await.unwrap();
    assert_eq!((refused.status.success(), refused.stdout.as_slice()), (false, [].as_slice()));
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        "evenhand: There is no event with the slug “none”.\n"
    );
}
