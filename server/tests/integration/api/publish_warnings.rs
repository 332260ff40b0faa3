//! The warnings before a publication, and the tick that serious ones need.

use crate::prelude::*;

const RESULTS: &str = "/api/events/demo/results";
const PAGE: &str = "/events/demo/results";
const HOW: &str = "/events/demo/results/how";
const CALIBRATION: &str = "/events/demo/manage/calibration";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";

/// The warnings that need a tick, each as the beginning of its sentence.
fn weighty(page: &str) -> Vec<String> {
    let parts = page.split(r#"<li class="manage-matters-weighty">"#).skip(1);
    parts
        .map(|part| part.split("<b>").nth(1).unwrap_or("").split("</b>").next().unwrap_or("").to_owned())
        .collect()
}

#[database_test(CALIBRATED)]
async fn serious_warnings_need_a_tick_and_the_form_comes_back(demo: World, site: Site) {
    let organizer = site.browser("org");
    let page = organizer.get(PUBLISH).await.body;
    assert_eq!(weighty(&page), ["Judging is not over. ", "1 project has no review"], "{page}");
    assert!(page.contains("1 of 19 assigned reviews") && page.contains(">Project 7</a>"), "{page}");
    page.has(&["5 projects", "17 reviews", "5 judges"]);

    let refused = organizer.submit(PUBLISH, &[("run", "1")]).await.is(422);
    refused.shows("Tick the box to confirm that you have read the warnings.");
    assert_eq!(weighty(&refused.body).len(), 2, "the form comes back with its warnings");
    assert_eq!(demo.one::<i64>("select count(*) from publication where event_id = $1").await, 0);

    // A review that changed after the run is a third warning, also for someone who opened the page before.
    rescored(&demo).await;
    assert!(
        weighty(&organizer.get(PUBLISH).await.body)
            .iter()
            .any(|w| w.starts_with("Reviews, projects or prizes changed after run 1."))
    );
    let seen = [("run", "1"), ("consent", "true"), ("warned", "judging_open"), ("warned", "unreviewed")];
    let news = organizer.submit(PUBLISH, &seen).await.is(422);
    assert!(news.body.contains("A warning came up after you opened this page."), "{}", news.body);
    assert!(!news.body.contains("checked"), "the tick was for other warnings");
    assert!(news.body.contains("name=\"warned\" value=\"reviews_changed\""), "{}", news.body);
    let all = [seen.as_slice(), &[("warned", "reviews_changed")]].concat();
    assert_eq!(organizer.submit(PUBLISH, &all).await.status, 303);
}

#[database_test(JUDGED)]
async fn without_serious_warnings_there_is_nothing_to_tick(demo: World, site: Site) {
    demo.run("update assignment set status = 'recused' where status = 'pending'").await;
    demo.run("update project set duplicate_of = 1 where id = 7").await;
    demo.run("update event set judging_close = now() - interval '1 minute'").await;
    calibrated(&site).await;
    let organizer = site.browser("org");
    let page = organizer.get(PUBLISH).await.body;
    assert_eq!(weighty(&page), Vec::<String>::new(), "{page}");
    assert!(!page.contains("name=\"consent\""), "{page}");
    assert_eq!(organizer.submit(PUBLISH, &[("run", "1")]).await.status, 303);
}

#[database_test(CALIBRATED)]
async fn an_unfinished_calculation_is_shown_everywhere_and_needs_a_tick_and_a_public_reason(pool: PgPool) {
    let demo = World::demo(&pool);
    let site = Site::new(&pool).await;
    assert_eq!(site.api("org").get(RESULTS).await.json()["converged"], true);
    // The same run once more, as it would be stored had it been stopped at the cap.
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
         select event_id, 0, method, input_digest, input, results, judges, excluded,
                jsonb_set(connectivity::jsonb, '{fit,converged}', 'false')::json from calibration_run";
    demo.run(sql).await;
    assert_eq!(site.api("org").get(RESULTS).await.json()["converged"], false);
    let told = "The calculation was stopped before it finished";
    for path in [PAGE, HOW] {
        assert!(site.api("org").get(path).await.body.contains(told), "{path}");
    }
    assert!(site.api("org").get(CALIBRATION).await.body.contains("The calculation did not finish."));
    let organizer = site.browser("org");
    assert!(
        weighty(&organizer.get(PUBLISH).await.body).contains(&"The calculation did not finish. ".to_owned())
    );
    assert_eq!(organizer.submit(PUBLISH, &[("run", "2")]).await.status, 422);
    let asked = "Why you publish although the calculation was stopped early";
    assert!(organizer.get(PUBLISH).await.body.contains(asked));
    let refused = organizer.submit(PUBLISH, &[("run", "2"), ("consent", "true")]).await.is(422);
    assert!(refused.body.contains("Say why you publish although the calculation was stopped early."));
    let reason = "The ceremony begins in five minutes.";
    let fields = [("run", "2"), ("reason", reason), ("consent", "true")];
    assert_eq!(organizer.submit(PUBLISH, &fields).await.status, 303);
    assert_eq!(site.api("").get(RESULTS).await.json()["reason"], reason);
    let page = site.api("").get(PAGE).await.body;
    assert!(page.contains(reason) && page.matches(told).count() == 1, "{page}");
    assert!(site.api("").get(HOW).await.body.contains(told));
}

#[database_test(CALIBRATED)]
async fn reviews_set_aside_and_judges_first_three_are_named(demo: World, site: Site) {
    let org = site.browser("org");
    let page = org.get(PUBLISH).await;
    page.text().has(&["No review was set aside."]);
    page.text().lacks(&["first three"]);
    let review: i64 =
        demo.one("select min(id) from assignment where event_id = $1 and status = 'done'").await;
    let path = format!("/events/demo/manage/assignments/{review}/void");
    let fields = [("reason", "A friend.")];
    org.submit(&path, &fields).await.is(303);
    demo.run("update event set first_three = true").await;
    // Nobody named theirs yet, so they neither agree nor differ.
    org.get(PUBLISH).await.text().lacks(&["first three are"]);
    let first_of_the_ranking =
        "select (p ->> 'project')::bigint from calibration_run, json_array_elements(results) p
                                order by (p ->> 'rank')::int limit 1";
    demo.run(&format!(
        "insert into first_three (event_id, person_id, choices)
             select a.event_id, a.person_id, array[a.project_id] from assignment a
             where a.status = 'done' and a.project_id = ({first_of_the_ranking}) limit 1"
    ))
    .await;
    org.get(PUBLISH).await.says("The judges’ first three are the first of the ranking.");
    demo.run("delete from first_three").await;
    let sql = "insert into first_three (event_id, person_id, choices)
         select a.event_id, a.person_id, array[a.project_id] from assignment a
         where a.status = 'done' and a.project_id = (
             select (p ->> 'project')::bigint from calibration_run, json_array_elements(results) p
             order by (p ->> 'rank')::int desc limit 1) limit 1";
    demo.run(sql).await;
    let page = org.get(PUBLISH).await;
    let text = page.text();
    assert!(text.contains("1 review was set aside and counts nowhere:"), "{text}");
    assert!(page.body.contains(&format!("/manage/assignments/{review}\"")), "{}", page.body);
    assert!(text.contains("1 judge named theirs. Often named, but further down: Project"), "{text}");
}
