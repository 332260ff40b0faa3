//! The clock's second check belongs to the commit: nothing brings it forward, and nothing puts the commit off.

use crate::database::windows::WRITES;
use crate::database::world::{REVIEW, Session, WORLD, World};
use crate::prelude::*;

const EARLY: &str = "55000 checked_at_commit";
const RUN: &str =
    "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded,
    connectivity) values (1, 0, 'm', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
const PUBLISH: &str = "insert into publication (event_id, run_id) select 1, id from calibration_run";

#[database_test(WORLD)]
async fn no_clock_check_can_run_before_the_commit(mut app: Session) {
    for (_, before, write) in WRITES {
        app.refused(&format!("begin; {before}; {write}; set constraints all immediate"), EARLY).await;
        // The constraints are immediate from the start, so the write itself is refused.
        let immediate = "set constraints all immediate; set constraints done_means_submitted deferred";
        app.refused(&format!("begin; {immediate}; {before}; {write}"), EARLY).await;
        // Inside a DO block, so that the client's text does not show it.
        let hidden = "do $$ begin execute 'set con' || 'straints all immediate'; end $$";
        app.refused(&format!("begin; savepoint a; {before}; {write}; release a; {hidden}"), EARLY).await;
    }
}

#[database_test(WORLD)]
async fn no_clock_check_can_run_early_by_its_own_name(mut app: Session) {
    // assignment_*_at_commit may be set immediate: such a move also changes the review, which is checked at the commit.
    let names = "select array_agg(distinct tgname::text order by tgname::text) from pg_trigger
        where tgname like '%\\_at\\_commit' and tgrelid <> 'commit_probe'::regclass and tgname not like 'assignment%'";
    let names: Vec<String> = app.one(names).await;
    assert!(names.len() >= 6, "{names:?}");
    let writes: Vec<_> = WRITES.iter().map(|(_, before, write)| format!("{before}; {write}")).collect();
    app.run(&format!(
        "update event set voting_mode = 'off'; {RUN}; update event set voting_mode = 'account'"
    ))
    .await;
    for name in names {
        let write = match name.split('_').next().unwrap() {
            "project" if name.contains("edit") => &writes[1],
            "project" => &writes[0],
            "team" => &writes[5],
            "member" => &writes[8],
            "review" => &writes[11],
            "ballot" => &writes[16],
            "wish" => &writes[19],
            "visit" => &writes[23],
            "first" => &writes[26],
            "picture" => &writes[28],
            "publication" => &format!("update event set voting_mode = 'off'; {PUBLISH}"),
            other => panic!("a clock check without a trial: {other}"),
        };
        app.refused(&format!("begin; {write}; set constraints {name} immediate"), EARLY).await;
    }
}

#[database_test(WORLD)]
async fn a_save_shows_its_other_refusals_early_and_is_still_late_at_the_commit(pool: PgPool) {
    let world = World::of(pool);
    let mut app = world.app().await;
    let unfinished = "begin; savepoint a; update assignment set status = 'done' where id = 1;
        set constraints done_means_submitted immediate";
    app.refused(unfinished, "EV422 done_means_submitted").await;
    app.run(&format!(
        "begin; savepoint a; {REVIEW} set constraints done_means_submitted immediate; release a;
         set constraints all deferred"
    ))
    .await;
    world.close("judging").await;
    app.refused("commit", "EV409 judging_window").await;
}

#[database_test(WORLD)]
async fn a_vote_that_is_closed_only_inside_the_transaction_lets_no_publication_through(mut app: Session) {
    app.run(RUN).await;
    let around = format!("begin; update event set voting_mode = 'off' where id = 1; {PUBLISH}");
    let back = "update event set voting_mode = 'account' where id = 1";
    app.refused(&format!("{around}; set constraints all immediate; {back}; commit"), EARLY).await;
    app.refused(&format!("{around}; {back}; commit"), "EV409 vote_open").await;
}

#[database_test(WORLD)]
async fn an_import_does_not_cover_what_its_transaction_wrote_before(mut app: Session) {
    let import = r#"select * from import_projects(1, '[{"title": "Kite"}]', repeat('0', 64), 'o@x.example', 'organizer', null)"#;
    app.refused(&format!("begin; update project set title = 'Late' where id = 1; {import}"), EARLY).await;
    app.run(&format!("begin; {import}; commit")).await;
}

#[database_test(WORLD)]
async fn guarded_tables_are_written_in_read_committed_only(mut app: Session) {
    let guarded = WRITES.iter().map(|(_, before, write)| format!("{before}; {write}")).chain([
        RUN.to_owned(),
        "update criterion set weight = 3".to_owned(),
        "delete from membership where person_id = 4".to_owned(),
        "insert into assignment (event_id, person_id, project_id, source) values (1, 4, 1, 'manual')"
            .to_owned(),
        "insert into comment (event_id, project_id, person_id, body) values (1, 1, 4, 'Bright.')".to_owned(),
    ]);
    for write in guarded {
        for level in ["repeatable read", "serializable"] {
            app.refused(&format!("begin isolation level {level}; {write}"), "55000 read_committed").await;
        }
    }
}

#[database_test(WORLD)]
async fn the_probe_stays_empty(mut app: Session) {
    app.run(&format!("begin; {REVIEW} commit; update project set title = 'Lamp 2' where id = 1")).await;
    assert_eq!(app.one::<i64>("select count(*) from commit_probe").await, 0);
    app.refused("insert into commit_probe values (true)", "42501 -").await;
}

#[database_test(WORLD)]
async fn nothing_is_committed_beside_a_cursor_that_is_filled_after_the_check(mut app: Session) {
    let cursor = "declare late cursor with hold for select pg_sleep(0)";
    for (_, before, write) in WRITES {
        app.refused(&format!("begin; {before}; {cursor}; {write}; commit"), EARLY).await;
        // A commit that is all of what the client sends.
        app.run(&format!("begin; {before}; {write}")).await;
        app.run(cursor).await;
        app.refused("commit", EARLY).await;
    }
    app.run(&format!("begin; declare seen cursor for select 1; {REVIEW} commit")).await;
}

/// Every trigger that runs inside a commit, and why none holds the commit up after another one has looked at the clock.
const AT_COMMIT: &[(&str, &str)] = &[
    ("assignment.assignment_done_at_commit", "reads"),
    ("assignment.assignment_move_at_commit", "reads"),
    ("assignment.done_means_submitted", "reads"),
    ("audit_head.review_at_commit", "reads"),
    ("ballot.ballot_at_commit", "reads"),
    (
        "event.windows_are_logged",
        "takes the chain's head without waiting, and only where the portal did not write the row",
    ),
    ("first_three.first_three_at_commit", "reads"),
    ("forgotten_event.forgotten_is_logged", "reads"),
    ("import_pass.import_logged", "waits for the chain's head for a tenth of a second at most"),
    ("project.project_at_commit", "reads"),
    ("project.project_edit_at_commit", "reads"),
    ("project_need.wish_at_commit", "reads"),
    ("project_picture.picture_at_commit", "reads"),
    ("project_picture.picture_position_taken", "whoever takes a place waited for the project's row before"),
    ("project_prize.wish_at_commit", "reads"),
    ("publication.publication_at_commit", "reads"),
    ("review.done_means_submitted", "reads"),
    ("review.review_at_commit", "reads"),
    ("team.team_at_commit", "reads"),
    ("team_member.member_at_commit", "reads"),
    ("visit_mark.visit_at_commit", "reads"),
];

#[database_test(WORLD, World::of(pool).owner())]
async fn no_trigger_waits_inside_a_commit(mut owner: Session) {
    let deferred = "select array_agg(c.relname || '.' || coalesce(k.conname, t.tgname)
            order by c.relname || '.' || coalesce(k.conname, t.tgname))
        from pg_trigger t join pg_class c on c.oid = t.tgrelid left join pg_constraint k on k.oid = t.tgconstraint
        where t.tginitdeferred and c.relname <> 'commit_probe'";
    let deferred: Vec<String> = owner.one(deferred).await;
    let known: Vec<&str> = AT_COMMIT.iter().map(|(trigger, _)| *trigger).collect();
    assert_eq!(deferred, known, "a new deferred trigger only reads, or is shown not to wait");
    let writing = "select coalesce(array_agg(distinct p.proname::text), '{}') from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        join pg_class c on c.oid = t.tgrelid where t.tginitdeferred and c.relname <> 'commit_probe'
            and p.prosrc ~ '(for (no key )?update|for (key )?share|insert into|\\mupdate\\M|delete from)'";
    assert_eq!(owner.one::<Vec<String>>(writing).await, ["import_logged"]);
    let bounded =
        "select 'lock_timeout=100ms' = any (proconfig) from pg_proc where proname = 'import_logged'";
    assert!(owner.one::<bool>(bounded).await);
}

#[database_test(WORLD)]
async fn a_window_moved_past_the_portal_waits_for_no_chain(world: World, mut app: Session) {
    let moved = "update event set judging_close = judging_close + interval '1 hour' where id = 1";
    app.run(moved).await;
    let mut holder = world.owner().await;
    holder.run("begin; select from audit_head where chain = 'demo' for update").await;
    app.refused(moved, "55P03 -").await;
    holder.run("rollback").await;
    app.run(moved).await;
}

#[database_test(WORLD)]
async fn who_takes_the_place_of_a_picture_waits_before_the_commit(world: World) {
    let (_, _, picture) = WRITES.iter().find(|(_, _, write)| write.contains("into project_picture")).unwrap();
    let mut holder = world.app().await;
    holder.run(&format!("begin; {picture}")).await;
    let mut late = world.app().await;
    late.run("begin").await;
    let waiting = world.start(late, picture).await;
    assert!(!waiting.is_finished(), "it would wait for the other picture in its commit");
    holder.run("rollback").await;
    waiting.await.unwrap().unwrap();
}
