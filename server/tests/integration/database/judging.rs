//! Assignments: for whom, and how their status moves.

use crate::database::world::{REVIEW, Session, WORLD, World};
use database_test::database_test;
use shared::event_settings::Terms;

#[database_test(WORLD)]
async fn only_a_judge_of_the_event_is_assigned(mut app: Session) {
    let assign =
        "insert into assignment (event_id, person_id, project_id, source) values (1, 5, 1, 'manual')";
    let expected = "Only a judge of the event can be given a project.";
    assert_eq!(app.refused(assign, "EV403 not_a_judge").await, expected);
    app.refused("update assignment set person_id = 5", "EV403 not_a_judge").await;
    let sql = "insert into event_person (event_id, person_id) values (2, 3);
        insert into membership (event_id, person_id, role) values (2, 3, 'judge')";
    app.run(sql).await;
    let foreign =
        "insert into assignment (event_id, person_id, project_id, source) values (2, 3, 2, 'manual')";
    app.refused(foreign, "23503 assignment_project_foreign").await;
    let again = "insert into assignment (event_id, person_id, project_id, source) values (1, 3, 1, 'pulled')";
    app.refused(again, "23505 already_assigned").await;
}

/// Whoever could turn a role into another one would pass what guards the giving and the taking of roles.
#[database_test(WORLD)]
async fn a_role_becomes_no_other_one_and_nobody_elses(mut app: Session) {
    for change in ["role = 'organizer'", "person_id = 5"] {
        for person in [1, 3] {
            let sql = format!("update membership set {change} where person_id = {person}");
            app.refused(&sql, "EV409 member_fixed").await;
        }
    }
    app.run("update membership set confirms = confirms").await;
}

#[database_test(WORLD)]
async fn a_judge_with_assignments_keeps_the_role(mut app: Session) {
    app.refused("delete from membership where person_id = 3", "EV409 judge_has_assignments").await;
    app.run("delete from membership where person_id = 4").await;
    app.run("delete from assignment; delete from membership where person_id = 3").await;
}

/// Kim judges no more.
const REMOVE: &str = "delete from membership where person_id = 4";
/// Kim judges project 1.
const ASSIGN: &str =
    "insert into assignment (event_id, person_id, project_id, source) values (1, 4, 1, 'manual')";

#[database_test(WORLD)]
async fn a_judge_is_not_assigned_while_the_role_is_removed(world: World) {
    world.second_loses(REMOVE, ASSIGN, "EV403 not_a_judge").await;
}

#[database_test(WORLD)]
async fn the_role_is_not_removed_while_its_judge_is_being_assigned(world: World) {
    world.second_loses(ASSIGN, REMOVE, "EV409 judge_has_assignments").await;
}

#[database_test(WORLD)]
async fn an_assignment_is_done_only_with_a_submitted_review(mut app: Session) {
    let reason = "EV422 done_means_submitted";
    app.refused("update assignment set status = 'done'", reason).await;
    let submitted = REVIEW.split_once("update").unwrap().0;
    app.refused(submitted, reason).await;
    app.refused(
        &format!(
            "insert into review (assignment_id, event_id) values (1, 1); {}",
            "update assignment set status = 'done'"
        ),
        reason,
    )
    .await;
    app.run(REVIEW).await;
    app.refused("update review set submitted_at = null", reason).await;
    app.refused("update assignment set status = 'pending'", reason).await;
    app.refused("delete from review", reason).await;
    let done = "insert into assignment (event_id, person_id, project_id, source, status) values (1, 4, 1, 'manual', 'done')";
    app.refused(done, reason).await;
    app.run("update review set submitted_at = null; update assignment set status = 'pending'").await;
}

#[database_test(WORLD)]
async fn stepping_aside_makes_the_review_a_draft_and_refuses_saves(world: World, mut app: Session) {
    app.run(REVIEW).await;
    // An organizer does it after judging has closed, too.
    world.close("judging").await;
    app.run("update assignment set status = 'recused', recused_reason = 'I know them' where id = 1").await;
    assert!(
        app.one::<bool>(
            r#"select submitted_at is null and scores = '{"quality": 4, "impact": 7}' from review"#
        )
        .await
    );
    app.run("update event set judging_close = null where id = 1").await;
    app.refused("update review set comment = 'still here'", "EV409 recused").await;
    app.refused("update review set submitted_at = now()", "EV409 recused").await;
    app.refused("update assignment set status = 'done'", "EV409 recused").await;
    app.run("insert into assignment (event_id, person_id, project_id, source, status) values (1, 4, 1, 'manual', 'recused')")
        .await;
    app.refused("insert into review (assignment_id, event_id) values (2, 1)", "EV409 recused").await;
    app.run("update assignment set status = 'pending' where id = 1; update review set comment = 'back'")
        .await;
}

#[database_test(WORLD)]
async fn a_save_that_waited_for_the_recusal_is_refused(world: World) {
    let save = "insert into review (assignment_id, event_id) values (1, 1)";
    world.second_loses("update assignment set status = 'recused' where id = 1", save, "EV409 recused").await;
}

#[database_test(WORLD)]
async fn a_reviewed_assignment_stays_with_its_judge_and_project(mut app: Session) {
    app.run("update assignment set person_id = 4; update assignment set person_id = 3").await;
    app.run("insert into review (assignment_id, event_id) values (1, 1)").await;
    app.refused("update assignment set person_id = 4", "EV409 assignment_fixed").await;
    app.refused("update assignment set project_id = 2", "EV409 assignment_fixed").await;
    app.refused("delete from assignment", "EV409 assignment_has_review").await;
    app.run("insert into assignment (event_id, person_id, project_id, source) values (1, 3, 2, 'manual')")
        .await;
    app.refused("update review set assignment_id = 2", "EV409 review_fixed").await;
    app.refused("insert into review (assignment_id, event_id) values (2, 2)", "23503 assignment_has_review")
        .await;
    app.refused("insert into review (assignment_id, event_id) values (1, 1)", "23505 already_reviewed").await;
}

#[database_test(WORLD)]
async fn the_rule_for_further_reviews_stays_once_judging_opens(mut app: Session) {
    let by_need = "update event set review_rule = 'need' where id = 1";
    let sentence = "Judging has opened, so the way in which reviews are handed out stays.";
    assert_eq!(app.refused(by_need, "EV409 review_rule_fixed").await, sentence);
    app.refused("update event set review_floor = 2 where id = 1", "EV409 review_rule_fixed").await;
    app.refused("update event set blind = true where id = 1", "EV409 review_rule_fixed").await;
    app.run("update event set review_rule = 'even', name = 'The same' where id = 1").await;
    // Another window changes nothing for a statement that moves it at once with the rule.
    let ahead = "judging_open = now() + interval '1h', judging_close = now() + interval '2h'";
    let both = format!("update event set {ahead}, review_rule = 'need' where id = 1");
    app.refused(&both, "EV409 review_rule_fixed").await;
    // Without an opening, the first review fixes the rule.
    app.run("update event set judging_open = null where id = 1").await;
    app.run(by_need).await;
    app.run(&format!("begin; {REVIEW} commit")).await;
    app.refused("update event set review_rule = 'even' where id = 1", "EV409 review_rule_fixed").await;
    // Three reviews have a floor of two, and so have two.
    app.run("update event set reviews_per_project = 2 where id = 1").await;
    app.refused("update event set reviews_per_project = 900 where id = 1", "EV409 review_rule_fixed").await;
}

#[database_test(WORLD)]
async fn the_database_and_the_application_agree_on_the_usual_floor(world: World) {
    let mut owner = world.owner().await;
    owner.run("set session_replication_role = replica").await;
    for reviews in [1, 2, 3, 4, 5, 6, 7, 30, 1000] {
        owner
            .run(&format!(
                "update event set review_rule = 'need', reviews_per_project = {reviews} where id = 1"
            ))
            .await;
        let planned: i32 = owner.one("select planned_reviews(e) from event e where id = 1").await;
        assert_eq!(planned, Terms::usual_review_floor(reviews), "{reviews}");
    }
    owner.run("update event set review_floor = 9 where id = 1").await;
    assert_eq!(owner.one::<i32>("select planned_reviews(e) from event e where id = 1").await, 9);
    owner.run("update event set review_rule = 'even' where id = 1").await;
    assert_eq!(owner.one::<i32>("select planned_reviews(e) from event e where id = 1").await, 1000);
}
