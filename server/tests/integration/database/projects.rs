//! Projects: texts, tags, tracks and submission.

use crate::database::world::{Session, WORLD, World, why};
use database_test::database_test;

#[database_test(WORLD)]
async fn texts_have_their_lengths_in_characters_and_no_control_characters(mut app: Session) {
    for (column, longest, constraint) in [
        ("title", 200, "title_length"),
        ("tagline", 300, "tagline_length"),
        ("summary", 2000, "summary_length"),
        ("description", 60000, "description_length"),
    ] {
        // A four-byte character counts once.
        app.run(&format!("update project set {column} = repeat('🦀', {longest}) where id = 1")).await;
        let long = format!("update project set {column} = repeat('é', {longest} + 1) where id = 1");
        app.refused(&long, &format!("23514 {constraint}")).await;
        for control in ["\\u0007", "\\u000d", "\\u007f", "\\u0085"] {
            let bad = format!("update project set {column} = E'a{control}b' where id = 1");
            app.refused(&bad, &format!("23514 {constraint}")).await;
        }
        app.run(&format!("update project set {column} = E'a\\n\\tb' where id = 1")).await;
    }
    app.refused("update project set title = '  ' where id = 1", "23514 title_missing").await;
}

#[database_test(WORLD)]
async fn addresses_are_web_addresses(mut app: Session) {
    for column in ["repo_url", "demo_url"] {
        for good in ["", "https://a.example/x", "HTTP://a.example"] {
            app.run(&format!("update project set {column} = '{good}' where id = 1")).await;
        }
        let long = format!("https://{}", "a".repeat(493));
        for bad in ["javascript:alert(1)", "ftp://a.example", "https://a b", "https://", &long] {
            let write = format!("update project set {column} = '{bad}' where id = 1");
            app.refused(&write, &format!("23514 {column}_shape")).await;
        }
    }
    app.run("update project set video_url = 'HTTPS://a.example' where id = 1").await;
    let long = format!("https://{}", "a".repeat(293));
    for bad in ["http://a.example", "https://a b", "https://", &long] {
        app.refused(&format!("update project set video_url = '{bad}' where id = 1"), "23514 video_url_shape")
            .await;
    }
}

#[database_test(WORLD)]
async fn answers_are_to_questions_and_are_shown_to_nobody_more(world: World, mut app: Session) {
    let ask = |kind: &str, shown_to: &str| {
        let question =
            format!(r#"[{{"key": "diet", "label": "Food", "kind": "{kind}", "shown_to": "{shown_to}"}}]"#);
        format!("update event set form_questions = '{question}' where id = 1")
    };
    let answer =
        |text: &str| format!("update project set answers = jsonb_build_object('diet', {text}) where id = 1");
    app.refused(&answer("'x'"), "EV400 answers").await;
    app.run(&ask("text", "organizers")).await;
    app.run(&ask("tick", "judges")).await;
    app.run(&ask("text", "judges")).await;
    for bad in ["3", "repeat('x', 2001)"] {
        app.refused(&answer(bad), "EV400 answers").await;
    }
    app.refused("update project set answers = '[]' where id = 1", "23514 answers_shape").await;
    app.run(&answer("repeat('é', 2000)")).await;
    for (kind, shown_to) in [("text", "all"), ("tick", "judges")] {
        app.refused(&ask(kind, shown_to), "EV409 question_answered").await;
    }
    app.refused("update event set form_questions = '[]' where id = 1", "EV409 question_answered").await;
    app.refused("update event set form_questions = '{}' where id = 1", "23514 form_questions_shape").await;
    app.run(&ask("text", "organizers")).await;
    // Each of two at one moment sees the other.
    app.run("update project set answers = '{}' where id = 1").await;
    app.run("begin").await;
    app.run(&answer("'y'")).await;
    let change = r#"update event set form_questions = '[{"key": "diet", "label": "Food", "kind": "tick", "shown_to": "all"}]' where id = 1"#;
    let change = world.start(world.app().await, change).await;
    app.run("commit").await;
    assert_eq!(why(change.await.unwrap()).0, "EV409 question_answered");
    // A choice that a team may have chosen stays, and another may come.
    app.run("update project set answers = '{}' where id = 1").await;
    let choose = |choices: &str| {
        let question = format!(
            r#"[{{"key": "diet", "label": "Food", "kind": "choice", "choices": [{choices}], "shown_to": "judges"}}]"#
        );
        format!("update event set form_questions = '{question}' where id = 1")
    };
    app.run(&choose(r#""Soup", "Bread""#)).await;
    app.refused(&answer("'Fish'"), "EV400 answers").await;
    app.run(&answer("'Soup'")).await;
    app.refused(&choose(r#""Bread", "Fish""#), "EV409 question_answered").await;
    app.run(&choose(r#""Fish", "Bread", "Soup""#)).await;
    world.close("submissions").await;
    app.refused(&answer("'z'"), "EV409 submissions_window").await;
}

#[database_test(WORLD)]
async fn tags_come_clean(mut app: Session) {
    app.run("update project set tags = array(select 't' || n from generate_series(1, 10) n) where id = 1")
        .await;
    app.run("update project set tags = array['machine learning', repeat('é', 40)] where id = 1").await;
    for bad in [
        "array(select 't' || n from generate_series(1, 11) n)",
        "array['']",
        "array[' a']",
        "array[E'a\\t']",
        "array['Rust']",
        "array['a', 'a']",
        "array['a', null]",
        "array[repeat('a', 41)]",
        "array[E'a\\u0007']",
    ] {
        app.refused(&format!("update project set tags = {bad} where id = 1"), "EV400 tags").await;
    }
}

#[database_test(WORLD)]
async fn a_track_belongs_to_the_event(mut app: Session) {
    let sentence = app.refused("update project set track_id = 2 where id = 1", "EV400 track_foreign").await;
    assert_eq!(sentence, "Choose a track of this event.");
    let sql = "insert into project (event_id, team_id, title, track_id) values (1, 1, 'X', 99)";
    app.refused(sql, "EV400 track_foreign").await;
    app.refused("insert into person_track values (1, 3, 2)", "EV400 track_foreign").await;
    app.refused("insert into prize (event_id, name, track_id) values (1, 'Best', 2)", "EV400 track_foreign")
        .await;
    app.run("update project set track_id = 1 where id = 1; insert into person_track values (1, 3, 1)").await;
    app.refused("delete from track where id = 1", "EV409 track_in_use").await;
    app.run("update project set track_id = null where id = 1; delete from track where id = 1").await;
    assert_eq!(app.one::<i64>("select count(*) from person_track").await, 0);
}

#[database_test(WORLD)]
async fn a_project_stays_with_the_teams_of_its_event(mut app: Session) {
    app.run("insert into team (event_id, name) values (2, 'C')").await;
    app.refused("update project set team_id = 3 where id = 1", "23503 project_team_foreign").await;
    app.run("insert into team (event_id, name) values (1, 'D')").await;
    app.refused("update project set team_id = 4 where id = 1", "EV409 team_empty").await;
    app.refused("update project set duplicate_of = 1 where id = 1", "23514 duplicate_of_itself").await;
    app.refused("update project set duplicate_of = 99 where id = 1", "23503 duplicate_foreign").await;
}

#[database_test(WORLD)]
async fn the_database_dates_a_submission_once_and_it_is_never_withdrawn(mut app: Session) {
    // A date that the writer sends is ignored, on creation and on submission.
    let sql = "insert into project (event_id, team_id, title, status, submitted_at) values
        (1, 1, 'Early', 'submitted', '2020-01-01'), (1, 1, 'Draft', 'draft', '2020-01-01')";
    app.run(sql).await;
    app.run("update project set status = 'submitted', submitted_at = '2020-01-01' where id = 3").await;
    let dated =
        "select count(*) from project where id in (3, 4) and submitted_at > now() - interval '1 minute'";
    assert_eq!(app.one::<i64>(dated).await, 2);
    assert!(app.one::<bool>("select submitted_at is null from project where id = 5").await);
    app.refused("update project set status = 'draft' where id = 1", "EV409 unsubmit").await;
    app.refused("update project set status = 'draft', submitted_at = null where id = 1", "EV409 unsubmit")
        .await;
    app.refused("update project set submitted_at = now() where id = 1", "EV409 submitted_at_fixed").await;
    app.run("update project set status = 'submitted', title = 'Lamp 2' where id = 1").await;
    assert!(app.one::<bool>("select updated_at > created_at from project where id = 1").await);
}

#[database_test(WORLD)]
async fn a_draft_has_no_comments_and_a_comment_is_not_edited(mut app: Session) {
    let comment = |project: i32, body: &str| {
        format!(
            "insert into comment (event_id, project_id, person_id, body) values (1, {project}, 3, {body})"
        )
    };
    app.refused(&comment(3, "'Nice'"), "EV404 draft_has_no_comments").await;
    app.refused(&comment(1, "E' \\n'"), "23514 comment_missing").await;
    app.refused(&comment(1, "repeat('a', 2001)"), "23514 comment_length").await;
    app.run(&comment(1, "'Nice'")).await;
    app.refused("update comment set body = 'Bad'", "EV409 comment_fixed").await;
    app.run("update comment set removed_at = now(), removed_by = 3").await;
}

#[database_test(WORLD)]
async fn slugs_keys_and_addresses_have_a_shape_and_are_unique(mut app: Session) {
    for slug in ["import", "new", "Demo", "-a", "", "a_b", &"a".repeat(64)] {
        let write = format!("insert into event (slug, name) values ('{slug}', 'X')");
        app.refused(&write, "23514 slug_shape").await;
    }
    app.refused("insert into event (slug, name) values ('demo', 'X')", "23505 slug_taken").await;
    let sql = "insert into event (slug, name, judging_open, judging_close) values ('x', 'X', now(), now())";
    app.refused(sql, "23514 judging_order").await;
    app.refused("insert into person (email, name) values ('ADA@x.example', 'Ada')", "23505 email_taken")
        .await;
    for (key, constraint) in [
        ("Quality", "criterion_key_shape"),
        ("9a", "criterion_key_shape"),
        ("comment", "criterion_key_reserved"),
    ] {
        let write = format!(
            "insert into criterion (event_id, key, name, weight, min_value, max_value)
            values (2, '{key}', 'X', 1, 0, 1)"
        );
        app.refused(&write, &format!("23514 {constraint}")).await;
    }
}
