//! Withdrawn projects, and more time for one team.

use crate::database::world::{REVIEW, Session, WORLD, World};
use crate::prelude::*;

const WITHDRAW: &str =
    "update project set withdrawn_at = clock_timestamp(), withdrawal_reason = 'Nobody came.' where id = 1";
const RESTORE: &str = "update project set withdrawn_at = null where id = 1";
const MORE: &str = "insert into team_extension (event_id, team_id, closes_at, reason)
    values (1, 2, clock_timestamp() + interval '30 minutes', 'The power was out.')";

#[database_test(WORLD)]
async fn a_withdrawn_project_is_a_draft_whose_reviews_are_set_aside_until_it_is_restored(pool: PgPool) {
    let world = World::of(pool);
    let mut app = world.app().await;
    app.run(REVIEW).await;
    app.run("insert into assignment (event_id, person_id, project_id, source) values (1, 4, 1, 'manual')")
        .await;
    app.run("insert into project_place (event_id, project_id, place) values (1, 1, 'A1')").await;
    let submitted: String = app.one("select submitted_at::text from project where id = 1").await;
    for stage in ["submissions", "judging"] {
        world.close(stage).await;
    }
    app.run(WITHDRAW).await;
    let project = "select concat_ws(' ', status, submitted_at is null, withdrawn_submitted_at) from project where id = 1";
    assert_eq!(app.one::<String>(project).await, format!("draft t {submitted}"));
    let tasks =
        "select array_agg(concat_ws(' ', id, status, voided_at is not null) order by id) from assignment";
    assert_eq!(app.one::<Vec<String>>(tasks).await, ["1 recused t", "2 recused f"]);
    let counts = "select count(*) from review where submitted_at is not null";
    assert_eq!(app.one::<i64>(counts).await, 0);
    assert_eq!(app.one::<i64>("select count(*) from project_place").await, 0);
    for (sql, why) in [
        ("update assignment set status = 'pending' where id = 2", "EV409 project_withdrawn"),
        ("update assignment set status = 'done', voided_at = null where id = 1", "EV409 project_withdrawn"),
        ("update project set withdrawal_reason = 'Else' where id = 1", "EV409 project_withdrawn"),
        ("update project set status = 'submitted' where id = 1", "EV409 submissions_window"),
        (
            "update project set withdrawn_at = now(), withdrawal_reason = 'No' where id = 3",
            "EV409 project_withdrawn",
        ),
        ("update project set withdrawn_at = now() where id = 2", "23514 withdrawal_reason_missing"),
    ] {
        app.refused(sql, why).await;
    }
    app.run(RESTORE).await;
    assert_eq!(app.one::<String>(project).await, "submitted f");
    assert_eq!(app.one::<String>("select submitted_at::text from project where id = 1").await, submitted);
    assert_eq!(app.one::<Vec<String>>(tasks).await, ["1 done f", "2 pending f"]);
    assert_eq!(app.one::<i64>(counts).await, 1);
    assert_eq!(app.one::<String>("select place from project_place where project_id = 1").await, "A1");
}

#[database_test(WORLD)]
async fn a_project_that_comes_back_takes_no_place_from_another(mut app: Session) {
    for (room, back) in [("", 0), ("Hall", 1)] {
        let place = format!(
            "insert into project_place (event_id, project_id, room, place) values (1, 1, '{room}', 'A1')"
        );
        app.run(&place).await;
        app.run(WITHDRAW).await;
        // The same place in other letters is the same table.
        let other = "insert into project_place (event_id, project_id, place) values (1, 2, 'a1')
            on conflict (project_id) do nothing";
        app.run(other).await;
        app.run(RESTORE).await;
        let has = "select count(*) from project_place where project_id = 1";
        assert_eq!(app.one::<i64>(has).await, back, "{room}");
        let kept = "select count(*) from project where num_nonnulls(withdrawn_room, withdrawn_place) > 0";
        assert_eq!(app.one::<i64>(kept).await, 0);
    }
}

#[database_test(WORLD)]
async fn what_may_not_come_back_stays_behind(mut app: Session) {
    app.run("insert into assignment (event_id, person_id, project_id, source) values (1, 4, 1, 'manual')")
        .await;
    app.run(WITHDRAW).await;
    app.run("insert into conflict (event_id, person_id, project_id) values (1, 3, 1)").await;
    app.run(RESTORE).await;
    let tasks = "select array_agg(concat_ws(' ', id, status, ended_with_project, recused_reason) order by id) from assignment";
    assert_eq!(app.one::<Vec<String>>(tasks).await, ["1 recused f ", "2 pending f "]);
}

#[database_test(WORLD)]
async fn a_review_that_stays_behind_says_why_and_not_why_its_project_had_left(mut app: Session) {
    app.run(REVIEW).await;
    app.run(WITHDRAW).await;
    app.run("insert into conflict (event_id, person_id, project_id) values (1, 3, 1)").await;
    app.run(RESTORE).await;
    let task = "select concat_ws(' ', status, ended_with_project, voided_at is not null, recused_reason) from assignment";
    let expected = "recused f t A conflict of interest became known while the project was withdrawn.";
    assert_eq!(app.one::<String>(task).await, expected);
}

#[database_test(WORLD)]
async fn a_team_changes_no_withdrawn_project_and_nobody_is_given_it(mut app: Session) {
    app.run(WITHDRAW).await;
    for sql in [
        "update project set title = 'Lamp 2' where id = 1",
        "update project set status = 'submitted', submitted_at = now() where id = 1",
        "insert into assignment (event_id, person_id, project_id, source) values (1, 4, 1, 'manual')",
    ] {
        app.refused(sql, "EV409 project_withdrawn").await;
    }
}

#[database_test(WORLD)]
async fn more_time_is_the_window_of_one_team(world: World, mut app: Session) {
    let late = [
        "update project set title = title || '!' where id = 3",
        "update project set status = 'submitted' where id = 3",
        "update team set name = 'Boats' where id = 2",
        "insert into project_need (event_id, project_id, power, quiet) values (1, 2, true, false)",
    ];
    let others = [
        "update project set title = 'Late' where id = 1",
        "update team set name = 'Lamps' where id = 1",
        "insert into project_need (event_id, project_id, power, quiet) values (1, 1, true, false)",
        "insert into team (event_id, name) values (1, 'New')",
        // What moves to the team does not get its time.
        "update project set team_id = 2 where id = 1",
        "update team_member set team_id = 2 where team_id = 1",
        "update project_need set project_id = 3 where project_id = 1",
    ];
    app.run("insert into project_need (event_id, project_id, power, quiet) values (1, 1, false, true)").await;
    world.close("submissions").await;
    for sql in late.iter().chain(&others) {
        app.refused(sql, "EV409 submissions_window").await;
    }
    app.run(MORE).await;
    for sql in late {
        app.run(sql).await;
    }
    for sql in others {
        app.refused(sql, "EV409 submissions_window").await;
    }
    // It ends like every window, and the refusal names its own end.
    app.run("update team_extension set closes_at = clock_timestamp() - interval '1 second'").await;
    app.refused(late[0], "EV409 submissions_window").await;
    // A close that was moved behind it holds for all.
    app.run("update event set submissions_close = clock_timestamp() + interval '1 hour' where id = 1").await;
    app.run(late[0]).await;
    app.refused("update team_extension set event_id = 2", "EV409 event_fixed").await;
    let beyond = "update team_extension set closes_at = clock_timestamp() + interval '2 hours'";
    app.refused(beyond, "EV400 more_time_too_late").await;
    app.refused(&MORE.replace("'The power was out.'", "' '"), "23514 extension_reason_missing").await;
    app.refused(&MORE.replace("(1, 2,", "(2, 1,"), "23503 extension_team_foreign").await;
}

#[database_test(WORLD)]
async fn more_time_ends_with_judging_and_with_the_publication(world: World, mut app: Session) {
    world.close("submissions").await;
    app.run(MORE).await;
    let late = "update project set title = title || '!' where id = 3";
    app.run(late).await;
    // The close of judging is moved before the end that was given, and behind it again.
    world.close("judging").await;
    app.refused(late, "EV409 submissions_window").await;
    app.run("update event set judging_close = clock_timestamp() + interval '1 hour' where id = 1").await;
    app.run(late).await;
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
         values (1, 0, 'm', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
    app.run(sql).await;
    app.run("update event set voting_mode = 'off' where id = 1").await;
    app.run("insert into publication (event_id, run_id) select 1, id from calibration_run").await;
    app.refused(late, "EV409 submissions_window").await;
}

#[database_test(WORLD)]
async fn a_correction_passes_the_close_for_what_a_list_brought_until_publication(world: World) {
    let (mut app, mut owner) = (world.app().await, world.owner().await);
    let correct = |id: i64, team: &str| {
        format!("select correct_project({id}, 'Lampion', '{team}', 'https://code.example/lamp', '', '')")
    };
    world.close("submissions").await;
    app.refused(&correct(1, "Lamps"), "EV409 project_not_imported").await;
    app.refused(&correct(99, "Lamps"), "EV404 not_found").await;
    owner
        .run("set session_replication_role = replica; update project set external_id = 'list-1' where id = 1")
        .await;
    owner.run("set session_replication_role = origin").await;
    app.run(&correct(1, "Lamps")).await;
    let said = "select concat_ws(' ', p.title, t.name, p.repo_url) from project p join team t on t.id = p.team_id where p.id = 1";
    assert_eq!(app.one::<String>(said).await, "Lampion Lamps https://code.example/lamp");
    // What it does is checked as elsewhere, and it covers nothing else of its transaction.
    app.refused(&correct(1, " "), "23514 team_name_length").await;
    let rename = "update project set title = 'Late' where id = 1";
    app.refused(&format!("begin; {}; {rename}; commit", correct(1, "Lamps")), "EV409 submissions_window")
        .await;
    app.refused(&format!("begin; {rename}; {}", correct(1, "Lamps")), "EV409 submissions_window").await;
    // It leaves no pass, and the log's row is its operation's.
    assert_eq!(app.one::<i64>("select count(*) from import_pass").await, 0);
    let logged = "select count(*) from audit_log where action = 'project.imported'";
    assert_eq!(app.one::<i64>(logged).await, 0);
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
         values (1, 0, 'm', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
    app.run(sql).await;
    app.run("update event set voting_mode = 'off' where id = 1").await;
    app.run("insert into publication (event_id, run_id) select 1, id from calibration_run").await;
    app.refused(&correct(1, "Lanterns"), "EV409 published").await;
}
