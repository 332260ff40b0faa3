//! Pictures of projects: how many, when, and that a file is what its address says.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;

/// Adds a picture of project 1 at this place.
fn add(position: usize) -> String {
    format!(
        r#"insert into project_picture (event_id, project_id, position, picture) values
           (1, 1, {position}, '{{"alt": "at {position}", "width": 20, "height": 10, "files": [{{"width": 20, "digest": "00"}}]}}')"#
    )
}

const FILE: &str =
    "insert into picture_file (picture_id, width, digest, bytes) values (1, 20, sha256('a'), 'a')";
const ORDER: &str =
    "select string_agg(position || ' ' || (picture ->> 'alt'), ', ' order by position) from project_picture";

#[database_test(WORLD)]
async fn a_project_has_four_at_most_and_they_close_ranks(mut app: Session) {
    for position in 1..=4 {
        app.run(&add(position)).await;
    }
    app.refused(&add(5), "23514 picture_position").await;
    app.refused(&add(4), "23505 picture_position_taken").await;
    app.run("delete from project_picture where position = 1").await;
    assert_eq!(app.one::<String>(ORDER).await, "1 at 2, 2 at 3, 3 at 4");
    let sql =
        "update project_picture set position = case position when 1 then 2 else 1 end where position < 3";
    app.run(sql).await;
    assert_eq!(app.one::<String>(ORDER).await, "1 at 3, 2 at 2, 3 at 4");
    app.run("delete from project_picture").await;
}

#[database_test(WORLD)]
async fn pictures_come_and_go_while_submissions_are_open(world: World, mut app: Session) {
    app.run(&add(1)).await;
    app.run(FILE).await;
    world.close("submissions").await;
    let describe = r#"update project_picture set picture = jsonb_set(picture, '{alt}', '"late"')"#;
    for late in [add(2).as_str(), FILE, describe, "delete from project_picture", "delete from picture_file"] {
        app.refused(late, "EV409 submissions_window").await;
    }
}

#[database_test(WORLD)]
async fn a_picture_that_waits_past_the_close_is_late(world: World, mut app: Session) {
    app.run(&format!("begin; {}", add(1))).await;
    world.close("submissions").await;
    app.refused("commit", "EV409 submissions_window").await;
}

#[database_test(WORLD)]
async fn a_file_is_what_its_address_says_and_stays_so(mut app: Session) {
    app.run(&add(1)).await;
    app.refused(&FILE.replace("sha256('a')", "sha256('b')"), "23514 picture_file_digest").await;
    app.run(FILE).await;
    app.refused("update picture_file set bytes = 'b', digest = sha256('b')", "EV409 picture_fixed").await;
    let sql = "update project_picture set picture = jsonb_set(picture, '{width}', '30')";
    app.refused(sql, "EV409 picture_fixed").await;
    let long = format!(
        r#"update project_picture set picture = jsonb_set(picture, '{{alt}}', '"{}"')"#,
        "a".repeat(301)
    );
    app.refused(&long, "23514 picture_alt_length").await;
    for shape in [
        r#"{"alt": ""}"#,
        r#"{"alt": "", "width": 1281, "height": 1, "files": [1]}"#,
        r#"{"alt": "", "width": 1, "height": 1, "files": []}"#,
    ] {
        let bad = format!(
            "insert into project_picture (event_id, project_id, position, picture) values (1, 1, 2, '{shape}')"
        );
        app.refused(&bad, "23514 picture_shape").await;
    }
    // With its picture a file goes.
    app.run("delete from project_picture").await;
    assert_eq!(app.one::<i64>("select count(*) from picture_file").await, 0);
}

#[database_test(WORLD)]
async fn a_picture_stays_with_its_event(mut app: Session) {
    app.refused(&add(1).replace("(1, 1, 1", "(2, 1, 1"), "23503 picture_project_foreign").await;
}

#[database_test(WORLD)]
async fn what_is_taken_down_passes_the_close_and_nothing_else_does(world: World, mut app: Session) {
    for position in 1..=3 {
        app.run(&add(position)).await;
    }
    app.run(FILE).await;
    world.close("submissions").await;
    let late = "EV409 submissions_window";
    app.refused("delete from project_picture where id = 1", late).await;
    for besides in [
        "delete from project_picture where id = 2",
        r#"update project_picture set picture = jsonb_set(picture, '{alt}', '"late"') where id = 2"#,
        "update project_picture set position = 4 where id = 3",
    ] {
        app.refused(&format!("begin; select take_down_picture(1, 1); {besides}"), late).await;
    }
    // The mark ends with its transaction, and names the picture's own project.
    app.run("begin; select take_down_picture(1, 1); rollback").await;
    app.refused("delete from project_picture where id = 1", late).await;
    app.run("select take_down_picture(2, 1)").await;
    app.run("select take_down_picture(1, 1)").await;
    assert_eq!(app.one::<String>(ORDER).await, "1 at 2, 2 at 3");
    assert_eq!(app.one::<i64>("select count(*) from picture_file").await, 0);
    app.refused("delete from project_picture where id = 2", late).await;
}
