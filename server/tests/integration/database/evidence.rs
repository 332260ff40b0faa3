//! Who may write what as evidence, whatever the application lets through.

use crate::database::world::{WORLD, World};
use database_test::database_test;
use sqlx::PgPool;

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
async fn people_write_what_is_theirs_and_the_portal_the_rest(pool: PgPool) {
    let world = World::of(pool);
    let mut app = world.app().await;
    // Olga (6) organizes; Kim (4) organizes and judges.
    app.run("insert into person (email, name, confirmed_at) values ('olga@x.example', 'Olga', now())").await;
    app.run("insert into event_person (event_id, person_id) values (1, 6)").await;
    app.run(
        "insert into membership (event_id, person_id, role) values (1, 6, 'organizer'), (1, 4, 'organizer')",
    )
    .await;
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
