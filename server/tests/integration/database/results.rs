//! Runs and publication: they only grow.

use crate::database::world::{Session, WORLD, World, why};
use database_test::database_test;

const RUN: &str =
    "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded,
    connectivity) values (1, 0, 'crossed-eb/v2', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
const PUBLISH: &str = "insert into publication (event_id, run_id) values (1, 1)";

#[database_test(WORLD)]
async fn runs_count_from_one_in_each_event_even_at_the_same_time(world: World, mut first: Session) {
    first.run(&format!("begin; {RUN}")).await;
    let waiting = world.start(world.app().await, RUN).await;
    first.run("commit").await;
    assert_eq!(why(waiting.await.unwrap()).0, "accepted");
    first.run(&RUN.replacen("(1, 0", "(2, 7", 1)).await;
    let runs: Vec<i32> = first.one("select array_agg(run order by id) from calibration_run").await;
    assert_eq!(runs, [1, 2, 1]);
}

#[database_test(WORLD)]
async fn nothing_is_published_while_the_vote_is_open(world: World, mut app: Session) {
    app.run(RUN).await;
    let sentence = app.refused(PUBLISH, "EV409 vote_open").await;
    assert!(sentence.starts_with("The vote for Demo is open until 2"), "{sentence}");
    app.run("update event set voting_mode = 'off' where id = 1").await;
    // An event without a vote ignores the window. A vote that opens meanwhile is noticed at the commit.
    app.run(&format!("begin; {PUBLISH}")).await;
    world
        .app()
        .await
        .attempt("set lock_timeout = '1ms'; update event set voting_mode = 'account' where id = 1")
        .await
        .expect_err("the event's row is held by the publication");
    app.run("update event set voting_mode = 'account' where id = 1").await;
    app.refused("commit", "EV409 vote_open").await;
    world.close("voting").await;
    app.run(PUBLISH).await;
}

#[database_test(WORLD)]
async fn a_correction_has_a_reason_and_no_earlier_run(world: World, mut app: Session) {
    world.close("voting").await;
    app.run(RUN).await;
    let sql = "insert into publication (event_id, run_id, reason) values (1, 1, 'why')";
    app.refused(sql, "EV422 publication_reason").await;
    app.run(PUBLISH).await;
    app.run(RUN).await;
    app.refused("insert into publication (event_id, run_id) values (1, 2)", "EV422 publication_reason").await;
    let sql = "insert into publication (event_id, run_id, reason) values (1, 2, ' ')";
    app.refused(sql, "EV422 publication_reason").await;
    app.run("insert into publication (event_id, run_id, reason) values (1, 1, 'Another winner')").await;
    let sql = "insert into publication (event_id, run_id, reason) values (1, 9, 'x')";
    app.refused(sql, "23503 publication_run_foreign").await;
    app.run("insert into publication (event_id, run_id, reason) values (1, 2, 'A judge had swapped two projects')").await;
    app.refused("insert into publication (event_id, run_id, reason) values (1, 1, 'back')", "EV409 no_run")
        .await;
    let numbers = "select array_agg(number order by id) from publication where event_id = 1";
    assert_eq!(app.one::<Vec<i32>>(numbers).await, [1, 2, 3]);
}

#[database_test(WORLD)]
async fn a_fit_that_was_stopped_early_needs_a_reason(world: World, mut app: Session) {
    world.close("voting").await;
    app.run(RUN).await;
    let stopped = r#"insert into calibration_run
            (event_id, method, input_digest, input, results, judges, excluded, connectivity)
        select event_id, method, input_digest, input, results, judges, excluded, '{"fit": {"converged": false}}'::json
        from calibration_run"#;
    app.run(stopped).await;
    let publish =
        |reason: &str| format!("insert into publication (event_id, run_id, reason) values (1, 2, {reason})");
    app.refused(&publish("null"), "EV422 publication_reason").await;
    app.refused(&publish("' '"), "EV422 publication_reason").await;
    app.run(&publish("'The ceremony begins'")).await;
}

#[database_test(WORLD)]
async fn nobody_steps_aside_after_publication(world: World, mut app: Session) {
    app.run("insert into assignment (event_id, person_id, project_id, source, status) values (1, 4, 1, 'manual', 'recused')")
        .await;
    world.close("voting").await;
    app.run(RUN).await;
    app.run(PUBLISH).await;
    let sentence =
        app.refused("update assignment set status = 'recused' where id = 1", "EV409 published").await;
    assert_eq!(sentence, "The results of Demo are published: assignments stay as they are.");
    app.refused("update assignment set status = 'pending' where id = 2", "EV409 published").await;
}

#[database_test(WORLD)]
async fn runs_and_publications_are_never_changed_not_even_by_the_owner(world: World, mut app: Session) {
    world.close("voting").await;
    app.run(RUN).await;
    app.run(PUBLISH).await;
    let mut owner = world.owner().await;
    for replica in ["origin", "replica"] {
        owner.run(&format!("set session_replication_role = {replica}")).await;
        for table in ["calibration_run", "publication"] {
            for change in [
                format!("update {table} set event_id = event_id"),
                format!("delete from {table}"),
                format!("truncate {table} cascade"),
            ] {
                owner.refused(&change, "EV403 append_only").await;
                app.refused(&change, "42501 -").await;
            }
        }
    }
}
