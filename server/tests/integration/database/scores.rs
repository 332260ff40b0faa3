//! What a review may hold.

use crate::database::world::{REVIEW, Session, WORLD, World};
use database_test::database_test;

fn save(scores: &str, submitted: bool) -> String {
    let (at, status) = if submitted { ("now()", "done") } else { ("null", "pending") };
    format!(
        "insert into review (assignment_id, event_id, scores, submitted_at) values (1, 1, '{scores}', {at});
        update assignment set status = '{status}' where id = 1;"
    )
}

#[database_test(WORLD)]
async fn a_score_lies_in_its_criterions_range(mut app: Session) {
    for score in ["0", "6", "-1", "99999999999999999999999999"] {
        let sentence =
            app.refused(&save(&format!(r#"{{"quality": {score}}}"#), false), "EV422 score_range").await;
        assert_eq!(sentence, "Quality must be between 1 and 5");
    }
    let both = app.refused(&save(r#"{"impact": 11, "quality": 0}"#, true), "EV422 score_range").await;
    assert_eq!(both, "Quality must be between 1 and 5; Impact must be between 0 and 10");
    app.run(&save(r#"{"quality": 1, "impact": 10}"#, true)).await;
    app.refused(r#"update review set scores = '{"quality": 6, "impact": 1}'"#, "EV422 score_range").await;
}

#[database_test(WORLD)]
async fn a_score_is_an_integer(mut app: Session) {
    for score in ["3.0", "3.5", "\"4\"", "true", "null", "[3]", "{}"] {
        let sentence =
            app.refused(&save(&format!(r#"{{"quality": {score}}}"#), false), "EV400 score_integer").await;
        assert_eq!(sentence, "Quality must be a whole number.");
    }
    app.refused(&save("[1, 2]", false), "EV400 scores_object").await;
}

#[database_test(WORLD)]
async fn a_score_is_for_a_criterion_of_the_event(mut app: Session) {
    app.run("insert into criterion (event_id, key, name, weight, min_value, max_value) values (2, 'fun', 'Fun', 1, 1, 5)")
        .await;
    let sentence = app.refused(&save(r#"{"quality": 3, "fun": 3}"#, false), "EV422 score_unknown").await;
    assert_eq!(sentence, "This event has no criterion named fun");
}

#[database_test(WORLD)]
async fn a_submitted_review_is_complete_and_a_draft_need_not_be(mut app: Session) {
    let sentence = app.refused(&save(r#"{"quality": 3}"#, true), "EV422 score_missing").await;
    assert_eq!(sentence, "Impact has no score yet");
    app.run(&save(r#"{"quality": 3}"#, false)).await;
    let submit = "update review set submitted_at = now(); update assignment set status = 'done'";
    app.refused(submit, "EV422 score_missing").await;
    app.run(&format!(r#"update review set scores = '{{"quality": 3, "impact": 0}}'; {submit}"#)).await;
    app.refused("update review set scores = '{}'", "EV422 score_missing").await;
}

#[database_test(WORLD)]
async fn a_comment_has_at_most_5000_characters(mut app: Session) {
    let save = |n: i32| {
        format!("insert into review (assignment_id, event_id, comment) values (1, 1, repeat('é', {n}))")
    };
    app.refused(&save(5001), "23514 review_comment_length").await;
    app.run(&save(5000)).await;
}

#[database_test(WORLD)]
async fn the_database_dates_each_submission_again(mut app: Session) {
    app.run(&REVIEW.replace("clock_timestamp()", "'2020-01-01'")).await;
    let recent = "select submitted_at > now() - interval '1 minute' and saved_at = submitted_at from review";
    assert!(app.one::<bool>(recent).await);
    let first: String = app.one("select submitted_at::text from review").await;
    app.run("update review set submitted_at = '2020-01-01'").await;
    assert!(app.one::<bool>(&format!("select submitted_at > '{first}' from review")).await);
}

#[database_test(WORLD)]
async fn the_rubric_is_locked_once_a_review_exists(mut app: Session) {
    let changes = [
        "insert into criterion (event_id, key, name, weight, min_value, max_value) values (1, 'fun', 'Fun', 1, 1, 5)",
        "delete from criterion where key = 'impact'",
        "update criterion set weight = 3 where key = 'quality'",
        "update criterion set max_value = 6 where key = 'quality'",
        "update criterion set min_value = 0 where key = 'quality'",
        "update criterion set key = 'craft' where key = 'quality'",
    ];
    for change in changes {
        app.run(&format!("begin; {change}; rollback")).await;
    }
    app.run("insert into review (assignment_id, event_id) values (1, 1)").await;
    for change in changes {
        app.refused(change, "EV409 rubric_locked").await;
    }
    let sql =
        "update criterion set name = 'Craft', guidance = 'Look twice', position = 9 where key = 'quality'";
    app.run(sql).await;
    app.run("insert into criterion (event_id, key, name, weight, min_value, max_value) values (2, 'fun', 'Fun', 1, 1, 5)")
        .await;
}

/// The rubric changes: less is the most.
const NARROW: &str = "update criterion set max_value = 3 where key = 'quality'";

#[database_test(WORLD)]
async fn the_rubric_does_not_change_while_the_first_review_is_being_saved(world: World) {
    world.second_loses(REVIEW, NARROW, "EV409 rubric_locked").await;
}

#[database_test(WORLD)]
async fn the_first_review_is_checked_against_the_rubric_that_it_waited_for(world: World) {
    world.second_loses(NARROW, REVIEW, "EV422 score_range").await;
}
