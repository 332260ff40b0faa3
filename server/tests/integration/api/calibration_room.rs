//! Two runs side by side, and a run without a judge or a review.

use crate::prelude::*;

const COMPARE: &str = "/events/demo/manage/calibration/compare";

/// How many runs and audit rows there are.
async fn kept(demo: &World) -> (i64, usize) {
    let runs = demo.one::<i64>("select count(*) from calibration_run where event_id = $1").await;
    (runs, demo.audit().await.len())
}

#[database_test(JUDGED)]
async fn two_runs_are_compared_by_who_moved_and_which_reviews_moved_them(demo: World, site: Site) {
    let organizer = site.browser("org");
    organizer.get(COMPARE).await.is(200).shows("Nothing to compare yet");
    calibrated(&site).await;
    // j1 takes their high total of project 1 back.
    rescored(&demo).await;
    calibrated(&site).await;
    let text = organizer.get(COMPARE).await.is(200).text();
    assert!(text.contains("From run 1 to run 2: 1 review changed."), "{text}");
    assert!(text.contains("J1 changed their review from 0.967 to 0.000."), "{text}");
    assert!(text.contains("Projects that moved"), "{text}");
    // Back again, the same review changed the other way.
    let back = organizer.get(&format!("{COMPARE}?from=2&to=1")).await.text();
    assert!(back.contains("J1 changed their review from 0.000 to 0.967."), "{back}");
    let same = organizer.get(&format!("{COMPARE}?from=1&to=1")).await.text();
    same.has(&["The two runs read the same reviews.", "Every project keeps its rank."]);
    organizer.get(&format!("{COMPARE}?from=1&to=9")).await.is(409).shows("There is no run 9.");
    // A review that was withdrawn is one that was removed.
    demo.run("update assignment set status = 'recused' where id = 2").await;
    calibrated(&site).await;
    organizer.get(&format!("{COMPARE}?from=2&to=3")).await.says("From run 2 to run 3: 1 review removed.");
}

#[database_test(JUDGED)]
async fn leaving_out_a_judge_or_a_review_is_computed_and_kept_nowhere(demo: World, site: Site) {
    let organizer = site.browser("org");
    let none = organizer.get(COMPARE).await;
    assert!(!none.body.contains("Leave out"), "{}", none.text());
    calibrated(&site).await;
    let before = kept(&demo).await;
    // By address: Zoe, both, j1, j2, j3.
    let judge = organizer.get(&format!("{COMPARE}?run=1&judge=3")).await;
    let text = judge.text();
    assert!(judge.status == 200 && text.contains("Without the 4 reviews by J1"), "{text}");
    assert!(text.contains("Nothing here is kept."), "{text}");
    assert!(!judge.body.contains("j1@x.example"), "no address is needed here");
    let reviews = organizer.get(&format!("{COMPARE}?run=1&project=1")).await.text();
    assert!(reviews.contains("Leave out the review by J1, total 0.967"), "{reviews}");
    let review = organizer.get(&format!("{COMPARE}?run=1&project=1&judge=3")).await.text();
    review.has(&["Without the review of Project 1 by J1", "Project 3 would stay first."]);
    assert_eq!(kept(&demo).await, before);
    for (query, status) in [("judge=99", 404), ("judge=0", 404), ("project=7", 404), ("run=7&judge=1", 409)] {
        assert_eq!(organizer.get(&format!("{COMPARE}?{query}")).await.status, status, "{query}");
    }
    // j3 did not review project 1.
    assert_eq!(organizer.get(&format!("{COMPARE}?project=1&judge=5")).await.status, 404);
}

#[database_test(CALIBRATED)]
async fn who_takes_part_reads_none_of_it_before_publication(demo: World, site: Site) {
    rescored(&demo).await;
    calibrated(&site).await;
    for name in ["both", "ana"] {
        for path in [COMPARE.to_owned(), format!("{COMPARE}?judge=3")] {
            let page = site.browser(name).get(&path).await;
            assert_eq!(page.status, 403, "{name} {path}");
            assert!(!page.body.contains("Project 3") && !page.body.contains("0.967"), "{}", page.body);
        }
    }
}
