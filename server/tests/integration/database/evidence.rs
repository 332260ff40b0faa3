//! Evidence, whatever the application lets through: who may write what, and that it only grows by the clock of the database.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;

const FLAG: &str = r#"{"kind": "flag", "reason": "rules", "sentence": "I saw it in May."}"#;
const ANSWER: &str = r#"{"kind": "answer", "text": "It is new."}"#;
const NOTE: &str = r#"{"kind": "note", "text": "Asked them."}"#;
const LOOKED: &str = r#"{"kind": "looked_at", "sentence": "Fine."}"#;
const FOUND: &str = r#"{"kind": "dead_video", "url": "https://v.example", "why": "It is gone."}"#;

fn write(project: i64, fact: &str, by: &str) -> String {
    format!(
        "insert into evidence (event_id, project_id, fact, found_by) values (1, {project}, '{fact}', {by})"
    )
}

#[database_test(WORLD)]
async fn people_write_what_is_theirs_and_the_portal_the_rest(world: World, mut app: Session) {
    // Olga (6) organizes; Kim (4) organizes and judges.
    app.run("insert into person (email, name, confirmed_at) values ('olga@x.example', 'Olga', now())").await;
    app.run("insert into event_person (event_id, person_id) values (1, 6)").await;
    let sql =
        "insert into membership (event_id, person_id, role) values (1, 6, 'organizer'), (1, 4, 'organizer')";
    app.run(sql).await;
    for (project, fact, by) in [(1, FOUND, "null"), (1, FLAG, "3"), (1, NOTE, "6"), (2, LOOKED, "6")] {
        app.run(&write(project, fact, by)).await;
    }
    for (project, fact, by) in [
        (1, FOUND, "1"),
        // Jo judges project 1 alone.
        (2, FLAG, "3"),
        (1, FLAG, "4"),
        (1, FLAG, "null"),
        (1, NOTE, "3"),
        (1, NOTE, "4"),
        (1, LOOKED, "null"),
        // Submissions are open.
        (1, ANSWER, "1"),
    ] {
        app.refused(&write(project, fact, by), "EV403 evidence_writer").await;
    }
    world.close("submissions").await;
    for by in ["2", "3", "6"] {
        app.refused(&write(1, ANSWER, by), "EV403 evidence_writer").await;
    }
    app.run(&write(1, ANSWER, "1")).await;
    app.refused(&write(1, ANSWER, "1"), "23505 evidence_answer_once").await;
    app.refused(&write(1, &NOTE.replace("Asked", &"x".repeat(1000)), "6"), "23514 evidence_said_length")
        .await;
    for _ in 1..50 {
        app.run(&write(1, NOTE, "6")).await;
    }
    app.refused(&write(1, LOOKED, "6"), "EV409 evidence_full").await;
    app.run(&write(2, LOOKED, "6")).await;
    world.close("judging").await;
    app.refused(&write(1, FLAG, "3"), "EV409 judging_window").await;
}

#[database_test(WORLD)]
async fn who_takes_part_notes_nothing_before_results_are_final(mut app: Session) {
    let sql = "insert into membership (event_id, person_id, role) values (1, 4, 'organizer')";
    app.run(sql).await;
    app.run("update event set voting_mode = 'off' where id = 1").await;
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
         values (1, 0, 'm', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
    app.run(sql).await;
    let sql = "insert into publication (event_id, run_id, provisional_until, owed)
         select 1, id, clock_timestamp() + interval '1 day', '{Code}' from calibration_run";
    app.run(sql).await;
    for fact in [NOTE, LOOKED] {
        app.refused(&write(1, fact, "4"), "EV403 evidence_writer").await;
    }
    app.run("insert into publication (event_id, run_id, final_of) select 1, id, 1 from calibration_run")
        .await;
    app.run(&write(1, NOTE, "4")).await;
}

const PREDATED: &str = "insert into evidence (event_id, project_id, fact, found_at)
    values (1, 1, '{\"kind\": \"dead_video\"}', '2020-01-01')";

#[database_test(WORLD)]
async fn facts_are_added_by_the_clock_and_never_changed_or_removed(world: World) {
    for mut session in [world.app().await, world.owner().await] {
        session.run(PREDATED).await;
        for change in ["update evidence set fact = '{\"kind\": \"note\"}'", "delete from evidence"] {
            session.refused(change, "EV403 append_only").await;
        }
        let kept = "select bool_and(found_at > clock_timestamp() - interval '1 hour' and salt ~ '^[0-9a-f]{32}$') from evidence";
        assert!(session.one::<bool>(kept).await);
    }
    let salts = "select count(distinct salt) from evidence";
    assert_eq!(world.owner().await.one::<i64>(salts).await, 2, "each has its own");
}

#[database_test(WORLD)]
async fn a_fact_waits_for_the_publication_that_signs_those_before(world: World) {
    let (mut publishing, mut adding) = (world.app().await, world.app().await);
    publishing.run(PREDATED).await;
    publishing.run("begin; select pg_advisory_xact_lock(hashtextextended('submit', 1))").await;
    adding.run("set lock_timeout = '200ms'").await;
    adding.refused(PREDATED, "55P03 -").await;
    publishing.run("commit").await;
    adding.run(PREDATED).await;
    let ordered = "select bool_and(later.id > earlier.id) from evidence earlier join evidence later on later.found_at > earlier.found_at";
    assert!(adding.one::<bool>(ordered).await);
}
