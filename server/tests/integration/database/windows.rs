//! Writes outside their window, at the write and at the commit.

use crate::database::world::{REVIEW, SAVE, Session, WORLD, World, why};
use database_test::database_test;

/// Each kind of write: stage, the statement that must come first, and the write.
#[rustfmt::skip]
pub(crate) const WRITES: &[(&str, &str, &str)] = &[
    ("submissions", "", "insert into project (event_id, team_id, title) values (1, 1, 'Late')"),
    ("submissions", "", "update project set title = 'Late' where id = 1"),
    ("submissions", "", "update project set tags = '{late}' where id = 1"),
    ("submissions", "", "update project set status = 'submitted' where id = 3"),
    ("submissions", "", "delete from project where id = 3"),
    ("submissions", "", "insert into team (event_id, name) values (1, 'Late')"),
    ("submissions", "", "update team set name = 'Late' where id = 1"),
    ("submissions", "insert into team (event_id, name) values (1, 'Empty')", "delete from team where name = 'Empty'"),
    ("submissions", "", "insert into team_member (event_id, person_id, team_id) values (1, 4, 1)"),
    ("submissions", "insert into team (event_id, name) values (1, 'C')", "update team_member set joined_at = now()"),
    ("submissions", "insert into team_member (event_id, person_id, team_id) values (1, 4, 1)", "delete from team_member where person_id = 4"),
    ("judging", "", "insert into review (assignment_id, event_id) values (1, 1)"),
    ("judging", "", REVIEW),
    ("judging", REVIEW, "update review set comment = 'late'"),
    ("judging", REVIEW, "update review set submitted_at = null; update assignment set status = 'pending'"),
    ("judging", "insert into review (assignment_id, event_id) values (1, 1)", "delete from review"),
    ("voting", "", "insert into ballot (event_id, person_id, choices) values (1, 4, '{1}')"),
    ("voting", "insert into ballot (event_id, person_id, choices) values (1, 4, '{1}')", "update ballot set choices = '{2}'"),
    ("voting", "insert into ballot (event_id, person_id, choices) values (1, 4, '{1}')", "delete from ballot"),
    ("submissions", "insert into prize (event_id, name, eligibility) values (1, 'Kindest', 'opt-in')", "insert into project_prize (event_id, project_id, prize_id) select 1, 1, id from prize"),
    (
        "submissions",
        "insert into prize (event_id, name, eligibility) values (1, 'Kindest', 'opt-in');
         insert into project_prize (event_id, project_id, prize_id) select 1, 1, id from prize",
        "delete from project_prize",
    ),
    ("submissions", "", "insert into project_need (event_id, project_id, power, quiet) values (1, 1, true, false)"),
    ("submissions", "insert into project_need (event_id, project_id, power, quiet) values (1, 1, true, false)", "update project_need set quiet = true"),
    ("judging", "", "insert into visit_mark (event_id, assignment_id, kind) values (1, 1, 'absent')"),
    ("judging", "insert into visit_mark (event_id, assignment_id, kind) values (1, 1, 'absent')", "update visit_mark set kind = 'busy'"),
    ("judging", "insert into visit_mark (event_id, assignment_id, kind) values (1, 1, 'absent')", "delete from visit_mark"),
    ("judging", REVIEW, "insert into first_three (event_id, person_id, choices) values (1, 3, '{1}')"),
    ("judging", "insert into first_three (event_id, person_id, choices) values (1, 3, '{}')", "update first_three set given_at = now(), choices = '{}'"),
    (
        "submissions",
        "",
        r#"insert into project_picture (event_id, project_id, position, picture) values
           (1, 1, 1, '{"alt": "late", "width": 20, "height": 10, "files": [{"width": 20, "digest": "00"}]}')"#,
    ),
    ("judging", "", SAVE),
    ("judging", REVIEW, SAVE),
];

/// One database serves all: each write is tried, refused and rolled back in a transaction.
#[database_test(WORLD)]
async fn no_write_of_any_kind_passes_after_the_close(mut app: Session) {
    for (stage, before, write) in WRITES {
        let close = format!("update event set {stage}_close = clock_timestamp() where id = 1;");
        let reason = format!("EV409 {stage}_window");
        app.refused(&format!("begin; {before}; {close} {write}"), &reason).await;
    }
}

#[database_test(WORLD)]
async fn no_write_of_any_kind_passes_before_the_opening(mut app: Session) {
    for (stage, before, write) in WRITES {
        let open = format!("update event set {stage}_open = {stage}_close - interval '1s' where id = 1;");
        let reason = format!("EV409 {stage}_window");
        app.refused(&format!("begin; {before}; {open} {write}"), &reason).await;
    }
}

/// By its times every window of the draft is open.
#[database_test(WORLD)]
async fn no_write_of_any_kind_passes_in_a_draft(world: World) {
    let mut owner = world.owner().await;
    let draft = "set local session_replication_role = replica; update event set draft = true where id = 1;
                 set local session_replication_role = origin";
    for open in ["", "update event set submissions_open = null, judging_open = null, voting_open = null"] {
        for (_, before, write) in WRITES {
            owner.refused(&format!("begin; {open}; {before}; {draft}; {write}"), "EV409 draft").await;
        }
    }
}

#[database_test(WORLD)]
async fn an_open_event_never_becomes_a_draft(mut app: Session) {
    app.refused("update event set draft = true where id = 1", "EV409 event_stays_open").await;
    app.run("insert into event (slug, name, draft) values ('opening', 'Opening', true)").await;
    app.run("update event set draft = false where slug = 'opening'").await;
    app.refused("update event set draft = true where slug = 'opening'", "EV409 event_stays_open").await;
}

#[database_test(WORLD)]
async fn a_write_that_was_in_time_is_late_when_its_transaction_commits_after_the_close(world: World) {
    for (stage, before, write) in WRITES {
        let mut writer = world.app().await;
        // The first statement runs while the window is open. The savepoint must not hide the write.
        writer.run(before).await;
        writer.run(&format!("begin; savepoint a; {write}; release a")).await;
        let was: String = writer.one(&format!("select {stage}_close::text from event where id = 1")).await;
        world.close_unlogged(stage).await;
        writer.refused("commit", &format!("EV409 {stage}_window")).await;
        let mut owner = world.owner().await;
        owner.run(&format!("update event set {stage}_close = '{was}' where id = 1")).await;
        // Restores the event.
        let sql = "delete from visit_mark; delete from first_three; delete from review; update assignment set status = 'pending'; delete from ballot; delete from prize;
                delete from project_need; delete from team_member where person_id = 4; delete from team where id > 2";
        owner.run(sql).await;
    }
}

#[database_test(WORLD)]
async fn a_write_that_waited_for_a_lock_past_the_close_is_refused(world: World, mut holder: Session) {
    holder.run("begin; select from project where id = 1 for update").await;
    let waiting = world.start(world.app().await, "update project set title = 'Late' where id = 1").await;
    holder.run("update event set submissions_close = clock_timestamp() where id = 1; commit").await;
    assert_eq!(why(waiting.await.unwrap()).0, "EV409 submissions_window");
}

#[database_test(WORLD)]
async fn the_sentences_name_the_event_and_its_times_in_utc_in_any_session_setting(mut app: Session) {
    app.run("set timezone = 'Asia/Kathmandu'; set datestyle = 'German'").await;
    let write = "insert into team (event_id, name) values (1, 'Late')";
    for (open, close, sentence) in [
        ("null", "'2026-01-20 18:00:00Z'", "Submissions for Demo closed at 2026-01-20 18:00:00 UTC."),
        (
            "'2126-01-20 18:00:00Z'",
            "'2126-01-21 18:00:00.5Z'",
            "Submissions for Demo open at 2126-01-20 18:00:00 UTC and close at 2126-01-21 18:00:00 UTC.",
        ),
        (
            "'2126-01-20 18:00:00Z'",
            "null",
            "Submissions for Demo open at 2126-01-20 18:00:00 UTC and never close.",
        ),
    ] {
        app.run(&format!(
            "update event set submissions_open = {open}, submissions_close = {close} where id = 1"
        ))
        .await;
        assert_eq!(app.refused(write, "EV409 submissions_window").await, sentence);
    }
    app.run("update event set submissions_open = null, submissions_close = null").await;
    app.run(write).await;
}

#[database_test(WORLD)]
async fn an_organizers_flag_of_a_repeat_has_no_window(world: World, mut app: Session) {
    world.close("submissions").await;
    app.run("update project set duplicate_of = 1, duplicate_reason = 'same repository' where id = 2").await;
    app.run("update project set duplicate_of = null, duplicate_reason = null, duplicate_cleared = true where id = 2").await;
    let sql = "update project set duplicate_of = 1, title = 'Lamp' where id = 2";
    app.refused(sql, "EV409 submissions_window").await;
}

#[database_test(WORLD)]
async fn rows_of_an_event_made_in_the_same_transaction_have_no_window(mut app: Session) {
    let finished = r#"
        begin; savepoint a;
        insert into event (slug, name, submissions_close, judging_close, voting_mode, voting_close)
            values ('past', 'Past', '2026-01-01', '2026-01-02', 'account', '2026-01-03');
        release a;
        insert into event_person (event_id, person_id) values (3, 1), (3, 3);
        insert into membership (event_id, person_id, role) values (3, 3, 'judge');
        insert into criterion (event_id, key, name, weight, min_value, max_value) values (3, 'q', 'Q', 1, 1, 5);
        insert into team (event_id, name) values (3, 'A');
        insert into team_member (event_id, person_id, team_id) values (3, 1, 3);
        savepoint b;
        insert into project (event_id, team_id, title, status, submitted_at)
            values (3, 3, 'Lamp', 'submitted', '2025-12-31 12:00Z');
        insert into assignment (event_id, person_id, project_id, source, status) values (3, 3, 4, 'import', 'done');
        insert into review (assignment_id, event_id, scores, submitted_at) values (2, 3, '{"q": 2}', '2026-01-01 12:00Z');
        insert into ballot (event_id, person_id, choices) values (3, 3, '{4}');"#;
    app.run(finished).await;
    app.run("commit").await;
    // The file's dates are kept.
    let sql = "select p.submitted_at = '2025-12-31 12:00Z' and r.submitted_at = '2026-01-01 12:00Z' from project p, review r
            where p.id = 4";
    let kept: bool = app.one(sql).await;
    assert!(kept);
    // The event's own transaction is over: the clock holds now.
    app.refused("update project set title = 'Late' where id = 4", "EV409 submissions_window").await;
    app.refused("update review set comment = 'late'", "EV409 judging_window").await;
    app.refused("delete from ballot", "EV409 voting_window").await;
    // Nobody can date an event so that it looks new.
    let sql = "begin; update event set created_in = pg_current_xact_id(), created_at = now() where id = 3";
    app.refused(sql, "EV409 event_origin_fixed").await;
}

#[database_test(WORLD)]
async fn a_row_never_moves_to_another_event(mut app: Session) {
    for table in
        ["project", "team", "team_member", "assignment", "criterion", "track", "event_person", "membership"]
    {
        app.refused(&format!("update {table} set event_id = 2"), "EV409 event_fixed").await;
    }
    app.refused("update event set slug = 'else' where id = 1", "EV409 slug_fixed").await;
}
