//! Private notes, and judges' first three.

use crate::database::world::{REVIEW, Session, WORLD, World};
use database_test::database_test;

const NOTE: &str =
    "insert into judge_note (event_id, person_id, project_id, body) values (1, 3, 1, 'Ask again')";

#[database_test(WORLD)]
async fn a_note_outlives_its_assignment_and_every_window(world: World, mut app: Session) {
    app.refused(&NOTE.replace("'Ask again'", "repeat('x', 5001)"), "23514 note_length").await;
    app.refused(&NOTE.replace("'Ask again'", "''"), "23514 note_missing").await;
    app.refused(&NOTE.replace("(1, 3,", "(2, 3,"), "23503 note_person_unknown").await;
    app.run("insert into event_person (event_id, person_id) values (2, 3)").await;
    app.refused(&NOTE.replace("(1, 3,", "(2, 3,"), "23503 note_project_foreign").await;
    app.run(NOTE).await;
    world.close("judging").await;
    app.run("delete from assignment; update judge_note set body = 'Later'").await;
    assert_eq!(app.one::<String>("select body from judge_note").await, "Later");
    app.run("delete from project where id = 1").await;
    assert_eq!(app.one::<i64>("select count(*) from judge_note").await, 0);
}

#[database_test(WORLD)]
async fn first_three_are_projects_that_their_judge_has_reviewed_each_once(mut app: Session) {
    let give = |choices: &str| {
        format!("insert into first_three (event_id, person_id, choices) values (1, 3, '{choices}')")
    };
    app.refused(&give("{1}"), "EV422 first_three_choices").await;
    app.run(REVIEW).await;
    for wrong in ["{1, 1}", "{2}", "{99}"] {
        app.refused(&give(wrong), "EV422 first_three_choices").await;
    }
    app.run(&give("{1}")).await;
    app.run("insert into project (event_id, team_id, title, status) select 1, 1, 'P' || n, 'submitted' from generate_series(1, 4) n").await;
    let sql = r#"insert into assignment (event_id, person_id, project_id, source) select 1, 3, id, 'manual' from project where title like 'P%';
        insert into review (assignment_id, event_id, scores, submitted_at)
            select id, 1, '{"quality": 4, "impact": 7}', clock_timestamp() from assignment where status = 'pending';
        update assignment set status = 'done' where status = 'pending'"#;
    app.run(sql).await;
    let four = "update first_three set choices = array(select project_id from assignment where status = 'done' limit 4)";
    app.refused(four, "23514 first_three_range").await;
    app.run("update first_three set choices = '{}'").await;
}

/// A merge of two accounts may come after the close.
#[database_test(WORLD)]
async fn first_three_change_hands_after_the_close_but_not_what_they_say(world: World, mut app: Session) {
    app.run(REVIEW).await;
    app.run("insert into first_three (event_id, person_id, choices) values (1, 3, '{1}')").await;
    world.close("judging").await;
    app.refused("update first_three set choices = '{}'", "EV409 judging_window").await;
    app.run("update first_three set person_id = 4").await;
    app.run("delete from first_three").await;
}
