//! The clock's second check belongs to the commit: nothing brings it forward, and nothing puts the commit off.

use crate::database::windows::WRITES;
use crate::database::world::{REVIEW, World};
use sqlx::PgPool;

const EARLY: &str = "55000 checked_at_commit";
const RUN: &str =
    "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded,
    connectivity) values (1, 0, 'm', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
const PUBLISH: &str = "insert into publication (event_id, run_id) select 1, id from calibration_run";

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn no_clock_check_can_run_before_the_commit(pool: PgPool) {
    let world = World::new(pool).await;
    let mut app = world.app().await;
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

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn no_clock_check_can_run_early_by_its_own_name(pool: PgPool) {
    let world = World::new(pool).await;
    let mut app = world.app().await;
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

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_save_shows_its_other_refusals_early_and_is_still_late_at_the_commit(pool: PgPool) {
    let world = World::new(pool).await;
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

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_vote_that_is_closed_only_inside_the_transaction_lets_no_publication_through(pool: PgPool) {
    let world = World::new(pool).await;
    let mut app = world.app().await;
    app.run(RUN).await;
    let around = format!("begin; update event set voting_mode = 'off' where id = 1; {PUBLISH}");
    let back = "update event set voting_mode = 'account' where id = 1";
    app.refused(&format!("{around}; set constraints all immediate; {back}; commit"), EARLY).await;
    app.refused(&format!("{around}; {back}; commit"), "EV409 vote_open").await;
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn an_import_does_not_cover_what_its_transaction_wrote_before(pool: PgPool) {
    let world = World::new(pool).await;
    let mut app = world.app().await;
    let import = r#"select * from import_projects(1, '[{"title": "Kite"}]', repeat('0', 64), 'o@x.example', 'organizer', null)"#;
    app.refused(&format!("begin; update project set title = 'Late' where id = 1; {import}"), EARLY).await;
    app.run(&format!("begin; {import}; commit")).await;
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn guarded_tables_are_written_in_read_committed_only(pool: PgPool) {
    let world = World::new(pool).await;
    let mut app = world.app().await;
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

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn the_probe_stays_empty(pool: PgPool) {
    let world = World::new(pool).await;
    let mut app = world.app().await;
    app.run(&format!("begin; {REVIEW} commit; update project set title = 'Lamp 2' where id = 1")).await;
    assert_eq!(app.one::<i64>("select count(*) from commit_probe").await, 0);
    app.refused("insert into commit_probe values (true)", "42501 -").await;
}
